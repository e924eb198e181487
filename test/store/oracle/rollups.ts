// Day rollups, added up from the rows at each call.
import { setImmediate as breathe } from 'node:timers/promises'
import type { RollupView, SeriesStore } from '../../../src/domain/ports/series.js'
import type { DateRange } from '../../../src/domain/rules/date-range.js'
import { endMinute, firstMinute } from '../../../src/domain/rules/date-range.js'
import { type DayRollup, rollUpDay } from '../../../src/domain/rules/rollup.js'
import { thin } from '../../../src/domain/sample.js'
import type { scheduleTable } from '../../../src/store/sqlite/series/tables/schedules.js'

/** Days read at a stretch: a few milliseconds of the event loop. */
const DAYS_AT_ONCE = 4

export function rollupReader(blocks: SeriesStore['blocks'], schedules: ReturnType<typeof scheduleTable>) {
  return async function rollups(universeId: number, range: DateRange, view: RollupView): Promise<DayRollup[]> {
    const [from, until] = [firstMinute(range), endMinute(range)]
    const inForce = schedules.between(universeId, from, until)
    const days: DayRollup[] = []
    for await (const block of blocks(universeId, from, until)) {
      const day = rollUpDay(thin(block, view.interval), { ...view, schedules: inForce })
      if (day) days.push(day)
      if (days.length % DAYS_AT_ONCE === 0) await breathe()
    }
    return days
  }
}
