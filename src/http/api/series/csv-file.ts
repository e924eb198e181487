// A series as a CSV file. JSON has the resolution as a field; the file has it as a header, like an export (API-43).
import { seriesCsv } from '../../../files/series/series-csv.js'
import type { TextFile } from '../../send-json.js'
import { resolutionText } from '../fields.js'
import type { SeriesRecord } from './schema.js'

/** All series of an answer are of one account, and so of one resolution. */
export function csvFile(series: readonly SeriesRecord[]): TextFile {
  const file = seriesCsv(series)
  const [first] = series
  if (first === undefined) return file
  return { ...file, headers: { 'X-Resolution': resolutionText(first.resolution) } }
}
