// Recognizes the columns of other trackers' files by their names.
import { invalid } from '../../domain/error.js'
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

/** By meaning: the index of the column. Throws where two columns could be the same, or the time or players are missing. */
export function recognizeColumns(header: readonly string[]): ReadonlyMap<ColumnMeaning, number> {
  const plain = header.map((name) => name.toLowerCase().replace(/[^a-z0-9]/g, ''))
  const found = new Map<ColumnMeaning, number>()
  for (const meaning of MEANINGS) {
    const names = NAMES[meaning] ?? [meaning]
    const places = plain.flatMap((name, index) => (names.includes(name) ? [index] : []))
    if (places.length > 1) {
      const both = places.map((index) => `“${header[index]}”`).join(' and ')
      throw invalid(
        `Line 1: ${both} could each be the ${labelOf(meaning)}. Remove or rename all but one. Nothing was imported.`,
      )
    }
    if (places[0] !== undefined) found.set(meaning, places[0])
  }
  for (const meaning of ['time', 'ccu'] as const)
    if (!found.has(meaning)) {
      const expected = (NAMES[meaning] ?? []).slice(0, 5).join(', ')
      throw invalid(
        `Line 1: no column is the ${labelOf(meaning)}. Expected one of ${expected}; there are ${header.join(', ').slice(0, 200)}. Nothing was imported.`,
      )
    }
  return found
}

const labelOf = (meaning: ColumnMeaning): string =>
  meaning === 'ccu' ? 'number of players' : meaning === 'universe' ? 'universe id' : meaning
