// The table `rollup`: the finished days of a universe's week, added up for the intervals in use.
import type { Minute } from '../../../../domain/clock.js'
import { type DayRollup, DaySum } from '../../../../domain/rules/rollup.js'
import type { Block } from '../../../../domain/sample.js'
import type { Connection } from '../../connection.js'
import { dayOfBlock, lastVotedRow, splitDays } from '../blocks.js'
import { CorruptError } from '../codec/bytes.js'
import { type DayVotes, decodeRollups, encodeRollups, type WeekRollups } from '../codec/rollups.js'
import { keyOf, LATEST_WEEK, weekOf, weekOfKey, weekStart } from './keys.js'
import type { Schedules } from './schedules.js'
import type { Place } from './segments.js'

export interface RollupTable {
  /** By week, ascending; undefined where the week must be rolled up anew. */
  between(number: number, from: number, until: number, interval: number): Map<number, WeekRollups | undefined>
  /** The newest week before `week` that is told of, and its rollups. */
  before(number: number, week: number): { readonly week: number; readonly rollups: WeekRollups | undefined } | undefined
  /** Rolls up these days of a week (all its days where it has no rollups), and keeps the others. */
  roll(place: Place, week: Block, days: ReadonlySet<number>): void
  /** A schedule that changed at `since` makes what was rolled up from then on wrong. */
  spoil(number: number, since: Minute, wholeFrom: number): void
  isSpoilt(place: Place): boolean
}

type Row = readonly [number, Buffer | null]

export function rollupTable({ raw }: Connection, schedules: Schedules, intervals: readonly number[]): RollupTable {
  const select = raw
    .prepare<[number, number], Row>('SELECT key, data FROM rollup WHERE key BETWEEN ? AND ? ORDER BY key')
    .raw()
  const last = raw
    .prepare<[number, number], Row>('SELECT key, data FROM rollup WHERE key >= ? AND key < ? ORDER BY key DESC LIMIT 1')
    .raw()
  const put = raw.prepare<[number, Buffer]>('INSERT OR REPLACE INTO rollup (key, data) VALUES (?, ?)')
  const spoil = raw.prepare<[number, number]>('UPDATE rollup SET data = NULL WHERE key BETWEEN ? AND ?')

  const read = (number: number, week: number): WeekRollups | undefined => {
    const row = select.get(keyOf(number, week), keyOf(number, week))
    return row === undefined ? undefined : decoded(row[1])
  }

  return {
    between: (number, from, until, interval) =>
      new Map(
        select
          .all(keyOf(number, from), keyOf(number, until))
          .map(([key, data]) => [weekOfKey(key), decoded(data, interval)]),
      ),
    before(number, week) {
      const row = last.get(keyOf(number, 0) - 500_000, keyOf(number, week))
      return row === undefined ? undefined : { week: weekOfKey(row[0]), rollups: decoded(row[1], 0) }
    },
    roll(place, week, days) {
      const known = read(place.number, place.week)
      const start = weekStart(place.week)
      const inForce = schedules.between(place.universeId, start, weekStart(place.week + 1))
      const made = new Map<number, DayRollup[]>(intervals.map((interval) => [interval, []]))
      const votes: DayVotes[] = []
      for (const block of splitDays(week)) {
        if (known !== undefined && !days.has(dayOfBlock(block))) continue
        for (const [interval, rollups] of made) {
          const coverage = { interval, schedules: inForce, until: Number.POSITIVE_INFINITY }
          const rollup = new DaySum(coverage).add(block).at(Number.POSITIVE_INFINITY)
          if (rollup !== undefined) rollups.push(rollup)
        }
        const row = lastVotedRow(block, block.minutes.length)
        if (row >= 0)
          votes.push({
            day: dayOfBlock(block),
            likes: block.columns.likes[row] ?? 0,
            dislikes: block.columns.dislikes[row] ?? 0,
          })
      }
      put.run(keyOf(place.number, place.week), encodeRollups(joined(known, { days: made, votes }, days)))
    },
    spoil: (number, since, wholeFrom) =>
      void spoil.run(keyOf(number, Math.max(weekOf(since), wholeFrom)), keyOf(number, LATEST_WEEK)),
    isSpoilt: ({ number, week }) => {
      const row = select.get(keyOf(number, week), keyOf(number, week))
      return row !== undefined && decoded(row[1]) === undefined
    },
  }
}

/** What does not decode is worked out from the samples instead. */
function decoded(data: Buffer | null, only?: number): WeekRollups | undefined {
  if (data === null) return undefined
  try {
    return decodeRollups(data, only)
  } catch (error) {
    if (error instanceof CorruptError) return undefined
    throw error
  }
}

/** The known days that were not rolled up anew, and the new ones. */
function joined(known: WeekRollups | undefined, made: WeekRollups, anew: ReadonlySet<number>): WeekRollups {
  if (known === undefined) return made
  const keep = <Row extends { readonly day: number }>(before: readonly Row[] = [], now: readonly Row[]): Row[] =>
    [...before.filter((row) => !anew.has(row.day)), ...now].sort((a, b) => a.day - b.day)
  const days = new Map<number, readonly DayRollup[]>()
  for (const [interval, rollups] of made.days) days.set(interval, keep(known.days.get(interval), rollups))
  for (const [interval, rollups] of known.days) if (!days.has(interval)) days.set(interval, keep(rollups, []))
  return { days, votes: keep(known.votes, made.votes) }
}
