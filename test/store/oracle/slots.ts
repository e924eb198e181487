// Which interval was in force when, and which minutes begin a slot. A slot runs from one multiple of the interval in force
// to the next, and ends early where another schedule begins.
import type { Minute } from '../../../src/domain/clock.js'
import type { ScheduleChange } from '../../../src/domain/rules/schedule.js'
import type { Connection } from '../../../src/store/sqlite/connection.js'

/** The schedules of one universe as they are known now. */
export interface Slots {
  /** Minutes between samples at a minute; 0 where nobody asked. */
  intervalAt(minute: Minute): number
  /** The minutes that a sample of this minute stands for: its own, and all after it until another slot begins. */
  coveredFrom(minute: Minute): Minute[]
  /** The minutes of the slot up to this one, the last first. */
  backFrom(minute: Minute): Minute[]
}

export interface ScheduleRows {
  put(change: ScheduleChange): void
  between(universeId: number, from: Minute, until: Minute): ScheduleChange[]
  slotsOf(universeId: number): Slots
}

export function scheduleRows({ raw }: Connection): ScheduleRows {
  const insert = raw.prepare<[number, Minute, number]>(
    'INSERT OR REPLACE INTO schedule (universe_id, since, interval) VALUES (?, ?, ?)',
  )
  const select = raw.prepare<[number], ScheduleChange>(
    'SELECT universe_id AS universeId, since, interval FROM schedule WHERE universe_id = ? ORDER BY since',
  )
  return {
    put: ({ universeId, since, interval }) => void insert.run(universeId, since, interval),
    between(universeId, from, until) {
      const all = select.all(universeId)
      const inForce = all.filter(({ since }) => since <= from).slice(-1)
      return [...inForce, ...all.filter(({ since }) => since > from)].filter(({ since }) => since < until)
    },
    slotsOf: (universeId) => slotsUnder(select.all(universeId)),
  }
}

function slotsUnder(schedules: readonly ScheduleChange[]): Slots {
  const intervalAt = (minute: Minute): number => schedules.findLast(({ since }) => since <= minute)?.interval ?? 0
  // Where nobody asks, each minute stands for itself.
  const isSlotStart = (minute: Minute): boolean =>
    minute % (intervalAt(minute) || 1) === 0 || schedules.some(({ since }) => since === minute)
  return {
    intervalAt,
    coveredFrom(minute) {
      const covered = [minute]
      for (let next = minute + 1; !isSlotStart(next); next++) covered.push(next)
      return covered
    },
    backFrom(minute) {
      const back = [minute]
      for (let at = minute; !isSlotStart(at); at--) back.push(at - 1)
      return back
    },
  }
}
