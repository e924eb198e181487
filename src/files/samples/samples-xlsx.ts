// Samples as a streamed Excel workbook (API-26): typed dates and numbers, with a frozen header row.

import { DAY_MINUTES } from '../../domain/clock.js'
import { ADDED_MEASURES, columnOf, type Measure, SPECIFIED_MEASURES } from '../../domain/measures.js'
import { revenueReader } from '../../domain/revenue.js'
import type { Block } from '../../domain/sample.js'
import type { SampleExport } from '../../domain/sample-file.js'
import { chunked } from '../pieces.js'
import * as parts from '../workbook-parts.js'
import { type ZipEntry, zipStream } from '../zip-stream.js'

/** Excel's own limit, including the header row. */
const MAX_SHEET_ROWS = 1_048_576
/** Excel counts days from 1899-12-30, so 1970-01-01 is day 25,569. */
const EPOCH_DAY = 25_569
/** About 100 kB of XML, which takes the event loop a millisecond or two. */
const SHEET_ROW_BATCH_SIZE = 400

const measureColumn = (name: Measure) => ({ title: columnOf(name), width: 15, style: parts.STYLE.count })

/** In the order of the CSV file. */
const COLUMNS = [
  { title: 'timestamp', width: 17, style: parts.STYLE.date },
  { title: 'universe_id', width: 18, style: parts.STYLE.id },
  ...SPECIFIED_MEASURES.map(measureColumn),
  { title: 'revenue', width: 14, style: parts.STYLE.amount },
  ...ADDED_MEASURES.map(measureColumn),
].map((column, index) => ({ ...column, letter: String.fromCharCode(65 + index) }))

export const samplesXlsx = (exported: SampleExport, rowsPerSheet = MAX_SHEET_ROWS): AsyncGenerator<Uint8Array> =>
  zipStream(entriesOf(exported, rowsPerSheet))

async function* entriesOf({ game, blocks, revenue }: SampleExport, rowsPerSheet: number): AsyncGenerator<ZipEntry> {
  const source = new Rows(blocks, revenueReader(revenue))
  let sheets = 0
  try {
    // Nothing is yielded before the first block is read, so that an earlier failure can still be answered as an error.
    await source.hasMore()
    do {
      sheets++
      yield { name: `xl/worksheets/sheet${sheets}.xml`, content: chunked(sheetOf(source, rowsPerSheet)) }
    } while (await source.hasMore())
  } finally {
    await source.close()
  }
  yield part('xl/styles.xml', parts.STYLES)
  yield part('xl/workbook.xml', parts.workbook(sheets, 'Samples'))
  yield part('xl/_rels/workbook.xml.rels', parts.workbookRelations(sheets))
  yield part('docProps/core.xml', parts.properties(game.name))
  yield part('_rels/.rels', parts.PACKAGE_RELATIONS)
  // Written last, because only now the number of sheets is known.
  yield part('[Content_Types].xml', parts.contentTypes(sheets))
}

const part = (name: string, text: string): ZipEntry => ({
  name,
  content: (async function* () {
    yield text
  })(),
})

async function* sheetOf(source: Rows, rowsPerSheet: number): AsyncGenerator<string> {
  yield parts.sheetHead(COLUMNS.map((column) => column.width))
  yield `<row r="1">${COLUMNS.map(({ letter, title }) => parts.textCell(`${letter}1`, title, parts.STYLE.header)).join('')}</row>`
  for (let row = 2; row <= rowsPerSheet && (await source.hasMore()); ) {
    const { text, count } = source.take(row, rowsPerSheet - row + 1)
    yield text
    row += count
  }
  yield parts.SHEET_TAIL
}

function rowOf(block: Block, index: number, row: number, revenueAt: (minute: number) => number | undefined): string {
  const minute = block.minutes[index] ?? 0
  const measured = (name: Measure) => block.columns[name][index]
  const values = [
    minute / DAY_MINUTES + EPOCH_DAY,
    block.universeId,
    ...SPECIFIED_MEASURES.map(measured),
    revenueAt(minute),
    ...ADDED_MEASURES.map(measured),
  ]
  const cells = COLUMNS.map(({ letter, style }, column) => {
    const value = values[column]
    return value === undefined || Number.isNaN(value) ? '' : `<c r="${letter}${row}" s="${style}"><v>${value}</v></c>`
  })
  return `<row r="${row}">${cells.join('')}</row>`
}

/** The rows of all blocks in order; a block may begin on one sheet and end on the next. */
class Rows {
  readonly #blocks: AsyncIterator<Block>
  #block: Block | undefined
  #next = 0

  constructor(
    blocks: AsyncIterable<Block>,
    private readonly revenueAt: (minute: number) => number | undefined,
  ) {
    this.#blocks = blocks[Symbol.asyncIterator]()
  }

  async hasMore(): Promise<boolean> {
    while (!this.#block || this.#next >= this.#block.minutes.length) {
      const { done, value } = await this.#blocks.next()
      if (done) return false
      this.#block = value
      this.#next = 0
    }
    return true
  }

  /** Returns up to `most` next rows of the block, numbered from row `first`. */
  take(first: number, most: number): { text: string; count: number } {
    const block = this.#block
    if (!block) return { text: '', count: 0 }
    const start = this.#next
    this.#next = Math.min(block.minutes.length, start + Math.min(most, SHEET_ROW_BATCH_SIZE))
    let text = ''
    for (let index = start; index < this.#next; index++)
      text += rowOf(block, index, first + index - start, this.revenueAt)
    return { text, count: this.#next - start }
  }

  async close(): Promise<void> {
    await this.#blocks.return?.()
  }
}
