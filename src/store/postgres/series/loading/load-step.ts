// A statement that loads rows, and what takes its answer. Only numbers are written into the statements.
import type { Minute } from '../../../../domain/clock.js'
import type { Gap } from '../../../../domain/gap.js'
import type { CadenceSpan } from '../../../../domain/rules/cadence.js'
import type { ScheduleChange } from '../../../../domain/rules/schedule.js'
import type { QuarantineRow } from '../../../../series/tables/damaged-segments.js'
import type { Entry } from '../../../../series/tables/keys.js'
import type { LoadedRemoval, Workspace } from '../workspace.js'

export interface LoadStep {
  readonly text: string
  take(rows: readonly object[]): void
}

interface OfUniverse {
  readonly universeId: number
}
interface OfWeek extends OfUniverse {
  readonly week: number
}

/** What the statements of each kind answer. */
export interface LoadedColumns {
  readonly entry: Entry
  readonly schedule: ScheduleChange
  readonly cadence: OfUniverse & CadenceSpan
  readonly gap: Gap
  readonly size: OfWeek & { readonly size: number }
  readonly retention: OfWeek & { readonly samples: number; readonly slot: number; readonly isStale: boolean }
  readonly segment: OfWeek & { readonly data: Buffer }
  readonly rollup: OfWeek & { readonly samples: number; readonly slot: number; readonly data: Buffer | null }
  readonly hours: OfUniverse & { readonly since: Minute; readonly data: Buffer }
  readonly quarantine: OfUniverse & QuarantineRow
  readonly removed: OfUniverse & LoadedRemoval
  readonly restored: OfWeek & { readonly restoredAt: number }
  readonly used: { readonly bytes: number }
  readonly time: { readonly ms: number }
  readonly number: { readonly number: number }
  readonly partition: { readonly name: string }
  readonly headRow: OfUniverse & { readonly minute: Minute; readonly data: Buffer }
}

/** The driver does not know the types of columns; the statement beside the kind does. */
export const stepOf = <Kind extends keyof LoadedColumns>(
  text: string,
  take: (rows: readonly LoadedColumns[Kind][]) => void,
): LoadStep => ({ text, take: (rows) => take(rows as readonly LoadedColumns[Kind][]) })

/** One value however many numbers there are. */
export const numberList = (numbers: readonly number[]): string => `{${numbers.join(',')}}`

export const OF_UNIVERSES = ({ universeIds }: Workspace): string =>
  `WHERE universe_id = ANY('${numberList(universeIds)}'::bigint[])`

export function byUniverse<Row extends { readonly universeId: number }>(rows: readonly Row[]): Map<number, Row[]> {
  const groups = new Map<number, Row[]>()
  for (const row of rows) {
    const group = groups.get(row.universeId)
    if (group === undefined) groups.set(row.universeId, [row])
    else group.push(row)
  }
  return groups
}
