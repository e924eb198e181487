// What happens in the thirty days of the demo, and when: all times are counted back from today.
import { DAY_MINUTES, dayOf, HOUR_MINUTES, type Minute } from '../domain/clock.js'
import type { GapReason } from '../domain/gap.js'
import type { Dip } from '../simulator/world/dips.js'
import type { GameStory, WorldStory } from '../simulator/world/story.js'

export const HISTORY_DAYS = 30
export const GAMES = 12

/** The games of the story, by their index in the world. */
export const ROLES = { updated: 0, updatedWithoutEffect: 1, failing: 2, hidden: 3, launched: 11 } as const

/** A time in which something could not be measured. */
export interface MissingTime {
  readonly from: Minute
  readonly until: Minute
  readonly reason: Extract<GapReason, 'not running' | 'platform error' | 'late' | 'hidden'>
  /** The index of the game; undefined for all. */
  readonly game?: number
}

export const isDuring = ({ from, until }: Pick<MissingTime, 'from' | 'until'>, minute: Minute): boolean =>
  minute >= from && minute < until

export interface Story {
  readonly from: Minute
  readonly until: Minute
  readonly updateWithEffect: Minute
  readonly updateWithoutEffect: Minute
  readonly platformFall: Dip
  /** Within the last day, so that there is news on the home page. */
  readonly serverFailure: Dip
  readonly missing: readonly MissingTime[]
  /** When the games without a part in the story were added. */
  readonly othersAdded: Minute
  /** The launch of the new game lies within two weeks of this minute. */
  readonly newest: Minute
}

const MISSING: readonly (Omit<MissingTime, 'from' | 'until'> & {
  readonly days: number
  readonly hour: number
  readonly minutes: number
})[] = [
  { days: 18, hour: 3, minutes: 3 * HOUR_MINUTES, reason: 'not running' },
  { days: 14, hour: 9, minutes: 1, reason: 'late' },
  { days: 10, hour: 14, minutes: 40, reason: 'platform error' },
  { days: 5, hour: 16, minutes: 92, reason: 'hidden', game: ROLES.hidden },
]

export function storyUntil(now: Minute): Story {
  const at = (daysBefore: number, hour: number): Minute => (dayOf(now) - daysBefore) * DAY_MINUTES + hour * HOUR_MINUTES
  const fall = (from: Minute, { minutes, floor }: { minutes: number; floor: number }): Dip => ({
    from,
    to: from + minutes,
    floor,
  })
  const hoursAgo = Math.floor(now / HOUR_MINUTES - 20) * HOUR_MINUTES
  return {
    from: now - HISTORY_DAYS * DAY_MINUTES,
    until: now,
    updateWithEffect: at(8, 15),
    updateWithoutEffect: at(20, 15),
    platformFall: fall(at(12, 18), { minutes: 75, floor: 0.25 }),
    serverFailure: fall(hoursAgo, { minutes: 50, floor: 0.05 }),
    missing: MISSING.map(({ days, hour, minutes, ...rest }) => {
      const from = at(days, hour)
      return { ...rest, from, until: from + minutes }
    }),
    othersAdded: at(2, 11),
    newest: now - 24 * DAY_MINUTES,
  }
}

/** The part of the story that changes the world's numbers. */
export function worldStoryOf(story: Story): WorldStory {
  const quiet: GameStory = { updates: [], falls: [] }
  const updateAt = (at: Minute, pull: number): GameStory => ({
    updates: [{ at, pull, decay: 3 * DAY_MINUTES }],
    falls: [],
  })
  return {
    from: story.from,
    platformFalls: [story.platformFall],
    games: new Map([
      [ROLES.updated, updateAt(story.updateWithEffect, 0.9)],
      [ROLES.updatedWithoutEffect, updateAt(story.updateWithoutEffect, 0)],
      [ROLES.failing, { ...quiet, falls: [story.serverFailure] }],
      [ROLES.hidden, quiet],
    ]),
  }
}
