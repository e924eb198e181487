// Recognizes the columns of other trackers' files by their names.
import { rejection } from '../../domain/error.js'
import { MEASURE_NAMES, type Measure } from '../../domain/measures.js'

export type ColumnMeaning = 'time' | 'time of day' | 'universe' | Measure

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
    'unixtimestamp',
    'unix',
    'unixms',
    'epoch',
    'epochms',
    'timestampms',
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
    'playersonline',
    'onlineplayers',
    'online',
  ],
  visits: ['visits', 'visit', 'totalvisits', 'visitcount', 'placevisits'],
  favorites: ['favorites', 'favourites', 'favoritedcount', 'favouritedcount', 'favoritescount', 'favs'],
  likes: ['likes', 'like', 'upvotes', 'upvote', 'thumbsup', 'votesup'],
  dislikes: ['dislikes', 'dislike', 'downvotes', 'downvote', 'thumbsdown', 'votesdown'],
}

/** Means over longer times, for files that have nothing better. */
const MEAN_PLAYERS = [
  'avgplayers',
  'averageplayers',
  'meanplayers',
  'avgccu',
  'averageccu',
  'avgplaying',
  'averageconcurrentplayers',
  'avgconcurrentplayers',
  'averageconcurrentusers',
  'averageplayercount',
  'average',
  'avg',
  'mean',
]

/** Names that say less, for files that have nothing better. What is in the columns is checked as in any other. */
const VAGUE_NAMES: Partial<Record<ColumnMeaning, readonly string[]>> = {
  time: [
    ...['createdat', 'recordedat', 'collectedat', 'capturedat', 'fetchedat', 'scrapedat', 'sampledat', 'measuredat'],
    ...['loggedat', 'retrievedat', 'takenat', 'snapshotat', 'snapshottime', 'day', 'hour', 'x'],
  ],
  ccu: [
    ...['users', 'activeusers', 'onlineusers', 'usersonline', 'numplayers', 'numberofplayers', 'totalplayers'],
    ...['playingnow', 'playersnow', 'nowplaying', 'currentlyplaying', 'concurrents', 'active', 'count', 'value', 'y'],
  ],
}

/** Only a date column and a time-of-day column together give a time. */
const DATE_NAMES = ['date', 'day', 'dateutc']
const TIME_OF_DAY_NAMES = ['time', 'timeutc', 'hour', 'hourutc', 'hourofday', 'timeofday', 'clock']

const MEANINGS: readonly ColumnMeaning[] = ['time', 'universe', ...MEASURE_NAMES]

/** Grafana adds labels in braces to a name. */
export const plainName = (name: string): string =>
  name
    .replace(/^([^{]*)\{.*\}/, '$1')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')

/**
 * The index of the column with each meaning. `first` are the fields of the first record: they show whether two columns
 * are a date and its time of day. Throws if two columns may have the same meaning, or if time or players are missing.
 */
export function recognizeColumns(
  header: readonly string[],
  first: readonly string[],
): ReadonlyMap<ColumnMeaning, number> {
  const plain = header.map(plainName)
  const found = new Map<ColumnMeaning, number>()
  for (const meaning of MEANINGS) {
    const names = NAMES[meaning] ?? [meaning]
    const indexesOf = (some: readonly string[]): number[] =>
      plain.flatMap((name, index) => (some.includes(name) ? [index] : []))
    const lists = [names, meaning === 'ccu' ? MEAN_PLAYERS : [], VAGUE_NAMES[meaning] ?? []]
    const indexes = lists.map(indexesOf).find((some) => some.length > 0) ?? []
    const parts = meaning === 'time' ? datePartsOf(plain, first) : undefined
    if (parts !== undefined) {
      found.set('time', parts.date).set('time of day', parts.timeOfDay)
      continue
    }
    if (indexes.length > 1) {
      throw rejection('INVALID_PARAMETERS', {
        name: 'ambiguous column',
        facts: { columns: indexes.map((index) => header[index] ?? ''), label: labelOf(meaning) },
      })
    }
    if (indexes[0] !== undefined) found.set(meaning, indexes[0])
  }
  for (const meaning of ['time', 'ccu'] as const)
    if (!found.has(meaning)) {
      const expected = [...(NAMES[meaning] ?? []), ...(meaning === 'ccu' ? MEAN_PLAYERS : [])]
      throw rejection('INVALID_PARAMETERS', {
        name: 'missing column',
        facts: { label: labelOf(meaning), expected, columns: header },
      })
    }
  return found
}

/** A field of the first record may be empty; then the names alone decide what the columns are. */
const DATE_ONLY = /^(?:\d{4}[-/]\d{2}[-/]\d{2}|\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4})?$/
const TIME_OF_DAY = /^(?:\d{1,2}(?::\d{2}.*)?)?$/

function datePartsOf(plain: readonly string[], first: readonly string[]) {
  const indexesOf = (names: readonly string[], form: RegExp) =>
    plain.flatMap((name, index) => (names.includes(name) && form.test((first[index] ?? '').trim()) ? [index] : []))
  const [dates, times] = [indexesOf(DATE_NAMES, DATE_ONLY), indexesOf(TIME_OF_DAY_NAMES, TIME_OF_DAY)]
  const [[date], [timeOfDay]] = [dates, times]
  if (date === undefined || timeOfDay === undefined || dates.length + times.length > 2) return undefined
  return { date, timeOfDay }
}

const labelOf = (meaning: ColumnMeaning): string =>
  meaning === 'ccu' ? 'number of players' : meaning === 'universe' ? 'universe id' : meaning
