// Outages of the platform, as its players show them: nearly all games lose players within minutes, and get them back.
import { HOUR_MINUTES, type Minute } from '../../clock.js'
import type { MinuteSpan } from '../usual/readable-series.js'

/** The steepest hour of a day loses a fifth; an outage takes this share within so many minutes. */
const FALL = 0.88
const FALL_MINUTES = 15
const RECOVERED = 0.93
const MAX_OUTAGE_MINUTES = 6 * HOUR_MINUTES
/** Games fill at different speeds when it is over. */
const AFTERMATH_MINUTES = 45

interface MarketReading {
  readonly minute: Minute
  readonly value: number
}

export function marketOutages(valueAt: (minute: Minute) => number, { from, until }: MinuteSpan): MinuteSpan[] {
  const found: MinuteSpan[] = []
  const recent: MarketReading[] = []
  for (let minute = from; minute < until; minute++) {
    const value = valueAt(minute)
    if (Number.isNaN(value)) continue
    // Ticks may be several minutes apart.
    while (minute - (recent[0]?.minute ?? minute) > FALL_MINUTES) recent.shift()
    const before = Math.max(...recent.map((reading) => reading.value))
    recent.push({ minute, value })
    if (!(value < before * FALL)) continue
    let end = minute + 1
    while (end < Math.min(until, minute + MAX_OUTAGE_MINUTES) && !(valueAt(end) >= before * RECOVERED)) end++
    found.push({ from: minute - FALL_MINUTES, until: end + AFTERMATH_MINUTES })
    minute = end
    recent.length = 0
  }
  return found
}
