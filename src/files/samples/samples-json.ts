// Samples as one JSON document, streamed (API-25).
import { isoOfDay } from '../../domain/clock.js'
import { MEASURES } from '../../domain/measures.js'
import { revenueReader } from '../../domain/revenue.js'
import type { SampleExport } from '../../domain/sample-file.js'
import { type PieceReceipt, Pieces } from '../pieces.js'
import { RowTemplate, rowsOf } from './row-template.js'

const END = '}'
const NO_BYTES = Buffer.alloc(0)

/** Yields pieces of about 100 KB. */
export async function* samplesJson(exported: SampleExport): AsyncGenerator<Buffer, void, PieceReceipt> {
  // Held back until the first block is read, so that an earlier failure can still be answered as an error.
  let head = headOf(exported)
  const revenueAt = revenueReader(exported.revenue)
  const row = rowOf(exported.game.universeId)
  const output = new Pieces()
  let count = 0
  for await (const block of exported.blocks) {
    const rows = rowsOf(block)
    for (let next = 0; next < rows.minutes.length; ) {
      if (output.isFull) {
        output.renew(yield withHead(head, output.take()))
        head = NO_BYTES
      }
      row.write(rows, next)
      const dayRevenue = revenueAt(rows.minutes[next] ?? Number.NaN)
      // Drops the leading comma of the first row.
      const bytes = count === 0 ? row.bytes.subarray(1) : row.bytes
      if (dayRevenue === undefined) output.put(bytes)
      else {
        output.put(bytes.subarray(0, -END.length))
        output.putAscii(`,"revenue":${dayRevenue}${END}`)
      }
      const written = 1 + output.putRepeated(row, rows, next + 1)
      next += written
      count += written
    }
  }
  output.putAscii(`],"count":${count}}`)
  yield withHead(head, output.take())
}

function headOf({ game: { id, name, universeId }, range }: SampleExport): Buffer {
  const game = JSON.stringify({ id, name, universe_id: universeId })
  const dates = `"start_date":"${isoOfDay(range.start)}","end_date":"${isoOfDay(range.end)}"`
  return Buffer.from(`{"success":true,"game":${game},${dates},"data":[`)
}

function rowOf(universeId: number): RowTemplate {
  const labels = MEASURES.map(({ column }) => `,"${column}":`)
  labels[0] = `","universe_id":${universeId}${labels[0]}`
  return new RowTemplate({ begin: ',{"timestamp":"', labels, missing: 'null', end: END })
}

const withHead = (head: Buffer, piece: Buffer): Buffer => (head.length === 0 ? piece : Buffer.concat([head, piece]))
