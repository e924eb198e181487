// The first line of a file of samples: which of the export's columns the file has. Columns that are missing are unknown in
// every line (DATA-22).
import { rejection } from '../../domain/error.js'
import { columnOf } from '../../domain/measures.js'
import { nearestName } from '../../domain/rules/nearest-name.js'
import { CSV_COLUMNS } from './samples-csv.js'

export const TIME_COLUMN = 'timestamp'
export const UNIVERSE_COLUMN = 'universe_id'
/** Without these, a line is no sample. */
const REQUIRED_COLUMNS: readonly string[] = [TIME_COLUMN, UNIVERSE_COLUMN, columnOf('ccu')]
const COLUMNS = { required: REQUIRED_COLUMNS, optional: CSV_COLUMNS.filter((name) => !REQUIRED_COLUMNS.includes(name)) }

/** Returns the file's columns in their order. Throws if one is unknown or there twice, or a required one is missing. */
export function readHeader(fields: readonly string[]): readonly string[] {
  if (!fields.some((field) => CSV_COLUMNS.includes(field))) throw noSampleColumns(false)
  const unknown = fields.find((field) => !CSV_COLUMNS.includes(field))
  if (unknown !== undefined) throw badColumns(unknown, unknownColumn(unknown))
  const repeated = fields.find((field, index) => fields.indexOf(field) !== index)
  if (repeated !== undefined) throw badColumns(repeated, 'is there twice')
  const missing = REQUIRED_COLUMNS.find((column) => !fields.includes(column))
  if (missing !== undefined) throw badColumns(missing, 'is missing')
  return fields
}

function unknownColumn(column: string): string {
  const nearest = nearestName(column, CSV_COLUMNS)
  return nearest === undefined ? 'is unknown' : `is unknown (did you mean ${nearest}?)`
}

const badColumns = (column: string, problem: string) =>
  rejection('INVALID_PARAMETERS', { name: 'wrong column', facts: { column, problem, ...COLUMNS } })

export const noSampleColumns = (isEmpty: boolean) =>
  rejection('INVALID_PARAMETERS', { name: 'no sample columns', facts: { isEmpty, ...COLUMNS } })
