// When digests are due: at a chosen time of the local day, whatever summer time does.
import { DAY_MINUTES, type Minute } from '../../clock.js'
import { minuteAtWall, wallDay, wallOf } from '../../rules/wall-clock.js'
import type { DigestPlan } from '../settings.js'

const WEEK = 7

/** The last one at or before the minute. */
export const dueUntil = (plan: DigestPlan, minute: Minute): Minute =>
  duesAround(plan, minute).findLast((due) => due <= minute) ?? minute

/** The first one after the minute. */
export const dueAfter = (plan: DigestPlan, minute: Minute): Minute =>
  duesAround(plan, minute).find((due) => due > minute) ?? minute

/** More than a week to both sides. A time that the clocks skip is the first one after. */
function duesAround({ every, weekday, at, timeZone }: DigestPlan, minute: Minute): Minute[] {
  const today = wallDay(wallOf(minute, timeZone))
  const reach = every === 'day' ? 2 : WEEK + 1
  const days = Array.from({ length: 2 * reach + 1 }, (_, index) => today - reach + index)
  return days
    .filter((day) => every === 'day' || weekdayOf(day) === weekday)
    .map((day) => minuteAtWall(day * DAY_MINUTES + at, timeZone))
}

/** 1 is Monday; 1970 began on a Thursday. */
const weekdayOf = (day: number): number => ((day + 3) % WEEK) + 1
