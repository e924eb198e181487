// The table `schedule`: which interval was in force when.
import type { Minute } from '../../../../domain/clock.js'
import type { ScheduleChange } from '../../../../domain/rules/schedule.js'
import type { ScheduleChangeRows } from '../../../../series/tables/schedules.js'
import type { Connection } from '../../connection.js'

const SELECT_BETWEEN = `
  SELECT universe_id AS universeId, since, interval FROM schedule
  WHERE universe_id = @universeId AND since < @until AND since >=
    coalesce((SELECT max(since) FROM schedule WHERE universe_id = @universeId AND since <= @from), @from)
  ORDER BY since`

export function scheduleRows({ raw }: Pick<Connection, 'raw'>): ScheduleChangeRows {
  const put = raw.prepare<[ScheduleChange]>(
    'INSERT OR REPLACE INTO schedule (universe_id, since, interval) VALUES (@universeId, @since, @interval)',
  )
  const select = raw.prepare<[{ universeId: number; from: Minute; until: Minute }], ScheduleChange>(SELECT_BETWEEN)
  return {
    put: (change) => void put.run(change),
    between: (universeId, from, until) => select.all({ universeId, from, until }),
  }
}
