// Simulated histories of many games: the simulator's daily and weekly course with noise, and the causes that a test adds.
import { DAY_MINUTES, dayOf, type Minute, WEEK_MINUTES } from '../../../src/domain/clock.js'
import type { GapReason } from '../../../src/domain/gap.js'
import type { Store } from '../../../src/domain/ports/store.js'
import { type Block, emptyBlock, joinBlocks } from '../../../src/domain/sample.js'
import { countersOf } from '../../../src/simulator/world/counters.js'
import { dipFactor } from '../../../src/simulator/world/dips.js'
import type { SimulatedGame } from '../../../src/simulator/world/game.js'
import { playersAt } from '../../../src/simulator/world/player-count.js'
import { updatePull } from '../../../src/simulator/world/updates.js'
import { createWorld } from '../../../src/simulator/world/world.js'
import { facts, record } from '../../store/contract/support.js'

/** An event that changes the players; `game` is the index of the game, or `all`. */
export interface Cause {
  readonly game: number | 'all'
  readonly from: Minute
  readonly until: Minute
  /** The factor of the usual players, `since` minutes after the beginning. */
  readonly factor?: (since: Minute) => number
  /** If set, nothing was measured during the cause, for this reason. */
  readonly gap?: GapReason
  /** Whether the cause began with an update. */
  readonly isUpdate?: boolean
}

export interface SimulatedHistoryOptions {
  readonly games: number
  readonly from: Minute
  readonly until: Minute
  readonly causes?: readonly Cause[]
  /** Whether to include the simulator's own updates and outages of the platform. */
  readonly isEventful?: boolean
}

export interface SimulatedHistory extends SimulatedHistoryOptions {
  readonly worlds: readonly SimulatedGame[]
  readonly causes: readonly Cause[]
}

const SEED = 1

export function lifeOf(options: SimulatedHistoryOptions): SimulatedHistory {
  const { games } = createWorld({ seed: SEED, games: options.games })
  return { causes: [], ...options, worlds: games }
}

/** Writes all samples, one game at a time, and the gaps. */
export async function writeLife(store: Store, life: SimulatedHistory): Promise<void> {
  for (const [index, game] of life.worlds.entries()) {
    const causes = life.causes.filter((cause) => cause.game === 'all' || cause.game === index)
    let played = game.baseCcu * 50 * WEEK_MINUTES
    const days: Block[] = []
    for (let day = dayOf(life.from); day < dayOf(life.until); day++) {
      const written = dayOfLife(game, { day, played, causes, isEventful: life.isEventful ?? false })
      played = written.played
      days.push(written.block)
    }
    await store.series.importBlock(joinBlocks(game.universeId, days))
  }
}

/** Runs the ticks after `after` up to `until`. Must be called in the order of time, before each evaluation. */
export async function tickUntil(store: Store, life: SimulatedHistory, after: Minute, until: Minute): Promise<void> {
  const isIn = (minute: Minute) => minute > after && minute <= until
  const updates = life.causes.filter(({ isUpdate, from }) => isUpdate === true && isIn(from))
  for (const { game, from } of updates.sort((a, b) => a.from - b.from)) {
    const { universeId } = life.worlds[Number(game)] ?? { universeId: 0 }
    await record(store, from, { facts: [facts(universeId, { updatedAt: from * 60_000 })] })
  }
  const gaps = life.causes.flatMap(({ gap: reason, from, until: end, game }) => {
    if (reason === undefined || !isIn(end)) return []
    const ids = life.worlds.filter((_, index) => game === 'all' || game === index).map(({ universeId }) => universeId)
    return ids.map((universeId) => ({ universeId, from, until: end, reason }))
  })
  await record(store, until, { gaps })
}

interface Day {
  readonly day: number
  readonly played: number
  readonly causes: readonly Cause[]
  readonly isEventful: boolean
}

function dayOfLife(
  game: SimulatedGame,
  { day, played: before, causes, isEventful }: Day,
): { block: Block; played: number } {
  const start = day * DAY_MINUTES
  const near = causes.filter(({ from, until }) => from < start + DAY_MINUTES && until > start)
  const minutes = Array.from({ length: DAY_MINUTES }, (_, index) => start + index)
  const measured = minutes.filter((minute) => !near.some((cause) => cause.gap !== undefined && isDuring(cause, minute)))
  const block = emptyBlock(game.universeId, measured.length)
  let played = before
  measured.forEach((minute, row) => {
    let players = playersAt(SEED, game, minute)
    if (!isEventful) players /= updatePull(game, minute) * dipFactor(SEED, minute)
    for (const cause of near) if (cause.factor && isDuring(cause, minute)) players *= cause.factor(minute - cause.from)
    players = Math.round(players)
    played += players
    const { visits, favorites, likes, dislikes } = countersOf(game, played)
    block.minutes[row] = minute
    Object.entries({ ccu: players, visits, favorites, likes, dislikes }).forEach(([name, value]) => {
      block.columns[name as 'ccu'][row] = value
    })
  })
  return { block, played }
}

const isDuring = ({ from, until }: Cause, minute: Minute): boolean => minute >= from && minute < until
