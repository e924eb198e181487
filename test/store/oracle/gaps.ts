// Gaps of the oracle: each due minute without a sample is one row with its reason; reads join adjacent rows of one reason
// to ranges.
import type { Minute } from '../../../src/domain/clock.js'
import type { Gap, GapReason } from '../../../src/domain/gap.js'
import type { Tick } from '../../../src/domain/ports/series.js'
import type { Connection } from '../../../src/store/sqlite/connection.js'
import { type CadenceMinutes, lateness } from './cadences.js'
import type { ScheduleRows } from './slots.js'

interface MissingMinute {
  readonly universeId: number
  readonly minute: Minute
  readonly reason: GapReason
}

export interface GapMinutes {
  /** Must be called after the samples and schedules of the tick are stored; `last` is the minute of the tick before. */
  settle(tick: Pick<Tick, 'minute' | 'samples' | 'gaps'>, last: Minute | undefined): void
  /** Ends the gaps of the universe at the minutes of new samples. */
  fill(universeId: number, minutes: Iterable<Minute>): void
  between(universeId: number, from: Minute, until: Minute): Gap[]
}

/** The longest time that an imported sample covers: a day and a half, where rows are a day apart and the next one is late. */
const MAX_REACH = 36 * 60

const TABLE = `
  CREATE TABLE IF NOT EXISTS oracle_gap (
    universe_id INTEGER NOT NULL, minute INTEGER NOT NULL, reason TEXT NOT NULL, PRIMARY KEY (universe_id, minute)
  ) WITHOUT ROWID`
const COLUMNS = 'universe_id AS universeId, minute, reason'

function prepareStatements({ raw }: Connection) {
  raw.exec(TABLE)
  return {
    any: raw.prepare<[], number>('SELECT 1 FROM oracle_gap LIMIT 1').pluck(),
    among: raw.prepare<[Minute, Minute], MissingMinute>(
      `SELECT ${COLUMNS} FROM oracle_gap WHERE minute BETWEEN ? AND ? ORDER BY universe_id, minute`,
    ),
    between: raw.prepare<[number, Minute, Minute], MissingMinute>(
      `SELECT ${COLUMNS} FROM oracle_gap WHERE universe_id = ? AND minute >= ? AND minute < ? ORDER BY minute`,
    ),
    // The first reason of a minute is kept.
    put: raw.prepare<[number, Minute, GapReason]>('INSERT OR IGNORE INTO oracle_gap VALUES (?, ?, ?)'),
    remove: raw.prepare<[number, Minute]>('DELETE FROM oracle_gap WHERE universe_id = ? AND minute = ?'),
    sampleBefore: raw
      .prepare<[number, Minute, Minute], Minute>(
        'SELECT minute FROM sample WHERE universe_id = ? AND minute BETWEEN ? AND ? ORDER BY minute DESC LIMIT 1',
      )
      .pluck(),
    sampleAfter: raw
      .prepare<[number, Minute, Minute], Minute>(
        'SELECT minute FROM sample WHERE universe_id = ? AND minute > ? AND minute < ? ORDER BY minute LIMIT 1',
      )
      .pluck(),
    samplesBetween: raw
      .prepare<[number, Minute, Minute], Minute>(
        'SELECT minute FROM sample WHERE universe_id = ? AND minute BETWEEN ? AND ? ORDER BY minute',
      )
      .pluck(),
    sample: raw.prepare<[number, Minute], number>('SELECT 1 FROM sample WHERE universe_id = ? AND minute = ?').pluck(),
  }
}

export function gapMinutes(connection: Connection, schedules: ScheduleRows, cadences: CadenceMinutes): GapMinutes {
  const { any, among, between, put, remove, sample, sampleBefore, sampleAfter, samplesBetween } =
    prepareStatements(connection)

  /** A gap begins with its slot, because no earlier sample covers any of it. */
  const miss = ({ universeId, from, until, reason }: Gap): void => {
    const slots = schedules.slotsOf(universeId)
    for (let minute = from; minute < until; minute++) {
      const slot = slots.backFrom(minute).filter((at) => at >= from)
      if (slot.some((at) => sample.get(universeId, at) !== undefined)) continue
      const last = sampleBefore.get(universeId, minute - MAX_REACH, minute)
      if (last !== undefined && last + cadences.at(universeId, last) > minute) continue
      const next = sampleAfter.get(universeId, minute, minute + MAX_REACH)
      if (last !== undefined && next !== undefined && leavesNoHole(universeId, last, next)) continue
      put.run(universeId, minute, reason)
    }
  }

  const leavesNoHole = (universeId: number, minute: Minute, next: Minute): boolean => {
    const cadence = cadences.at(universeId, minute)
    return cadence > 0 && next - minute <= lateness(cadence, 1)
  }

  /** Adds the rest of the minute's slot, up to `now`. */
  const goOn = ({ universeId, minute, reason }: MissingMinute, now: Minute): void => {
    const slotEnd = minute + schedules.slotsOf(universeId).coveredFrom(minute).length
    miss({ universeId, from: minute + 1, until: Math.min(slotEnd, now + 1), reason })
  }

  /** Ends the gaps that imported samples near these minutes cover, as far as to the next sample. */
  const coverAround = (universeId: number, first: Minute, last: Minute): void => {
    const near = samplesBetween.all(universeId, first - MAX_REACH, last + MAX_REACH)
    for (const [index, minute] of near.entries()) {
      const next = near[index + 1] ?? Number.POSITIVE_INFINITY
      const end = leavesNoHole(universeId, minute, next) ? next : minute + cadences.at(universeId, minute)
      for (let covered = minute + 1; covered < end; covered++) remove.run(universeId, covered)
    }
  }

  const fillSlots: GapMinutes['fill'] = (universeId, minutes) => {
    // Usually there is no gap to extend; the bench measures this case.
    if (any.get() === undefined) return
    const slots = schedules.slotsOf(universeId)
    const all = [...minutes]
    for (const [index, minute] of all.entries()) {
      for (const covered of slots.coveredFrom(minute)) remove.run(universeId, covered)
      const next = all[index + 1] ?? Number.POSITIVE_INFINITY
      const end = leavesNoHole(universeId, minute, next) ? next : minute + cadences.at(universeId, minute)
      for (let covered = minute + 1; covered < end; covered++) remove.run(universeId, covered)
    }
  }

  return {
    settle({ minute: now, samples, gaps }, last = now) {
      for (const { universeId, minute } of samples) fillSlots(universeId, [minute])
      if (any.get() !== undefined) for (const missing of among.all(last, now - 1)) goOn(missing, now)
      for (const gap of gaps) miss({ ...gap, until: Math.min(gap.until, now + 1) })
    },
    fill(universeId, minutes) {
      const all = [...minutes]
      const [first, last] = [all[0], all.at(-1)]
      if (first === undefined || last === undefined) return
      fillSlots(universeId, all)
      coverAround(universeId, first, last)
    },
    between: (universeId, from, until) => toRanges(between.all(universeId, from, until)),
  }
}

function toRanges(missing: readonly MissingMinute[]): Gap[] {
  const ranges: Gap[] = []
  for (const { universeId, minute, reason } of missing) {
    const last = ranges.at(-1)
    if (last?.until === minute && last.reason === reason) ranges[ranges.length - 1] = { ...last, until: minute + 1 }
    else ranges.push({ universeId, from: minute, until: minute + 1, reason })
  }
  return ranges
}
