// Reads the last known values of the measures before a minute: where a counter stands when a range begins (API-17).
import { DAY_MINUTES, dayOf, type Minute } from '../../domain/clock.js'
import { byMeasure, CLOSING_MEASURES } from '../../domain/measures.js'
import type { ClosingValues, DayRollup } from '../../domain/rules/rollup.js'
import { thin, toNullable } from '../../domain/sample.js'
import { cut } from '../blocks.js'
import { weekOf, weekStart } from '../tables/keys.js'
import type { RollupTable } from '../tables/rollup-table.js'
import type { Sources, WeekReader } from './weeks.js'

export interface ClosingSources extends Pick<Sources, 'memory' | 'directory'> {
  readonly weeks: WeekReader
  readonly rollups: RollupTable
}

/** The values that a reader at `interval` saw last before `minute`. */
export type ClosingReader = (universeId: number, minute: Minute, interval: number) => ClosingValues

const NOTHING_KNOWN: ClosingValues = byMeasure(CLOSING_MEASURES, () => null)

/** Must be called inside one transaction. */
export function closingReader({ memory, directory, weeks, rollups }: ClosingSources): ClosingReader {
  /** The rollups of a week before a day; undefined where they do not hold every sample of it. */
  function storedDays(universeId: number, week: number, end: Minute, interval: number): DayRollup[] | undefined {
    const entry = directory.find(universeId)
    if (entry === undefined || end % DAY_MINUTES !== 0) return undefined
    if (memory.sync().has(universeId, weekStart(week), end)) return undefined
    const stored = rollups.between(entry.number, week, week, interval).get(week)
    return stored?.days?.filter(({ day }) => day < dayOf(end))
  }

  function readWeek(universeId: number, week: number, minute: Minute, interval: number): ClosingValues {
    const end = Math.min(minute, weekStart(week + 1))
    const days = storedDays(universeId, week, end, interval)
    if (days !== undefined)
      return byMeasure(CLOSING_MEASURES, (name) => days.findLast(({ last }) => last[name] !== null)?.last[name] ?? null)
    const { columns } = thin(cut(weeks.read(universeId, week), weekStart(week), end), interval)
    return byMeasure(CLOSING_MEASURES, (name) =>
      toNullable(columns[name].findLast((value: number) => !Number.isNaN(value))),
    )
  }

  return (universeId, minute, interval) => {
    let known = NOTHING_KNOWN
    for (
      let week = weeks.before(universeId, weekOf(minute - 1) + 1);
      week !== undefined && CLOSING_MEASURES.some((name) => known[name] === null);
      week = weeks.before(universeId, week)
    ) {
      const [later, earlier] = [known, readWeek(universeId, week, minute, interval)]
      known = byMeasure(CLOSING_MEASURES, (name) => later[name] ?? earlier[name])
    }
    return known
  }
}
