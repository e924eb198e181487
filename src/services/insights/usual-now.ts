// The usual of the players of many games now, and in how many hours of the last week the players were within its band. A
// few numbers are remembered of each game for the current hour, because a model of its own takes tens of kilobytes.

import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import { DAY_HOURS, HOUR_MINUTES, type Minute, WEEK_HOURS } from '../../domain/clock.js'
import type { AccountGame } from '../../domain/game.js'
import type { UsualAccuracy } from '../../domain/insights/players-now.js'
import type { Hour } from '../../domain/insights/usual/hourly-means.js'
import type { MinuteSpan } from '../../domain/insights/usual/readable-series.js'
import { type Usual, UsualModel } from '../../domain/insights/usual/usual.js'
import { type HourQuery, type ModelFactory, UsualCache } from '../../domain/insights/usual/usual-cache.js'
import { type Activity, noteReads } from '../../domain/ports/activity.js'
import type { UsualReader, UsualReading, UsualSource } from './usual.js'

/** About a megabyte, with a kilobyte for each game. As many hourly series are cached (series-cache.ts). */
const MAX_USUAL_GAMES = 1_000
/** The minimum number of hours for the share of them that lay within the band. */
const MIN_COMPARED_HOURS = DAY_HOURS

export interface UsualNow {
  /** The usual players at a minute of the past hours, from `UsualModel`. */
  at(reader: AccountGame, minute: Minute): Promise<Usual>
  /** Of the week before the hour; null if fewer than 24 of its hours can be compared. */
  accuracy(reader: AccountGame, end: Hour): Promise<UsualAccuracy | null>
}

/** What was computed of a game from one series; an import of the past replaces the series. */
interface NowEntry extends UsualSource {
  usual?: UsualCache | UnknownUsual
  accuracy?: HourlyAccuracy
}

interface UnknownUsual {
  readonly hour: Hour
  readonly found: Usual
}

interface HourlyAccuracy {
  readonly end: Hour
  readonly accuracy: Promise<UsualAccuracy | null>
}

interface Deps {
  readonly usual: Pick<UsualReader, 'source'>
  readonly activity?: Activity
}

export function createUsualNow({ usual, activity }: Deps): UsualNow {
  const onRead = noteReads(activity, 'usual')
  const entries = new LRUCache<number, NowEntry>({ max: MAX_USUAL_GAMES })
  const modelOf = lastModel()

  const entryOf = (gameId: number, { series, excluded }: UsualSource): NowEntry => {
    const known = entries.get(gameId)
    if (known?.series === series && known.excluded === excluded) return known
    const entry: NowEntry = { series, excluded }
    entries.set(gameId, entry)
    return entry
  }

  return {
    async at(reader, minute) {
      const entry = entryOf(reader.game.id, await usual.source(reader))
      const hour = Math.floor(minute / HOUR_MINUTES)
      onRead(entry.usual?.hour === hour)
      if (entry.usual?.hour === hour)
        return entry.usual instanceof UsualCache ? entry.usual.at(minute) : entry.usual.found
      const remembered = new UsualCache({ hour, series: entry.series, excluded: entry.excluded }, modelOf)
      const found = remembered.at(minute)
      // Only an unknown usual is kept in full, because the time from which it will be known takes long to find.
      entry.usual = found.kind === 'known' ? remembered : { hour, found }
      // Other requests may run between two games.
      await yieldToEventLoop()
      return found
    },

    async accuracy(reader, end) {
      const entry = entryOf(reader.game.id, await usual.source(reader))
      onRead(entry.accuracy?.end === end)
      if (entry.accuracy?.end !== end) {
        // The band of this hour is computed from the same hours.
        const cached = entry.usual instanceof UsualCache && entry.usual.hour === end ? entry.usual : undefined
        const query = cached ?? { hour: end, series: entry.series, excluded: entry.excluded }
        entry.accuracy = { end, accuracy: accuracyOf({ ...entry, model: modelOf(query) }, end) }
      }
      return entry.accuracy.accuracy
    },
  }
}

/** Keeps the last model, because several questions about one game come one after the other. */
function lastModel(): ModelFactory {
  let last: { readonly query: HourQuery; readonly model: UsualModel } | undefined
  return (query) => {
    if (last?.query === query) return last.model
    const { hour, series, excluded } = query
    last = { query, model: new UsualModel({ series, until: hour * HOUR_MINUTES, excluded }) }
    return last.model
  }
}

const isIn = (spans: readonly MinuteSpan[], hour: Hour): boolean =>
  spans.some(({ from, until }) => from < (hour + 1) * HOUR_MINUTES && until > hour * HOUR_MINUTES)

async function accuracyOf({ model, series, excluded }: UsualReading, end: Hour): Promise<UsualAccuracy | null> {
  let [inside, hours] = [0, 0]
  for (let hour = end - WEEK_HOURS; hour < end; hour++) {
    // Other requests may run after each day of hours, which takes about half a millisecond.
    if (hour % DAY_HOURS === 0) await yieldToEventLoop()
    if (isIn(excluded, hour)) continue
    const value = series.at(hour)
    if (Number.isNaN(value)) continue
    const usual = model.at(hour * HOUR_MINUTES + HOUR_MINUTES / 2)
    if (usual.kind !== 'known') continue
    hours++
    if (value >= usual.low && value <= usual.high) inside++
  }
  return hours < MIN_COMPARED_HOURS ? null : { inside, hours }
}
