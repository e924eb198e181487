// npm run bench -- milestones: how often a milestone was reached within the range that was expected, and how wide the
// ranges are beside those of the estimate before. Player counts serve as the gains of a counter.
import { DAY_HOURS, WEEK_HOURS } from '../../../src/domain/clock.js'
import { type Arrival, arrivalOf, type RecentGains } from '../../../src/domain/insights/arrival.js'
import type { Benchmark } from '../bench.js'
import { quantile } from '../measure.js'
import type { Report } from '../report.js'
import { realFamilies } from '../usual/real.js'
import { simulatedWorlds } from '../usual/worlds.js'
import { oldArrivalOf } from './old-arrival.js'
import { restlessWorlds } from './restless.js'

/** Of 100 arrivals, so many at least lie in the range. */
const MIN_HELD = 80
/** The median width of a range, beside that of the old one where both answer. */
const MAX_WIDER = 2
const MIN_HISTORY_HOURS = 9 * DAY_HOURS
const MAX_HISTORY_DAYS = 28
/** Coprime to the hours of a day, so that all hours of the day take their turn. */
const STEP_HOURS = 11
/** How many days the milestone is ahead. */
const AHEAD = {
  'within a day': [0.2, 0.6, 0.95],
  'in 1 to 3 days': [1.3, 2, 2.8],
  'in 3 to 7 days': [3.5, 5, 6.8],
  'in 1 to 2 weeks': [8, 11, 14],
} as const
type AheadGroup = keyof typeof AHEAD

interface Attempt {
  readonly group: AheadGroup
  readonly truth: number
  readonly replayed: Arrival
  readonly old: Arrival
}

/** Simulated worlds in which the range must hold; in the others, single days are planted that no past can tell. */
const HELD_WORLDS = ['quiet', 'growth', 'restless', 'restless, tens of players']

export const benchMilestones: Benchmark = async (report) => {
  const real = (await realFamilies()).map(({ name, scenarios }) => ({ name, attempts: attemptsIn(scenarios) }))
  const all = real.flatMap(({ attempts }) => attempts)
  for (const group of Object.keys(AHEAD) as AheadGroup[])
    addScores(
      report,
      `real, ${group}`,
      all.filter((attempt) => attempt.group === group),
    )
  for (const { name, attempts } of real) addScores(report, name, attempts)
  addScores(report, 'all real ones', all, true)
  for (const { name, scenarios } of [...simulatedWorlds(), ...restlessWorlds()])
    addScores(report, `simulated, ${name}`, attemptsIn(scenarios), HELD_WORLDS.includes(name))
}

const attemptsIn = (scenarios: readonly { readonly series: HourlyValues }[]): Attempt[] =>
  scenarios.flatMap(({ series }) => attemptsOf(valuesOf(series)))

interface HourlyValues {
  readonly since: number
  readonly until: number
  at(hour: number): number
}

/** An hour that nobody knows counts like the one a day before. */
function valuesOf({ since, until, at }: HourlyValues): number[] {
  const values: number[] = []
  for (let hour = since; hour < until; hour++) {
    const value = at(hour)
    values.push(Number.isNaN(value) ? (values.at(-DAY_HOURS) ?? values.at(-1) ?? 0) : value)
  }
  return values
}

/** As if a milestone were reached at each distance from each of many hours. */
function attemptsOf(values: readonly number[]): Attempt[] {
  const attempts: Attempt[] = []
  for (let now = MIN_HISTORY_HOURS; now < values.length; now += STEP_HOURS) {
    const gains = gainsBefore(values, now)
    for (const [group, distances] of Object.entries(AHEAD) as [AheadGroup, readonly number[]][])
      for (const days of distances) {
        const until = now + Math.round(days * DAY_HOURS)
        const remaining = sum(values.slice(now, until))
        if (until > values.length || remaining <= 0) continue
        const truth = (until - now) / DAY_HOURS
        const [replayed, old] = [arrivalOf(remaining, gains), oldArrivalOf(remaining, gains.days)]
        attempts.push({ group, truth, replayed, old })
      }
  }
  return attempts
}

/** Like the service, by days that end at midnight. */
function gainsBefore(values: readonly number[], now: number): RecentGains {
  const midnight = now - (now % DAY_HOURS)
  const count = Math.min(MAX_HISTORY_DAYS, midnight / DAY_HOURS)
  const days = Array.from({ length: count }, (_, index) => {
    const from = midnight - (count - index) * DAY_HOURS
    return sum(values.slice(from, from + DAY_HOURS))
  })
  return { days, hours: values.slice(now - DAY_HOURS, now) }
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

function addScores(report: Report, name: string, attempts: readonly Attempt[], isMust = false): void {
  const held = isMust ? { bounds: [MIN_HELD, 100] as const } : {}
  report.add({ figure: `${name}: held`, value: heldOf(attempts, 'replayed'), unit: '%', ...held })
  report.add({ figure: `${name}: held by the old range`, value: heldOf(attempts, 'old'), unit: '%' })
  const wider = isMust ? { bounds: [0, MAX_WIDER] as const } : {}
  report.add({ figure: `${name}: width / old width`, value: widerBy(attempts), unit: '', ...wider })
}

/** A range that is asked for and not given does not count as held. */
function heldOf(attempts: readonly Attempt[], name: 'replayed' | 'old'): number {
  const answered = attempts.filter((attempt) => name === 'replayed' || attempt.old.kind === 'expected')
  const held = answered.filter((attempt) => isWithin(attempt[name], attempt.truth))
  return (100 * held.length) / answered.length
}

/** Times are known by the hour, so half an hour beside the range is within it. */
const isWithin = (arrival: Arrival, truth: number): boolean =>
  arrival.kind === 'expected' &&
  truth >= arrival.earliest - 0.5 / DAY_HOURS &&
  truth <= (arrival.latest ?? Number.POSITIVE_INFINITY) + 0.5 / DAY_HOURS

/** Of the widths in days, the medians; a range without an end is as wide as can be. */
function widerBy(attempts: readonly Attempt[]): number {
  const both = attempts.filter(({ old, replayed }) => old.kind === 'expected' && replayed.kind === 'expected')
  const median = (name: 'replayed' | 'old') =>
    quantile(
      both.map((attempt) => widthOf(attempt[name])).sort((a, b) => a - b),
      0.5,
    )
  return median('replayed') / median('old')
}

const widthOf = (arrival: Arrival): number =>
  arrival.kind === 'expected' ? (arrival.latest ?? WEEK_HOURS * 100) - arrival.earliest : 0
