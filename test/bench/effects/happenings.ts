// What else happens around an update, of the game's own or on the whole platform, and is no effect of the update.
import { HOUR_MINUTES, type Minute, WEEK_MINUTES } from '../../../src/domain/clock.js'
import type { Span } from '../../../src/domain/rules/span.js'
import type { SeededRandom } from './random.js'

interface HappeningContext {
  /** What the players of the game are multiplied by. */
  readonly own?: (minute: Minute) => number
  /** Outages of the whole platform. */
  readonly outages?: readonly Span[]
}

export type Happening = (updatedAt: Minute, random: SeededRandom) => HappeningContext

const RETURN_MINUTES = 20

/** An event of one to four hours that begins at the minute and has its most players in the middle. */
function eventAt(from: Minute, random: SeededRandom): (minute: Minute) => number {
  const [length, lift] = [random.between(1, 4) * HOUR_MINUTES, random.between(0.5, 1.5)]
  return (minute) => {
    const part = (minute - from) / length
    return part < 0 || part > 1 ? 1 : 1 + lift * Math.min(1, 5 * part, 5 * (1 - part))
  }
}

/** Servers of the game that are down: few players stay, and most are back 20 minutes after the end. */
function ownOutage({ from, until }: Span, random: SeededRandom): (minute: Minute) => number {
  const floor = random.between(0, 0.4)
  return (minute) => {
    if (minute < from || minute >= until + RETURN_MINUTES) return 1
    return minute < until ? floor : floor + (1 - floor) * ((minute - until) / RETURN_MINUTES)
  }
}

const spanBefore = (updatedAt: Minute, random: SeededRandom): Span => {
  const until = updatedAt - Math.round(random.between(20, 2 * HOUR_MINUTES))
  return { from: until - Math.round(random.between(20, 90)), until }
}

export const HAPPENINGS = {
  'an event of the game that ended up to two hours before': (updatedAt, random) => {
    const end = updatedAt - Math.round(random.between(0, 2 * HOUR_MINUTES))
    const reversed = eventAt(-end, random)
    return { own: (minute) => reversed(-minute) }
  },
  'an outage of the game that ended up to two hours before': (updatedAt, random) => ({
    own: ownOutage(spanBefore(updatedAt, random), random),
  }),
  'an outage of Roblox that ended up to two hours before': (updatedAt, random) => ({
    outages: [spanBefore(updatedAt, random)],
  }),
  'an outage of the game of 40 minutes in the twelve hours after': (updatedAt, random) => {
    const from = updatedAt + Math.round(random.between(1, 12) * HOUR_MINUTES)
    return { own: ownOutage({ from, until: from + 40 }, random) }
  },
  'an event of the game at the same time a week before': (updatedAt, random) => ({
    own: eventAt(updatedAt - WEEK_MINUTES - Math.round(random.between(-1, 1) * HOUR_MINUTES), random),
  }),
} as const satisfies Record<string, Happening>
