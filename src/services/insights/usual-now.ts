// The usual of the players of many games now, and in how many hours of the last week the players were within its band. A
// few numbers are remembered of each game for the current hour, because a model of its own takes tens of kilobytes.

import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import { type Clock, DAY_HOURS, HOUR_MINUTES, type Minute, minuteOf, WEEK_HOURS } from '../../domain/clock.js'
import type { AccountGame } from '../../domain/game.js'
import type { UsualAccuracy } from '../../domain/insights/players-now.js'
import { HourUsual } from '../../domain/insights/usual/hour-usual.js'
import type { Hour } from '../../domain/insights/usual/hourly-means.js'
import type { MinuteSpan } from '../../domain/insights/usual/readable-series.js'
import { type Usual, UsualModel } from '../../domain/insights/usual/usual.js'
import { type Activity, noteReads } from '../../domain/ports/activity.js'
import type { EventSource } from '../../domain/ports/events.js'
import { stepInTurns } from '../reading/in-turns.js'
import { HourlyCache, type HourlyQuery, type HourlySaving } from './hourly/hourly-cache.js'
import type { SavedHours } from './hourly/saved-hours.js'
import type { SerialWork } from './hourly/serial-work.js'
import type { UsualReader, UsualReading, UsualSource } from './usual.js'

/** The minimum number of hours for the share of them that lay within the band. */
const MIN_COMPARED_HOURS = DAY_HOURS
/** Models that are kept because several questions about one game come one after the other. */
const MAX_RECENT_MODELS = 16

export interface UsualNow {
  /** The usual players at a minute of the past hours, from `UsualModel`. */
  at(reader: AccountGame, minute: Minute): Promise<Usual>
  /** Of the week before the hour; null if fewer than 24 of its hours can be compared. */
  accuracy(reader: AccountGame, end: Hour): Promise<UsualAccuracy | null>
}

interface CachedModel extends UsualSource {
  readonly hour: Hour
  readonly model: UsualModel
}

interface Deps {
  readonly store: { readonly events: EventSource }
  readonly clock: Clock
  readonly usual: Pick<UsualReader, 'source' | 'basis'>
  readonly work: SerialWork
  readonly saved: SavedHours
  readonly activity?: Activity
}

const USUAL_SAVING: HourlySaving<HourUsual> = {
  kind: 'usual',
  toNumbers: ({ numbers }) => numbers,
  fromNumbers: (numbers, hour) => HourUsual.restored(numbers, hour),
}

const ACCURACY_SAVING: HourlySaving<UsualAccuracy | null> = {
  kind: 'accuracy',
  toNumbers: (found) => (found === null ? [] : [found.inside, found.hours]),
  fromNumbers: ([inside, hours, ...others]) => {
    if (inside === undefined) return null
    return hours === undefined || others.length > 0 ? undefined : { inside, hours }
  },
}

export function createUsualNow({ store: { events }, clock, usual, work, saved, activity }: Deps): UsualNow {
  const onRead = noteReads(activity, 'usual')
  const hours = new HourlyCache<HourUsual>({ ...USUAL_SAVING, events, work, onRead, saved })
  const accuracies = new HourlyCache<UsualAccuracy | null>({ ...ACCURACY_SAVING, events, work, onRead, saved })
  const models = new LRUCache<number, CachedModel>({ max: MAX_RECENT_MODELS })

  const modelOf = async (reader: AccountGame, hour: Hour): Promise<UsualReading> => {
    const { series, excluded } = await usual.source(reader)
    const known = models.get(reader.game.id)
    if (known?.hour === hour && known.series === series && known.excluded === excluded) return known
    const found = { hour, series, excluded, model: new UsualModel({ series, until: hour * HOUR_MINUTES, excluded }) }
    models.set(reader.game.id, found)
    return found
  }

  const queryOf = async (reader: AccountGame, hour: Hour, acceptsEarlier: boolean): Promise<HourlyQuery> => ({
    ...(await usual.basis(reader)),
    reader,
    hour,
    acceptsEarlier,
  })

  return {
    async at(reader, minute) {
      const hour = Math.floor(minute / HOUR_MINUTES)
      const make = async () => stepInTurns(HourUsual.inSteps((await modelOf(reader, hour)).model, hour))
      const query = await queryOf(reader, hour, HourUsual.knowsAhead(minute))
      const found = (await hours.of(query, make)).at(minute)
      if (found !== undefined) return found
      const own = (await hours.of({ ...query, acceptsEarlier: false }, make)).at(minute)
      return own ?? (await modelOf(reader, hour)).model.at(minute)
    },

    async accuracy(reader, end) {
      const isNow = end === Math.floor(minuteOf(clock.now()) / HOUR_MINUTES)
      const query = await queryOf(reader, end, isNow)
      return accuracies.of(query, async () => accuracyOf(await modelOf(reader, end), end))
    },
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
    const usual = model.rangeAt(hour * HOUR_MINUTES + HOUR_MINUTES / 2)
    if (usual === undefined) continue
    hours++
    if (value >= usual.low && value <= usual.high) inside++
  }
  return hours < MIN_COMPARED_HOURS ? null : { inside, hours }
}
