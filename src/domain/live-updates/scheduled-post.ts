// A post about several games of a server that is made again and again at a local time: when it is due, and what time it
// covers.
import { DAY_MINUTES, HOUR_MINUTES, type Minute, WEEK_DAYS } from '../clock.js'
import type { Span } from '../rules/span.js'
import type { ValueChange } from '../rules/summary.js'
import { minuteAtWall, wallDay, wallOf } from '../rules/wall-clock.js'

/** The leaderboard and the digest are of a week, the records of a calendar month. */
export const POST_TOPICS = ['leaderboard', 'digest', 'records'] as const
export type PostTopic = (typeof POST_TOPICS)[number]

/** One game of a scheduled post; what was not measured is null. */
export interface PostedGame {
  readonly gameId: number
  readonly name: string
  /** The mean players. */
  readonly players: ValueChange
  readonly visits: ValueChange
  readonly peak: { readonly ccu: number; readonly at: Minute } | null
  /** Whether the peak is higher than everything before. */
  readonly isRecord: boolean
}

/** A post about several games of a server, at a time that the server chose. */
export interface ScheduledPostFacts {
  readonly kind: 'scheduled_post'
  readonly topic: PostTopic
  readonly from: Minute
  readonly until: Minute
  readonly timeZone: string
  /** By the mean players, the most first. */
  readonly games: readonly PostedGame[]
  /** The number of further games. */
  readonly more: number
}

export interface ScheduledPostDraft {
  readonly guildId: string
  readonly channelId: string
  readonly topic: PostTopic
  /** The ISO weekday, 1 is Monday; records are posted on the first day of a month instead. */
  readonly weekday: number
  /** Minutes of the local day, 0 … 1439. */
  readonly at: number
  /** Due times up to this minute are done: posted, or left out. */
  readonly doneUntil: Minute
}

export interface ScheduledPost extends ScheduledPostDraft {
  readonly id: number
}

/** A due time that was missed is made up within so many minutes. */
export const MAX_LATE_MINUTES = 6 * HOUR_MINUTES

export interface DuePost {
  readonly at: Minute
  readonly span: Span
}

type Timing = Pick<ScheduledPost, 'topic' | 'weekday' | 'at'>

/** The due times after `from` and up to `until`, oldest first; at most the last 100 days are searched. */
export function duePosts(timing: Timing, timeZone: string, from: Minute, until: Minute): DuePost[] {
  const first = Math.max(from, until - MAX_SEARCHED_DAYS * DAY_MINUTES)
  // A day more on each side, because the local day may differ.
  const [begin, end] = [wallDay(wallOf(first, timeZone)) - 1, wallDay(wallOf(until, timeZone)) + 1]
  return daysBetween(begin, end)
    .filter((day) => isDueDay(timing, day))
    .map((day) => dueOn(timing, day, timeZone))
    .filter(({ at }) => at > from && at <= until)
}

const MAX_SEARCHED_DAYS = 100

/** The first due time after the minute. */
export function nextPost(timing: Timing, timeZone: string, after: Minute): Minute {
  const today = wallDay(wallOf(after, timeZone))
  const due = daysBetween(today - 1, today + MAX_WAIT_DAYS)
    .filter((day) => isDueDay(timing, day))
    .map((day) => dueOn(timing, day, timeZone).at)
  return due.find((at) => at > after) ?? after
}

const MAX_WAIT_DAYS = 33

const daysBetween = (first: number, last: number): number[] =>
  Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index)

const isDueDay = ({ topic, weekday }: Timing, day: number): boolean =>
  topic === 'records' ? dateOf(day).getUTCDate() === 1 : weekdayOf(day) === weekday

/** A local time that the clocks skip becomes the first one after it, and of one that comes twice the first one counts. */
function dueOn({ topic, at }: Timing, day: number, timeZone: string): DuePost {
  const minuteOn = (localDay: number, minute: number) => minuteAtWall(localDay * DAY_MINUTES + minute, timeZone)
  const due = minuteOn(day, at)
  if (topic !== 'records') return { at: due, span: { from: minuteOn(day - WEEK_DAYS, at), until: due } }
  const before = dateOf(day - 1)
  const first = day - before.getUTCDate()
  return { at: due, span: { from: minuteOn(first, 0), until: minuteOn(day, 0) } }
}

/** The ISO weekday of a day number: 1 is Monday, and 1970-01-01 was a Thursday. */
const weekdayOf = (day: number): number => ((day + 3) % WEEK_DAYS) + 1

const dateOf = (day: number): Date => new Date(day * DAY_MINUTES * 60_000)
