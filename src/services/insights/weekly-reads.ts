// Caches what a preview reads repeatedly, until the preview is done: while a fall lasts, every minute asks for the same
// weeks of the game, and for the players of many other universes.

import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import { type Minute, WEEK_MINUTES } from '../../domain/clock.js'
import { rowsBetween } from '../../domain/insights/measuring.js'
import { type Block, columnsOf } from '../../domain/sample.js'
import { type HistoryDeps, readBlock } from './read-samples.js'

/** A week of a game takes about a megabyte. The weeks of a dip are up to two before that of the day. */
const MAX_WEEKS = 5
/** A week of players takes 100 kB; two of each compared universe are in use at a time. */
const MAX_PLAYER_WEEKS = 250
/** A preview of hours of falls takes a second; after so many milliseconds it lets others go first. */
const MAX_SLICE_MS = 8

const weekOf = (minute: Minute): number => Math.floor(minute / WEEK_MINUTES)

/** The same history, of which each week is read once. What is stored meanwhile may be missing. */
export function cacheWeeks<Deps extends HistoryDeps>(store: Deps): Deps {
  const weeks = new LRUCache<string, Promise<Block>>({ max: MAX_WEEKS })
  const weekOfGame = (universeId: number, week: number): Promise<Block> => {
    const key = `${universeId} ${week}`
    const found = weeks.get(key) ?? readBlock(store, universeId, week * WEEK_MINUTES, (week + 1) * WEEK_MINUTES)
    weeks.set(key, found)
    return found
  }
  async function* blocks(universeId: number, from: Minute, until: Minute): AsyncIterable<Block> {
    for (let week = weekOf(from); week * WEEK_MINUTES < until; week++) {
      const { minutes, columns, ...block } = await weekOfGame(universeId, week)
      const [first, end] = rowsBetween({ minutes, columns, ...block }, from, until)
      if (first < end)
        yield {
          ...block,
          minutes: minutes.subarray(first, end),
          columns: columnsOf((name) => columns[name].subarray(first, end)),
        }
    }
  }
  return { ...store, series: { ...store.series, blocks } }
}

/** A week of one universe, by minute of the week. */
interface PlayerWeek {
  readonly start: Minute
  /** The minute of the week of the last sample until then; -1 without one. */
  readonly sampled: Int16Array
  readonly players: Float64Array
}

/** The last answer. */
interface CountsRead {
  readonly universes: readonly number[]
  readonly minutes: readonly Minute[]
  readonly age: number
  readonly found: ReadonlyMap<number, Float64Array>
}

/** The players of many universes at some minutes, at most `age` minutes old; NaN where there is none. */
interface WeeklyPlayers {
  at(universes: readonly number[], minutes: readonly Minute[], age: number): Promise<ReadonlyMap<number, Float64Array>>
  /** Computes what has this name once. */
  once<T>(name: string, find: () => Promise<T>): Promise<T>
}

/** The players of other universes: `once` is for one window, what was read is for all. */
export function createWeeklyPlayers(store: HistoryDeps): () => WeeklyPlayers {
  const weeks = new LRUCache<string, PlayerWeek>({ max: MAX_PLAYER_WEEKS })

  const readWeek = async (universeId: number, week: number): Promise<PlayerWeek> => {
    const key = `${universeId} ${week}`
    const known = weeks.get(key)
    if (known !== undefined) return known
    const start = week * WEEK_MINUTES
    const found = playerWeek(await readBlock(store, universeId, start, start + WEEK_MINUTES), start)
    weeks.set(key, found)
    return found
  }

  let sliceStart = performance.now()
  let lastRead: CountsRead | undefined

  const at: WeeklyPlayers['at'] = async (universes, minutes, age) => {
    // From minute to minute only the last point differs.
    const earlier = lastRead?.universes === universes && lastRead.age === age ? lastRead : undefined
    const sameCount = earlier === undefined ? 0 : sameUntil(earlier.minutes, minutes)
    const found = new Map<number, Float64Array>()
    const [first, last] = [weekOf((minutes[sameCount] ?? 0) - age), weekOf(minutes.at(-1) ?? 0)]
    for (const universeId of universes) {
      if (performance.now() - sliceStart >= MAX_SLICE_MS) {
        await yieldToEventLoop()
        sliceStart = performance.now()
      }
      const players = new Float64Array(minutes.length)
      players.set(earlier?.found.get(universeId)?.subarray(0, sameCount) ?? [])
      found.set(universeId, players)
      if (sameCount === minutes.length) continue
      const read: PlayerWeek[] = []
      for (let week = last; week >= first; week--)
        read.push(weeks.get(`${universeId} ${week}`) ?? (await readWeek(universeId, week)))
      for (let index = sameCount; index < minutes.length; index++)
        players[index] = lastPlayers(read, minutes[index] ?? 0, age)
    }
    lastRead = { universes, minutes, age, found }
    return found
  }

  return () => {
    const shared = new Map<string, Promise<unknown>>()
    const once = <T>(name: string, find: () => Promise<T>): Promise<T> => {
      const found = (shared.get(name) as Promise<T> | undefined) ?? find()
      shared.set(name, found)
      return found
    }
    return { at, once }
  }
}

/** How many minutes at the beginning of both lists are equal. */
function sameUntil(before: readonly Minute[], now: readonly Minute[]): number {
  const differs = now.findIndex((minute, index) => minute !== before[index])
  return differs < 0 ? now.length : differs
}

function playerWeek({ minutes, columns }: Block, start: Minute): PlayerWeek {
  const sampled = new Int16Array(WEEK_MINUTES).fill(-1)
  const players = new Float64Array(WEEK_MINUTES)
  for (const [row, minute] of minutes.entries()) {
    players[minute - start] = columns.ccu[row] ?? Number.NaN
    sampled.fill(minute - start, minute - start, (minutes[row + 1] ?? start + WEEK_MINUTES) - start)
  }
  return { start, sampled, players }
}

/** `weeks`: the newest first. */
function lastPlayers(weeks: readonly PlayerWeek[], minute: Minute, age: number): number {
  for (const { start, sampled, players } of weeks) {
    const row = minute < start ? -1 : (sampled[Math.min(minute - start, WEEK_MINUTES - 1)] ?? -1)
    if (row >= 0) return minute - start - row <= age ? (players[row] ?? Number.NaN) : Number.NaN
  }
  return Number.NaN
}
