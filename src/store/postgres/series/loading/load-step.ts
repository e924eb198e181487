// A statement that loads rows, and what takes its answer.
import type { Minute } from '../../../../domain/clock.js'
import type { Gap } from '../../../../domain/gap.js'
import type { CadenceSpan } from '../../../../domain/rules/cadence.js'
import type { ScheduleChange } from '../../../../domain/rules/schedule.js'
import type { QuarantineRow } from '../../../../series/tables/damaged-segments.js'
import type { Entry } from '../../../../series/tables/keys.js'
import type { PreparedStatement, StatementCall } from '../../server/prepared-statements.js'
import type { LoadedRemoval } from '../workspace.js'

export interface LoadStep {
  readonly call: StatementCall
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
  readonly version: OfUniverse & { readonly version: number }
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

/** A statement that answers with rows of this kind. */
export interface LoadStatement<Kind extends keyof LoadedColumns> extends PreparedStatement {
  readonly kind: Kind
}

export const loadStatement = <Kind extends keyof LoadedColumns>(
  kind: Kind,
  types: PreparedStatement['types'],
  text: string,
): LoadStatement<Kind> => ({ kind, name: `load_${kind}`, types, text })

/** The same with the universes as its only value. */
export const statementOfUniverses = <Kind extends keyof LoadedColumns>(kind: Kind, text: string): LoadStatement<Kind> =>
  loadStatement(kind, ['bigint[]'], text)

/** The driver does not know the types of columns; the statement beside the kind does. */
export const stepOf = <Kind extends keyof LoadedColumns>(
  statement: LoadStatement<Kind>,
  values: StatementCall['values'],
  take: (rows: readonly LoadedColumns[Kind][]) => void,
): LoadStep => ({ call: { statement, values }, take: (rows) => take(rows as readonly LoadedColumns[Kind][]) })

/** One value however many numbers there are. */
export const numberList = (numbers: readonly number[]): string => `{${numbers.join(',')}}`
