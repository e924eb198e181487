// How much each counter of a game gained in the last day, beside what is usual for the same hours. The gains of games are
// remembered for the current hour, because pages, commands and the API ask again each minute.

import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import { DAY_HOURS, HOUR_MINUTES } from '../../domain/clock.js'
import type { AccountGame } from '../../domain/game.js'
import type { CounterGain, CounterGains } from '../../domain/insights/players-now.js'
import type { Hour } from '../../domain/insights/usual/hourly-means.js'
import { UsualModel } from '../../domain/insights/usual/usual.js'
import { CLOSING_MEASURES, type ClosingMeasure, isCounterMeasure } from '../../domain/measures.js'
import { type Activity, noteReads } from '../../domain/ports/activity.js'
import type { UsualReader, UsualSource } from './usual.js'

/** With fewer hours, the gain of a day is not known. */
const MIN_HOURS = 18
/** Half a kilobyte each. */
const MAX_CACHED_GAINS = 1_000

/** The gains of the 24 whole hours before `end`. */
export type GainReader = (reader: AccountGame, end: Hour) => Promise<CounterGains>

interface GainEntry extends UsualSource {
  readonly end: Hour
  readonly gains: CounterGains
}

interface Deps {
  readonly usual: Pick<UsualReader, 'source'>
  readonly activity?: Activity
}

export function createCompareGains({ usual, activity }: Deps): GainReader {
  const onRead = noteReads(activity, 'gains')
  const entries = new LRUCache<number, GainEntry>({ max: MAX_CACHED_GAINS })

  const read = async (reader: AccountGame, end: Hour): Promise<CounterGains> => {
    const found: [ClosingMeasure, CounterGain | null][] = []
    for (const metric of CLOSING_MEASURES) {
      const source = isCounterMeasure(metric) ? await usual.source(reader, metric) : undefined
      await yieldToEventLoop()
      found.push([metric, source === undefined ? null : gainOf(source, end)])
    }
    return Object.fromEntries(found) as CounterGains
  }

  return async (reader, end) => {
    // An import of the past replaces the series.
    const { series, excluded } = await usual.source(reader, 'visits')
    const known = entries.get(reader.game.id)
    const isHit = known?.series === series && known.excluded === excluded && known.end === end
    onRead(isHit)
    if (isHit) return known.gains
    const gains = await read(reader, end)
    entries.set(reader.game.id, { series, excluded, end, gains })
    return gains
  }
}

function gainOf({ series, excluded }: UsualSource, end: Hour): CounterGain | null {
  const model = new UsualModel({ series, until: end * HOUR_MINUTES, excluded })
  const found = { gained: 0, usual: 0, hours: 0 }
  for (let hour = end - DAY_HOURS; hour < end; hour++) {
    const [gained, expected] = [series.at(hour), model.expectedHour(hour)]
    if (Number.isNaN(gained) || Number.isNaN(expected)) continue
    found.gained += gained
    found.usual += expected
    found.hours++
  }
  return found.hours < MIN_HOURS ? null : found
}
