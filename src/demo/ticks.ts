// The minutes of the demo's past that need a real tick.
import { DAY_MINUTES, type Minute, minuteOf } from '../domain/clock.js'
import type { World } from '../simulator/world/world.js'
import { isInStory } from './account.js'
import { isDuring, type MissingTime, type Story } from './story.js'

export interface StoryTick {
  readonly minute: Minute
  /** What this tick cannot measure. */
  readonly missing: MissingTime | undefined
  /** The first minute for which it stands too: the ticks in the middle of a long time are written as one. */
  readonly since: Minute
  /** The minutes before it for which there was no time. */
  readonly passedOver: readonly Minute[]
}

/** How many ticks of a time that cannot be measured are real ones, at its beginning. */
const REAL_TICKS = 3

/**
 * The first and the last minute, the one in which games are added, updates, the minutes that cannot be measured, and the first one after them. Nothing
 * ticks while Headcount does not run, nor in a minute for which there was no time.
 */
export function ticksOf(world: World, story: Story): StoryTick[] {
  const { from, until, missing } = story
  const minutes = new Set([
    from,
    story.othersAdded,
    until - 1,
    ...updatesOf(world, story),
    ...missing.map((time) => time.until),
  ])
  for (const time of missing.filter((time) => !isIdle(time)))
    for (const minute of [...minutesOf(time).slice(0, REAL_TICKS), time.until - 2, time.until - 1]) minutes.add(minute)
  const isTicking = (minute: Minute): boolean => !missing.some((time) => isIdle(time) && isDuring(time, minute))
  const late = missing.filter(({ reason }) => reason === 'late')
  return [...minutes]
    .filter(isTicking)
    .sort((a, b) => a - b)
    .map((minute) => {
      const during = missing.find((time) => isDuring(time, minute))
      const isMiddle = during !== undefined && minute === during.until - 2
      return {
        minute,
        missing: during,
        since: isMiddle ? during.from + REAL_TICKS : minute,
        passedOver: late.filter((time) => time.until === minute).flatMap(minutesOf),
      }
    })
}

const isIdle = ({ reason }: MissingTime): boolean => reason === 'not running' || reason === 'late'

const minutesOf = ({ from, until }: MissingTime): Minute[] =>
  Array.from({ length: until - from }, (_, index) => from + index)

/** The minutes in which the games with a part in the story were updated; the updates of a game are days apart. */
function updatesOf(world: World, { from, until }: Story): Minute[] {
  const found = new Set<Minute>()
  for (const { universeId } of world.games.filter((_, index) => isInStory(index)))
    for (let minute = from; minute < until + DAY_MINUTES; minute += DAY_MINUTES)
      found.add(minuteOf(world.statsAt(universeId, Math.min(minute, until - 1)).updatedAt))
  return [...found].filter((minute) => minute > from && minute < until)
}
