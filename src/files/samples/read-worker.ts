// The worker thread of read-samples-csv.ts.
import { parentPort, workerData } from 'node:worker_threads'
import { type ErrorCode, HeadcountError, type Reason } from '../../domain/error.js'
import { ImportRows } from '../../domain/sample-file.js'
import { SamplesCsvReader } from './samples-csv-reader.js'

export interface ReadOrder {
  /** Whole lines, at the beginning of this memory. */
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly length: number
  /** Memory for the rows. */
  readonly values: Float64Array<ArrayBuffer>
}

export type ReadReply = (
  | (ReadOrder & { readonly problem?: never })
  /** An error loses its class on the way to another thread. */
  | { readonly problem: { readonly code: ErrorCode; readonly reason: Reason } }
) & {
  /** How many lines this thread had read before those of this order, and with them: it counts only its own. */
  readonly lines: { readonly before: number; readonly after: number }
}

const port = parentPort
if (port) {
  const reader = new SamplesCsvReader(workerData)
  port.on('message', ({ bytes, length, values }: ReadOrder) => {
    const rows = new ImportRows()
    rows.values = values
    const before = reader.place.line
    const lines = () => ({ before, after: reader.place.line })
    try {
      reader.read(bytes.subarray(0, length), rows)
      const reply: ReadReply = { bytes, length: rows.length, values: rows.values, lines: lines() }
      port.postMessage(reply, [bytes.buffer, rows.values.buffer])
    } catch (error) {
      if (!(error instanceof HeadcountError) || error.options.reason === undefined) throw error
      const problem = { code: error.code, reason: error.options.reason }
      port.postMessage({ problem, lines: lines() } satisfies ReadReply)
    }
  })
}
