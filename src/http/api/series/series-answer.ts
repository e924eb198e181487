// The entity tag of a series up to now, which changes with new data and with its points, not with every minute (API-47),
// and a series as a CSV file. JSON has the resolution as a field; the file has it as a header, like an export (API-43).
import { seriesCsv } from '../../../files/series/series-csv.js'
import type { TextFile } from '../../send-json.js'
import { dataTag, type VersionReader, visibleVersions } from '../entity-tag.js'
import { resolutionText } from '../fields.js'
import type { SeriesParameters } from './parameters.js'
import type { SeriesRecord } from './schema.js'

/** The values of the points are not hashed, because the versions of the data cover them. */
export async function seriesTag(
  series: readonly SeriesRecord[],
  query: SeriesParameters,
  reader: VersionReader,
): Promise<string> {
  const descriptions = series.map(({ columns, rows, running, ...rest }) => rest)
  return dataTag(
    descriptions,
    query,
    await visibleVersions(
      reader,
      series.map(({ game }) => game.universe_id),
    ),
  )
}

/** All series of an answer are of one account, and so of one resolution. */
export function csvFile(series: readonly SeriesRecord[]): TextFile {
  const file = seriesCsv(series)
  const [first] = series
  if (first === undefined) return file
  return { ...file, headers: { 'X-Resolution': resolutionText(first.resolution) } }
}
