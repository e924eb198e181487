// Update reports through the evaluator, on games in which it is known what an update did.
import { DAY_MINUTES, HOUR_MINUTES, type Minute } from '../../../src/domain/clock.js'
import type { EffectOutcome } from '../../../src/domain/insights/effect/effect-facts.js'
import { HourlyMeans } from '../../../src/domain/insights/usual/hourly-means.js'
import { UsualModel } from '../../../src/domain/insights/usual/usual.js'
import { reportCard } from '../../../src/domain/notifications/evaluators/report-card.js'
import type { ReportCardFacts } from '../../../src/domain/notifications/facts.js'
import { worldContexts } from './evaluation-world.js'
import { type GameWorld, gameWorld } from './game-world.js'
import type { Happening } from './happenings.js'
import { platformWorld } from './platform-world.js'
import { randomFrom } from './random.js'

/** In half widths of the band of the game's usual. */
export const PLANTED = [0, 1, -1, 0, 2, -2, 0, 4, -4] as const
export type PlantedEffect = (typeof PLANTED)[number]

export interface PlantedReport {
  readonly planted: PlantedEffect
  /** The planted share of players: 0.25 is 25 % more, once they have come. */
  readonly change: number
  readonly facts: ReportCardFacts
  /** An outage of the platform touches the first hour, or the players had just begun to come back. */
  readonly hasOutage: boolean
}

const START: Minute = Date.UTC(2026, 0, 5) / 60_000
const LEAD = 44 * DAY_MINUTES
const STEP = 2
/** Players come within so many minutes of an update. */
const ONSET = 20
const OUTAGE_SHARE = 0.1
/** Games fill again after an outage. */
const AFTERMATH = 45

export interface ReportSetup {
  /** By default, the seed decides. */
  readonly planted?: PlantedEffect
  /** What happens to the game beside the update; by default nothing. */
  readonly happening?: Happening
}

/** Three reports of one game. */
export async function reportsOf(seed: number, setup: ReportSetup = {}): Promise<PlantedReport[]> {
  const random = randomFrom(seed + 99_991)
  const planted = setup.planted ?? PLANTED[seed % PLANTED.length] ?? 0
  const updatedAt = START + LEAD + Math.floor(random.between(0, 7 * DAY_MINUTES))
  const span = { from: START, until: updatedAt + 7 * DAY_MINUTES + HOUR_MINUTES }
  const hasOutage = random.chance(OUTAGE_SHARE) && setup.happening === undefined
  const happened = setup.happening?.(updatedAt, randomFrom(seed + 77_003))
  const outage = { from: updatedAt + 20, until: updatedAt + 20 + Math.floor(random.between(30, 90)) }
  const platform = platformWorld({
    seed,
    ...span,
    outages: 0.5,
    more: [...(hasOutage ? [outage] : []), ...(happened?.outages ?? [])],
  })
  const own = happened?.own ?? (() => 1)
  const options = { seed: seed * 31 + 7, platform, ...span, step: STEP, planted: own }
  const half = halfBandOf(gameWorld(options), updatedAt)
  const change = Math.max(-0.95, planted * half)
  const effect = (minute: Minute) =>
    own(minute) * (minute < updatedAt ? 1 : 1 + change * Math.min(1, (minute - updatedAt + 1) / ONSET))
  const world = gameWorld({ ...options, planted: effect })
  const published = {
    universeId: 5,
    minute: updatedAt + 1,
    what: 'published',
    value: String(updatedAt * 60_000),
  } as const
  const contextOf = worldContexts({ world, platform, hasMarket: seed % 5 !== 0 || hasOutage, events: [published] })
  const touchesFirstHour = platform.outages.some(
    ({ from, until }) => from < updatedAt + HOUR_MINUTES && until + AFTERMATH > updatedAt,
  )
  const { notifications } = await reportCard.evaluate(contextOf(updatedAt - 10, span.until), undefined)
  return notifications.map(({ facts }) => ({
    planted,
    change,
    facts: facts as ReportCardFacts,
    hasOutage: touchesFirstHour,
  }))
}

/** Half the width of the usual's band around the moment, as a share of the expected players. */
function halfBandOf({ from, step, players }: GameWorld, minute: Minute): number {
  const [first, end] = [from / HOUR_MINUTES, Math.floor(minute / HOUR_MINUTES)]
  const series = new HourlyMeans(end, end - first)
  for (let hour = first; hour < end; hour++) {
    const start = ((hour - first) * HOUR_MINUTES) / step
    let sum = 0
    for (let index = start; index < start + HOUR_MINUTES / step; index++) sum += players[index] ?? 0
    series.set(hour, sum / (HOUR_MINUTES / step))
  }
  const usual = new UsualModel({ series, until: minute }).at(minute)
  return usual.kind === 'known' ? (usual.high - usual.low) / 2 / usual.expected : 0
}

export function isRight({ planted, facts, hasOutage }: PlantedReport): boolean {
  if (facts.outcome === 'cannot_tell') return hasOutage && facts.reason === 'outage'
  const expected: EffectOutcome = planted === 0 ? 'no_clear_change' : planted > 0 ? 'more' : 'fewer'
  return facts.outcome === expected
}
