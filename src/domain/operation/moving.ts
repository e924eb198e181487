// The port that moves everything from one storage engine to the other: a SQLite file to PostgreSQL, or back.

export type MovePart = 'copying' | 'comparing'

export interface MoveOptions {
  /** The URL of the database to read. Nothing in it is changed, except that an older schema is brought up to date. */
  readonly from: string
  /** The URL of the database to write. */
  readonly to: string
  /** Stops the move between two batches of rows; what is copied stays. */
  readonly signal: AbortSignal
  /** Rows so far, and rows in total. */
  onProgress(part: MovePart, done: number, total: number): void
}

export interface MoveReport {
  /** The two databases without passwords. */
  readonly from: string
  readonly to: string
  /**
   * `again`: the source had changed since a move that was interrupted, so that the target was emptied first. `before`: the target
   * already had the same rows, and nothing was written.
   */
  readonly course: 'begun' | 'continued' | 'again' | 'before'
  /** How many rows the target has in each table, as PostgreSQL names and counts them: one head row for each sample. */
  readonly tables: readonly { readonly name: string; readonly rows: number }[]
  /** The segments, each compared byte for byte. */
  readonly segments: number
  readonly segmentBytes: number
  /** Encrypted secrets, whose key is in neither database. */
  readonly secrets: number
  /** Values that the target cannot store, and that were stored in another form: a zero byte in a text, a damaged creator. */
  readonly changedValues: number
  /** Samples of open hours whose bytes are damaged: rows that only their own engine can keep. */
  readonly damagedRows: number
}

export interface StoreMover {
  /**
   * Copies all rows, then compares all of them. Repeated after an interruption, it goes on. Throws, and has changed nothing, while
   * another process uses one of the two, and where the target holds other rows.
   */
  move(options: MoveOptions): Promise<MoveReport>
}
