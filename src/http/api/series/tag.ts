// The entity tag of a series up to now, which changes with new data and with its points, not with every minute (API-47).
import type { DataVersions } from '../../../services/reading/data-versions.js'
import { dataTag } from '../entity-tag.js'
import type { SeriesParameters } from './parameters.js'
import type { SeriesRecord } from './schema.js'

/** All numbers follow from the samples and the points. */
export async function seriesTag(
  series: readonly SeriesRecord[],
  query: SeriesParameters,
  versions: DataVersions,
): Promise<string> {
  const kept = series.map(({ columns, rows, ...rest }) => rest)
  return dataTag(kept, query, await versions.all(series.map(({ game }) => game.universe_id)))
}
