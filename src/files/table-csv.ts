// A table of texts and numbers as CSV (RFC 4180), for spreadsheets.
import type { TableCell } from './table-xlsx.js'

const LINE_END = '\r\n'
/** Spreadsheets take a file without it for one of another encoding. */
const BYTE_ORDER_MARK = '\u{feff}'

export async function* tableCsv(titles: readonly string[], rows: readonly (readonly TableCell[])[]) {
  const lines = [titles, ...rows].map((row) => row.map(fieldOf).join(','))
  yield `${BYTE_ORDER_MARK}${lines.map((line) => line + LINE_END).join('')}`
}

function fieldOf(cell: TableCell): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return `${cell}`
  // A spreadsheet runs a text that begins like a formula, also with the wide forms of = + - @; names come from outside.
  const text = cell.replace(/\s+/g, ' ').replace(/^(?= ?[=+\-@\uff1d\uff0b\uff0d\uff20])/, "'")
  return /[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
