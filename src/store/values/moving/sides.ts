// The two sides of a move, which each storage engine implements.
import type { MovedRow, MovedTable, MovedValue } from './tables.js'

/** How far a move has come. It is stored in the target, in the transaction that stores the rows. */
export interface MoveProgress {
  /** Of the source when the move began. */
  readonly fingerprint: string
  /** The table whose rows are copied now; null once all are. */
  readonly table: string | null
  /** The key of the last row that was copied; null before the first one. */
  readonly after: readonly (string | number)[] | null
}

/** A side has its database alone, until it is closed. */
export interface MoveSide {
  /** Without a password. */
  readonly name: string
  countOf(table: MovedTable): Promise<number>
  /** The rows after that key, ascending, in batches. */
  rows(table: MovedTable, after: MoveProgress['after']): AsyncIterable<readonly MovedRow[]>
  /** By table, the last number that it gave a row, which it never gives again; 0 before the first. */
  lastNumbers(): Promise<ReadonlyMap<string, number>>
  /** How many rows were left out because their bytes cannot be read. */
  damagedRows(): number
  close(): Promise<void>
}

export interface MoveTarget extends MoveSide {
  /** Undefined where no move is under way. */
  progress(): Promise<MoveProgress | undefined>
  isEmpty(): Promise<boolean>
  begin(progress: MoveProgress): Promise<void>
  /** Deletes all rows of a move that is under way, also its progress. */
  empty(): Promise<void>
  /** The value as it is stored: that of the source, unless this engine has no such value. */
  accepted(value: MovedValue, table: MovedTable, column: number): MovedValue
  /** Stores the rows and the progress in one transaction. */
  put(table: MovedTable, rows: readonly MovedRow[], progress: MoveProgress): Promise<void>
  setLastNumbers(numbers: ReadonlyMap<string, number>): Promise<void>
  /** Stores that what was copied is not what the source has, so that the next move begins again. */
  distrust(): Promise<void>
  /** Makes the target a database that a service can use. */
  finish(): Promise<void>
}
