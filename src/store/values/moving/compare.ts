// Compares the rows of one table on both sides, which come in the same order, value by value and byte by byte.
import { isSameRow, type MovedRow, type MovedTable } from './tables.js'

export interface ComparedRows {
  readonly rows: number
  /** Of all values that are bytes. */
  readonly bytes: number
  /** Values that the target could not store as they are. */
  readonly changedValues: number
}

interface ComparedSides {
  readonly table: MovedTable
  readonly source: AsyncIterable<readonly MovedRow[]>
  readonly target: AsyncIterable<readonly MovedRow[]>
  /** A row of the source as the target stores it. */
  accept(row: MovedRow): MovedRow
}

/** Undefined at the first row that one side lacks or that differs. */
export async function compareTable(
  { source, target, accept }: ComparedSides,
  onRows: (count: number) => void,
): Promise<ComparedRows | undefined> {
  const [from, to] = [new MovedRowReader(source), new MovedRowReader(target)]
  let [rows, bytes, changedValues] = [0, 0, 0]
  try {
    for (;;) {
      const count = Math.min(await from.available(), await to.available())
      if (count === 0) break
      for (let row = 0; row < count; row++) {
        const [original, stored] = [from.take(), to.take()]
        const expected = accept(original)
        if (!isSameRow(expected, stored)) return undefined
        for (const [index, value] of stored.entries()) {
          if (Buffer.isBuffer(value)) bytes += value.length
          if (original[index] !== expected[index]) changedValues++
        }
      }
      rows += count
      onRows(rows)
    }
    return (await from.available()) + (await to.available()) === 0 ? { rows, bytes, changedValues } : undefined
  } finally {
    await from.close()
    await to.close()
  }
}

/** Rows one by one, without a promise for each of them. */
class MovedRowReader {
  private readonly batches: AsyncIterator<readonly MovedRow[]>
  private batch: readonly MovedRow[] = []
  private next = 0

  constructor(rows: AsyncIterable<readonly MovedRow[]>) {
    this.batches = rows[Symbol.asyncIterator]()
  }

  /** How many rows can be taken now; 0 at the end. */
  async available(): Promise<number> {
    while (this.next === this.batch.length) {
      const { value, done } = await this.batches.next()
      if (done === true) return 0
      this.batch = value
      this.next = 0
    }
    return this.batch.length - this.next
  }

  take(): MovedRow {
    return this.batch[this.next++] ?? []
  }

  async close(): Promise<void> {
    await this.batches.return?.()
  }
}
