// How often update reports and alerts are right, on games of which it is known what happened. Fails where a goal is
// missed: npm run bench -- effects
import type { Benchmark } from '../bench.js'
import { alertsOf, isFound } from './quiet-months.js'
import { isRight, type PlantedReport, reportsOf } from './reports.js'

const GAMES = 360
const MONTHS = 1_000
const FALLS = 200
const FALL = 0.5

export const benchEffects: Benchmark = async (report, { quick }) => {
  const share = quick ? 0.1 : 1
  const reports: PlantedReport[] = []
  for (let seed = 0; seed < GAMES * share; seed++) reports.push(...(await reportsOf(seed)))
  report.add({ figure: 'update reports with a known effect', value: reports.length, unit: '' })
  for (const size of [0, 1, 2, 4]) {
    const of = reports.filter(({ planted }) => Math.abs(planted) === size)
    const figure = size === 0 ? 'no effect planted: right' : `an effect of ${size} half band(s) planted: right`
    const bounds = size === 1 ? {} : { bounds: [size === 0 ? 97 : 95, 100] as const }
    report.add({ figure, value: percent(of.filter(isRight).length, of.length), unit: '%', ...bounds })
    for (const stage of ['1h', '24h', '7d'])
      report.add({ figure: `${figure}, after ${stage}`, unit: '%', value: rightIn(of, stage) })
  }
  await alertFigures(report, share)
}

const alertFigures = async (report: Parameters<Benchmark>[0], share: number): Promise<void> => {
  let alerts = 0
  const months = Math.round(MONTHS * share)
  for (let seed = 0; seed < months; seed++) alerts += (await alertsOf(seed)).alerts.length
  report.add({ figure: 'alerts a quiet game and month', value: alerts / months, unit: '', bounds: [0, 0.1] })
  let found = 0
  const falls = Math.round(FALLS * share)
  for (let seed = 0; seed < falls; seed++) if (isFound(await alertsOf(seed + MONTHS, FALL))) found++
  report.add({ figure: 'falls by half for 50 minutes that are told', value: percent(found, falls), unit: '%' })
}

const rightIn = (reports: readonly PlantedReport[], stage: string): number => {
  const of = reports.filter(({ facts }) => facts.stage === stage)
  return percent(of.filter(isRight).length, of.length)
}

const percent = (part: number, whole: number): number => (100 * part) / whole
