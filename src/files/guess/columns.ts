// Recognizes the columns of other trackers' files by their names.
import { rejection } from '../../domain/error.js'
import { MEASURE_NAMES, type Measure } from '../../domain/measures.js'

export type ColumnMeaning = 'time' | 'universe' | Measure

/** In lower case, letters and digits only. */
const NAMES: Partial<Record<ColumnMeaning, readonly string[]>> = {
  time: [
    'timestamp',
    'time',
    'date',
    't',
    'datetime',
    'ts',
    'timestamputc',
    'timeutc',
    'datetimeutc',
    'unixtime',
    'utc',
  ],
  universe: ['universeid', 'universe'],
  ccu: [
    'ccu',
    'players',
    'playing',
    'concurrent',
    'concurrentplayers',
    'currentplayers',
    'concurrentusers',
    'playercount',
    'activeplayers',
    'online',
  ],
  visits: ['visits', 'visit', 'totalvisits', 'visitcount', 'placevisits'],
  favorites: ['favorites', 'favourites', 'favoritedcount', 'favouritedcount', 'favoritescount', 'favs'],
  likes: ['likes', 'like', 'upvotes', 'upvote', 'thumbsup', 'votesup'],
  dislikes: ['dislikes', 'dislike', 'downvotes', 'downvote', 'thumbsdown', 'votesdown'],
}

const MEANINGS: readonly ColumnMeaning[] = ['time', 'universe', ...MEASURE_NAMES]

/**
 * The index of the column with each meaning. Throws if two columns may have the same one, or if time or players are
 * missing.
 */
export function recognizeColumns(header: readonly string[]): ReadonlyMap<ColumnMeaning, number> {
  const plain = header.map((name) => name.toLowerCase().replace(/[^a-z0-9]/g, ''))
  const found = new Map<ColumnMeaning, number>()
  for (const meaning of MEANINGS) {
    const names = NAMES[meaning] ?? [meaning]
    const places = plain.flatMap((name, index) => (names.includes(name) ? [index] : []))
    if (places.length > 1) {
      throw rejection('INVALID_PARAMETERS', {
        name: 'ambiguous column',
        facts: { columns: places.map((index) => header[index] ?? ''), label: labelOf(meaning) },
      })
    }
    if (places[0] !== undefined) found.set(meaning, places[0])
  }
  for (const meaning of ['time', 'ccu'] as const)
    if (!found.has(meaning)) {
      const expected = (NAMES[meaning] ?? []).slice(0, 5)
      throw rejection('INVALID_PARAMETERS', {
        name: 'missing column',
        facts: { label: labelOf(meaning), expected, columns: header },
      })
    }
  return found
}

const labelOf = (meaning: ColumnMeaning): string =>
  meaning === 'ccu' ? 'number of players' : meaning === 'universe' ? 'universe id' : meaning
