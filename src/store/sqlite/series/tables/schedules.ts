// Stores which interval was in force when, and computes the slots of samples.
import type { Minute } from '../../../../domain/clock.js'
import type { ScheduleChange } from '../../../../domain/rules/schedule.js'
import type { Connection } from '../../connection.js'
import type { MinuteRange } from '../gaps/ranges.js'

export interface Schedules {
  put(change: ScheduleChange): void
  between(universeId: number, from: Minute, until: Minute): ScheduleChange[]
  /** The slots of samples at these minutes (ascending), each from its sample to its end. */
  slots(universeId: number, minutes: ArrayLike<Minute>): MinuteRange[]
}

const BETWEEN = `
  SELECT universe_id AS universeId, since, interval FROM schedule
  WHERE universe_id = @universeId AND since < @until AND since >=
    coalesce((SELECT max(since) FROM schedule WHERE universe_id = @universeId AND since <= @from), @from)
  ORDER BY since`

export function scheduleTable({ raw }: Pick<Connection, 'raw'>): Schedules {
  const put = raw.prepare<[ScheduleChange]>(
    'INSERT OR REPLACE INTO schedule (universe_id, since, interval) VALUES (@universeId, @since, @interval)',
  )
  const select = raw.prepare<[{ universeId: number; from: Minute; until: Minute }], ScheduleChange>(BETWEEN)
  const between: Schedules['between'] = (universeId, from, until) => select.all({ universeId, from, until })
  return {
    put: (change) => void put.run(change),
    between,
    slots(universeId, minutes) {
      const [first] = Array.from(minutes)
      return first === undefined ? [] : slotsAt(minutes, between(universeId, first, Number.MAX_SAFE_INTEGER))
    },
  }
}

/** A slot ends where the next one begins, or where another schedule comes into force. */
function slotsAt(minutes: ArrayLike<Minute>, schedules: readonly ScheduleChange[]): MinuteRange[] {
  let next = 0
  return Array.from(minutes, (minute) => {
    while ((schedules[next]?.since ?? Number.POSITIVE_INFINITY) <= minute) next++
    const interval = schedules[next - 1]?.interval || 1
    const end = (Math.floor(minute / interval) + 1) * interval
    return { from: minute, until: Math.min(end, schedules[next]?.since ?? end) }
  })
}
