// Simulated worlds in which one thing happens each: what it does to a model of the usual is known.
import { DAY_HOURS, WEEK_HOURS } from '../../../src/domain/clock.js'
import type { Hour } from '../../../src/domain/insights/usual/hourly-means.js'
import type { Scenario } from './scores.js'

const HOURS = 8 * WEEK_HOURS
const SCORED_HOURS = 2 * WEEK_HOURS
const GAMES = 24
/** A Monday, 00:00 UTC. */
const BEGIN: Hour = 2_900 * WEEK_HOURS + 4 * DAY_HOURS

export interface UsualWorld {
  readonly name: string
  /** Where nothing happens, a model can only be as good as the best of the others. */
  readonly isQuiet: boolean
  readonly scenarios: readonly Scenario[]
}

interface Incident {
  readonly from: number
  readonly until: number
  readonly factor: number
}

interface WorldPlan {
  readonly name: string
  readonly isQuiet?: boolean
  /** By how much the level changes by chance from hour to hour. */
  readonly wander?: number
  /** The level at an hour after the beginning. */
  readonly level?: (hour: number, game: number) => number
  readonly incidents?: (random: () => number) => readonly Incident[]
}

/** Numbers in [0, 1), the same for the same seed (mulberry32). */
export function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

export const normal = (random: () => number): number =>
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())

/** Every few days one, in the evening: each lasts some hours and multiplies the players. */
const everyFewDays =
  ({ hours, factor, days }: { hours: readonly [number, number]; factor: readonly [number, number]; days: number }) =>
  (random: () => number): Incident[] => {
    const incidents: Incident[] = []
    for (let from = Math.floor(random() * days * DAY_HOURS); from < HOURS; ) {
      const length = Math.round(hours[0] + random() * (hours[1] - hours[0]))
      incidents.push({ from, until: from + length, factor: factor[0] + random() * (factor[1] - factor[0]) })
      from += length + Math.floor((0.5 + random()) * days * DAY_HOURS)
    }
    return incidents
  }

const PLANS: readonly WorldPlan[] = [
  { name: 'quiet', isQuiet: true },
  { name: 'quiet, without wandering', isQuiet: true, wander: 0 },
  { name: 'growth', level: (hour, game) => 2 ** ((hour / (4 * WEEK_HOURS)) * (game % 2 === 0 ? 1 : -1)) },
  {
    name: 'a holiday',
    // Eight days at one and a half times the players, of which the first two are not scored.
    level: (hour) => (hour > HOURS - 16 * DAY_HOURS && hour < HOURS - 8 * DAY_HOURS ? 1.5 : 1),
  },
  { name: 'events', incidents: everyFewDays({ hours: [2, 5], factor: [1.6, 3.5], days: 3 }) },
  { name: 'outages', incidents: everyFewDays({ hours: [2, 8], factor: [0, 0.3], days: 3 }) },
]

export const simulatedWorlds = (): UsualWorld[] =>
  PLANS.map((plan, index) => ({
    name: plan.name,
    isQuiet: plan.isQuiet ?? false,
    scenarios: Array.from({ length: GAMES }, (_, game) => scenarioOf(plan, game, randomOf(index * 1_000 + game + 1))),
  }))

function scenarioOf(
  { level = () => 1, wander = 0.006, incidents = () => [] }: WorldPlan,
  game: number,
  random: () => number,
): Scenario {
  const [mean, swing, peak] = [10 ** (2.6 + 2 * random()), 0.25 + 0.2 * random(), random() * DAY_HOURS]
  const [weekend, hourlyNoise] = [1 + 0.25 * random(), 0.03]
  const planted = incidents(random)
  const at = (hour: number) => planted.find(({ from, until }) => hour >= from && hour < until)
  let drift = 0
  const values = Array.from({ length: HOURS }, (_, hour) => {
    drift = drift * 0.99 + normal(random) * wander
    const day = 1 + swing * Math.cos(((hour - peak) / DAY_HOURS) * 2 * Math.PI)
    const week = Math.floor(hour / DAY_HOURS) % 7 > 4 ? weekend : 1
    const expected = mean * day * week * level(hour, game) * (at(hour)?.factor ?? 1)
    return Math.max(0, Math.round(expected * Math.exp(drift) * (1 + hourlyNoise * normal(random))))
  })
  return {
    series: { since: BEGIN, until: BEGIN + HOURS, at: (hour) => values[hour - BEGIN] ?? Number.NaN },
    hours: SCORED_HOURS,
    isIncident: (hour) => at(hour - BEGIN) !== undefined,
  }
}
