// Formats output as CSV (RFC 4180) for spreadsheets.
import { oneLine } from '../io/table.js'

type CommandCsvCell = string | number | boolean | null

export const csv = (headings: readonly string[], rows: readonly (readonly CommandCsvCell[])[]): string =>
  [headings, ...rows].map((row) => row.map(fieldOf).join(',')).join('\r\n')

function fieldOf(cell: CommandCsvCell): string {
  if (cell === null) return ''
  if (typeof cell !== 'string') return String(cell)
  // A spreadsheet runs a text that begins like a formula; names come from outside.
  const text = oneLine(cell).replace(/^(?=[=+\-@])/, "'")
  return /[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
