// Samples as one JSON document, streamed (API-25).
import { isoOfDay } from '../../domain/clock.js'
import { MEASURE_NAMES, MEASURES } from '../../domain/measures.js'
import { revenueReader } from '../../domain/revenue.js'
import type { SampleExport } from '../../domain/sample-file.js'
import { Pieces } from '../pieces.js'
import { RowTemplate } from './row-template.js'

const END = '}'
const NO_BYTES = Buffer.alloc(0)

/** Yields pieces of about 100 KB. */
export async function* samplesJson(exported: SampleExport): AsyncGenerator<Buffer> {
  // Held back until the first block is read, so that an earlier failure can still be answered as an error.
  let head = headOf(exported)
  const revenueAt = revenueReader(exported.revenue)
  const row = rowOf(exported.game.universeId)
  const output = new Pieces()
  let count = 0
  for await (const { minutes, columns } of exported.blocks) {
    const values = MEASURE_NAMES.map((name) => columns[name])
    for (let index = 0; index < minutes.length; index++) {
      if (output.isFull) {
        yield withHead(head, output.take())
        head = NO_BYTES
      }
      const minute = minutes[index] as number
      row.fill(minute, values, index)
      const dayRevenue = revenueAt(minute)
      // Drops the leading comma of the first row.
      const bytes = count++ === 0 ? row.bytes.subarray(1) : row.bytes
      if (dayRevenue === undefined) output.put(bytes)
      else {
        output.put(bytes.subarray(0, -END.length))
        output.putAscii(`,"revenue":${dayRevenue}${END}`)
      }
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
