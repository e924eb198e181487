// How often update reports and alerts are right, on games of which it is known what happened. Fails where a goal is
// missed: npm run bench -- effects alerts. The model was tuned on games of smaller seeds, which are never scored.
import type { Benchmark } from '../bench.js'
import type { Report } from '../report.js'
import { HAPPENINGS } from './happenings.js'
import { alertsOf, isFound } from './quiet-months.js'
import { isRight, type PlantedReport, reportsOf } from './reports.js'

/** Three reports of each game; two of three games have a planted effect. */
const GAMES = 504
const FIRST_GAME = 3_000_000
/** Games of each of the things that happen beside an update that does nothing. */
const HAPPENING_GAMES = 60
const FIRST_HAPPENING_GAME = 3_500_000
const MONTHS = 1_000
const FIRST_MONTH = 4_000_000
const FALLS = 100
const FIRST_FALL = 5_000_000
const FALL = 0.5
const QUICK = 0.1

export const benchEffects: Benchmark = async (report, { quick }) => {
  const reports: PlantedReport[] = []
  for (let game = 0; game < GAMES * (quick ? QUICK : 1); game++) reports.push(...(await reportsOf(FIRST_GAME + game)))
  report.add({ figure: 'update reports with a known effect', value: reports.length, unit: '' })
  for (const size of [0, 1, 2, 4]) {
    const of = reports.filter(({ planted }) => Math.abs(planted) === size)
    const figure = size === 0 ? 'no effect planted: right' : `an effect of ${size} half band(s) planted: right`
    const bounds = size === 1 ? {} : { bounds: [size === 0 ? 97 : 95, 100] as const }
    report.add({ figure, value: percent(of.filter(isRight).length, of.length), unit: '%', ...bounds })
    for (const stage of ['1h', '24h', '7d'])
      report.add({ figure: `${figure}, after ${stage}`, unit: '%', value: rightIn(of, stage) })
  }
  addIntervals(report, reports)
  await addHappenings(report, HAPPENING_GAMES * (quick ? QUICK : 1))
}

/** How often an effect is claimed of an update that did nothing, where something else happened. */
async function addHappenings(report: Report, games: number): Promise<void> {
  const all: PlantedReport[] = []
  for (const [name, happening] of Object.entries(HAPPENINGS)) {
    const reports: PlantedReport[] = []
    for (let game = 0; game < games; game++)
      reports.push(...(await reportsOf(FIRST_HAPPENING_GAME + game, { planted: 0, happening })))
    report.add({ figure: `claimed after ${name}`, value: claimedIn(reports), unit: '%' })
    all.push(...reports)
  }
  report.add({ figure: 'claimed after any of these', value: claimedIn(all), unit: '%', bounds: [0, 3] })
}

const claimedIn = (reports: readonly PlantedReport[]): number =>
  percent(reports.filter(({ facts: { outcome } }) => outcome === 'more' || outcome === 'fewer').length, reports.length)

/** In how many of the reports that state a change the true one lies in the interval. */
function addIntervals(report: Report, reports: readonly PlantedReport[]): void {
  for (const stage of ['1h', '24h', '7d']) {
    const stated = reports.flatMap(({ facts, change }) =>
      facts.stage === stage && facts.effect !== null ? [{ ...facts.effect, change }] : [],
    )
    const held = stated.filter(({ low, high, change }) => change >= low && change <= high)
    const bounds = { bounds: [85, 100] as const }
    report.add({
      figure: `the true change is in the interval, after ${stage}`,
      value: percent(held.length, stated.length),
      unit: '%',
      ...bounds,
    })
  }
}

export const benchAlerts: Benchmark = async (report, { quick }) => {
  let alerts = 0
  const months = Math.round(MONTHS * (quick ? QUICK : 1))
  for (let month = 0; month < months; month++) alerts += (await alertsOf(FIRST_MONTH + month)).alerts.length
  report.add({ figure: 'alerts a quiet game and month', value: alerts / months, unit: '', bounds: [0, 0.1] })
  let found = 0
  const falls = Math.round(FALLS * (quick ? QUICK : 1))
  for (let fall = 0; fall < falls; fall++) if (isFound(await alertsOf(FIRST_FALL + fall, FALL))) found++
  report.add({ figure: 'falls by half for 50 minutes that are reported', value: percent(found, falls), unit: '%' })
}

const rightIn = (reports: readonly PlantedReport[], stage: string): number => {
  const of = reports.filter(({ facts }) => facts.stage === stage)
  return percent(of.filter(isRight).length, of.length)
}

const percent = (part: number, whole: number): number => (100 * part) / whole
