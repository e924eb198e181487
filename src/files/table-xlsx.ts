// A table of texts and numbers as an Excel workbook of one sheet, with a frozen header row.
import * as parts from './workbook-parts.js'
import { type ZipEntry, zipStream } from './zip-stream.js'

/** null is an empty cell. */
export type TableCell = string | number | null

export interface TableColumn {
  readonly title: string
  /** In characters. */
  readonly width: number
  readonly style: keyof typeof parts.STYLE
}

interface WorkbookTable {
  readonly title: string
  /** At most 26. */
  readonly columns: readonly TableColumn[]
  readonly rows: readonly (readonly TableCell[])[]
}

export const tableXlsx = (table: WorkbookTable): AsyncGenerator<Uint8Array> => zipStream(entriesOf(table))

async function* entriesOf({ title, columns, rows }: WorkbookTable): AsyncGenerator<ZipEntry> {
  yield { name: 'xl/worksheets/sheet1.xml', content: sheetOf(columns, rows) }
  yield part('xl/styles.xml', parts.STYLES)
  yield part('xl/workbook.xml', parts.workbook(1, 'Ranking'))
  yield part('xl/_rels/workbook.xml.rels', parts.workbookRelations(1))
  yield part('docProps/core.xml', parts.properties(title))
  yield part('_rels/.rels', parts.PACKAGE_RELATIONS)
  yield part('[Content_Types].xml', parts.contentTypes(1))
}

async function* sheetOf(columns: WorkbookTable['columns'], rows: WorkbookTable['rows']): AsyncGenerator<string> {
  const heads = columns.map(({ title }, index) => cellAt(index, 1, title, parts.STYLE.header))
  yield `${parts.sheetHead(columns.map(({ width }) => width))}<row r="1">${heads.join('')}</row>`
  for (const [at, row] of rows.entries()) {
    const cells = columns.map(({ style }, index) => cellAt(index, at + 2, row[index] ?? null, parts.STYLE[style]))
    yield `<row r="${at + 2}">${cells.join('')}</row>`
  }
  yield parts.SHEET_TAIL
}

function cellAt(column: number, row: number, value: TableCell, style: number): string {
  if (value === null) return ''
  const at = `${String.fromCharCode(65 + column)}${row}`
  return typeof value === 'number' ? `<c r="${at}" s="${style}"><v>${value}</v></c>` : parts.textCell(at, value, style)
}

const part = (name: string, text: string): ZipEntry => ({
  name,
  content: (async function* () {
    yield text
  })(),
})
