// Samples as one JSON document, streamed (API-25).
import { isoOfDay } from '../../domain/clock.js'
import { MEASURES } from '../../domain/measures.js'
import type { SampleExport } from '../../domain/sample-file.js'
import { type PieceReceipt, Pieces } from '../pieces.js'
import type { RowForm } from './row-writer.js'
import { SampleRows } from './sample-rows.js'

/** Yields pieces of about 100 KB. */
export async function* samplesJson(exported: SampleExport): AsyncGenerator<Buffer, void, PieceReceipt> {
  // Held back until the first block is read, so that an earlier failure can still be answered as an error.
  let head: Buffer | undefined = headOf(exported)
  const rows = new SampleRows((revenue) => formOf(exported.game.universeId, revenue), exported.revenue)
  const output = new Pieces()
  let count = 0
  for await (const block of exported.blocks) {
    for (let row = rows.put(output, block, 0); row < block.minutes.length; row = rows.put(output, block, row)) {
      output.renew(yield withHead(head, output.take(), true))
      head = undefined
    }
    count += block.minutes.length
  }
  output.putAscii(`],"count":${count}}`)
  yield withHead(head, output.take(), count > 0)
}

function headOf({ game: { id, name, universeId }, range }: SampleExport): Buffer {
  const game = JSON.stringify({ id, name, universe_id: universeId })
  const dates = `"start_date":"${isoOfDay(range.start)}","end_date":"${isoOfDay(range.end)}"`
  return Buffer.from(`{"success":true,"game":${game},${dates},"data":[`)
}

function formOf(universeId: number, revenue: number | undefined): RowForm {
  const labels = MEASURES.map(({ column }) => `,"${column}":`)
  labels[0] = `","universe_id":${universeId}${labels[0]}`
  const end = revenue === undefined ? '}' : `,"revenue":${revenue}}`
  return { begin: ',{"timestamp":"', labels, missing: 'null', end }
}

/** The first row begins with a comma, like all others. */
const withHead = (head: Buffer | undefined, piece: Buffer, hasRows: boolean): Buffer =>
  head === undefined ? piece : Buffer.concat([head, hasRows ? piece.subarray(1) : piece])
