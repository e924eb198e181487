// A game of a world as the evaluators see it: its samples, the market, and the usual, with nothing after the evaluated
// minutes. Like the services, without the store.
import { HOUR_MINUTES, type Minute } from '../../../src/domain/clock.js'
import { HourlyMeans } from '../../../src/domain/insights/usual/hourly-means.js'
import { UsualModel } from '../../../src/domain/insights/usual/usual.js'
import type { EvaluationContext } from '../../../src/domain/notifications/evaluator.js'
import type { Rule } from '../../../src/domain/notifications/settings.js'
import { type Block, columnsOf } from '../../../src/domain/sample.js'
import type { UniverseEvent } from '../../../src/domain/universe.js'
import type { GameWorld } from './game-world.js'
import type { PlatformWorld } from './platform-world.js'

const UNIVERSE = 5
const HISTORY_HOURS = 900
const GAME = {
  ...{ id: 1, accountId: 1, universeId: UNIVERSE, name: 'World', channelId: '1', isActive: true, createdAt: 0 },
  ...{ isPausedByPlan: false, isPublic: false },
}

export interface WorldSetup {
  readonly world: GameWorld
  readonly platform: PlatformWorld
  /** Whether the index of Roblox as a whole is known. */
  readonly hasMarket: boolean
  readonly events?: readonly UniverseEvent[]
  readonly rules?: readonly Rule[]
}

export type WorldContext = (from: Minute, until: Minute) => EvaluationContext

export function worldContexts({ world, platform, hasMarket, events = [], rules = [] }: WorldSetup): WorldContext {
  const hours = hoursOf(world)
  const block = (from: Minute, until: Minute): Block => blockOf(world, from, until)
  return (from, until) => {
    const samples = block(from, until)
    const since = Math.floor(from / HOUR_MINUTES) - HISTORY_HOURS
    const at = (hour: number) => (hour < since ? Number.NaN : hours.at(hour))
    const usual = new UsualModel({ series: { since, until: hours.until, at }, until })
    return {
      ...{ game: GAME, from, until, interval: world.step, samples, stored: samples, gaps: [] },
      events: events.filter(({ minute }) => minute >= from && minute < until),
      ...{ isResumed: false, route: undefined, excluded: [], rules, peers: [GAME], universes: [UNIVERSE] },
      serverOf: () => null,
      history: {
        samples: async (_, start, end) => block(start, Math.min(end, until)),
        lastMeasured: async (_, before) => before - world.step,
        firstMinute: async () => world.from,
        peakBefore: async () => undefined,
        days: async () => [],
        gaps: async () => [],
        events: async () => [],
        usual: async () => usual,
      },
      playerCounts: {
        at: async (universes, minutes) => new Map(universes.map((id) => [id, playersAt(world, minutes)])),
        once: (_, find) => find(),
      },
      charts: {
        universes: [-1, -2, -3],
        playerCounts: {
          at: async (universes, minutes) => {
            const values = Float64Array.from(minutes, (minute) =>
              hasMarket ? 1e6 * indexAt(platform, minute) : Number.NaN,
            )
            return new Map(universes.map((id) => [id, values]))
          },
          once: (_, find) => find(),
        },
        lag: 2,
      },
      pastEvents: async () => [],
      markets: async () => (hasMarket ? [(minute) => (minute < until ? indexAt(platform, minute) : Number.NaN)] : []),
    }
  }
}

const playersAt = ({ from, step, players }: GameWorld, minutes: readonly Minute[]): Float64Array =>
  Float64Array.from(minutes, (minute) => players[Math.floor((minute - from) / step)] ?? Number.NaN)

function indexAt(platform: PlatformWorld, minute: Minute): number {
  return platform.shapeAt(minute) * platform.kept(minute)
}

function hoursOf({ from, step, players }: GameWorld): HourlyMeans {
  const [first, end] = [Math.floor(from / HOUR_MINUTES), Math.floor((from + players.length * step) / HOUR_MINUTES)]
  const means = new HourlyMeans(end, end - first)
  for (let hour = first; hour < end; hour++) {
    const start = Math.max(0, Math.ceil((hour * HOUR_MINUTES - from) / step))
    const stop = Math.ceil(((hour + 1) * HOUR_MINUTES - from) / step)
    let sum = 0
    for (let index = start; index < stop; index++) sum += players[index] ?? 0
    means.set(hour, sum / (stop - start))
  }
  return means
}

function blockOf({ from, step, players }: GameWorld, start: Minute, end: Minute): Block {
  const first = Math.max(0, Math.ceil((start - from) / step))
  const stop = Math.max(first, Math.min(players.length, Math.ceil((end - from) / step)))
  const rows = stop - first
  const nothing = new Float64Array(rows)
  const ccu = Float64Array.from(players.subarray(first, stop))
  return {
    universeId: UNIVERSE,
    minutes: Int32Array.from({ length: rows }, (_, row) => from + (first + row) * step),
    columns: columnsOf((name) => (name === 'ccu' ? ccu : nothing)),
  }
}
