// How much each counter of a game gained in the last day, beside what is usual for the same hours. The gains of games are
// remembered for the current hour, because pages, commands and the API ask again each minute.

import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { DAY_HOURS, HOUR_MINUTES } from '../../domain/clock.js'
import type { AccountGame } from '../../domain/game.js'
import type { CounterGain, CounterGains } from '../../domain/insights/players-now.js'
import type { Hour } from '../../domain/insights/usual/hourly-means.js'
import { UsualModel } from '../../domain/insights/usual/usual.js'
import { byMeasure, CLOSING_MEASURES, type ClosingMeasure, isCounterMeasure } from '../../domain/measures.js'
import { type Activity, noteReads } from '../../domain/ports/activity.js'
import type { EventSource } from '../../domain/ports/events.js'
import { HourlyCache, type HourlySaving } from './hourly/hourly-cache.js'
import type { SavedHours } from './hourly/saved-hours.js'
import type { SerialWork } from './hourly/serial-work.js'
import type { UsualReader, UsualSource } from './usual.js'

/** With fewer hours, the gain of a day is not known. */
const MIN_HOURS = 18

/** The gains of the 24 whole hours before `end`. */
export type GainReader = (reader: AccountGame, end: Hour) => Promise<CounterGains>

interface Deps {
  readonly store: { readonly events: EventSource }
  readonly usual: Pick<UsualReader, 'source' | 'basis'>
  readonly work: SerialWork
  readonly saved: SavedHours
  readonly activity?: Activity
}

const GAIN_NUMBER_COUNT = 3

/** Of each measure what it gained, what is usual and the hours; NaN where that is not known. */
const SAVING: HourlySaving<CounterGains> = {
  kind: 'gains',
  toNumbers: (gains) =>
    CLOSING_MEASURES.flatMap((metric) => {
      const gain = gains[metric]
      return gain === null ? [Number.NaN, Number.NaN, Number.NaN] : [gain.gained, gain.usual, gain.hours]
    }),
  fromNumbers: (numbers) => {
    if (numbers.length !== CLOSING_MEASURES.length * GAIN_NUMBER_COUNT) return undefined
    return byMeasure(CLOSING_MEASURES, (metric) => {
      const [gained = Number.NaN, usual = Number.NaN, hours = Number.NaN] = numbers.slice(
        CLOSING_MEASURES.indexOf(metric) * GAIN_NUMBER_COUNT,
      )
      return Number.isNaN(hours) ? null : { gained, usual, hours }
    })
  },
}

export function createCompareGains({ store: { events }, usual, work, saved, activity }: Deps): GainReader {
  const cache = new HourlyCache<CounterGains>({ ...SAVING, events, work, saved, onRead: noteReads(activity, 'gains') })

  const read = async (reader: AccountGame, end: Hour): Promise<CounterGains> => {
    const found: [ClosingMeasure, CounterGain | null][] = []
    for (const metric of CLOSING_MEASURES) {
      const source = isCounterMeasure(metric) ? await usual.source(reader, metric) : undefined
      await yieldToEventLoop()
      found.push([metric, source === undefined ? null : gainOf(source, end)])
    }
    return Object.fromEntries(found) as CounterGains
  }

  return async (reader, end) =>
    cache.of({ ...(await usual.basis(reader)), reader, hour: end, acceptsEarlier: true }, () => read(reader, end))
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
