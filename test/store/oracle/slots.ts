// The intervals in force over time, and the slots they make. A slot lasts from one multiple of the interval to the next, and
// ends early where another schedule begins.
import type { Minute } from '../../../src/domain/clock.js'
import type { ScheduleChange } from '../../../src/domain/rules/schedule.js'
import type { Connection } from '../../../src/store/sqlite/connection.js'

/** The slots of one universe by its present schedules. */
export interface Slots {
  /** The interval in force at a minute, in minutes; 0 where no account tracked the universe. */
  intervalAt(minute: Minute): number
  /** The minutes that a sample of this minute covers: its own and the following ones of its slot. */
  coveredFrom(minute: Minute): Minute[]
  /** The minutes of the slot up to this one, in descending order. */
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
  // Where no account tracked the universe, each minute is a slot of its own.
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
