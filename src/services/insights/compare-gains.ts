// How much a counter of a game gained in the last day, beside what is usual for the same hours.

import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { DAY_HOURS } from '../../domain/clock.js'
import type { AccountGame } from '../../domain/game.js'
import type { CounterGain } from '../../domain/insights/players-now.js'
import type { Hour } from '../../domain/insights/usual/hourly-means.js'
import type { CounterMeasure } from '../../domain/measures.js'
import type { UsualReader } from './usual.js'

/** With fewer hours, the gain of a day is not known. */
const MIN_HOURS = 18

/** The gain of the 24 hours before `end`; null if too few of them are known or have a usual. */
export async function compareGain(
  usual: UsualReader,
  reader: AccountGame,
  { metric, end }: { readonly metric: CounterMeasure; readonly end: Hour },
): Promise<CounterGain | null> {
  const { model, series } = await usual.now(reader, { metric })
  await yieldToEventLoop()
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
