// The minutes of the demo's past that need a real tick.
import { DAY_MINUTES, dayOf, type Minute, minuteOf } from '../domain/clock.js'
import type { World } from '../simulator/world/world.js'
import { isDuring, type MissingTime, type Story } from './story.js'

export interface StoryTick {
  readonly minute: Minute
  /** What this tick cannot measure. */
  readonly missing: MissingTime | undefined
  /** The minutes before it for which there was no time. */
  readonly passedOver: readonly Minute[]
  /** The last tick of a day or of the story, after which the day is evaluated. */
  readonly isEvaluated: boolean
}

/**
 * The first and the last minute, the ends of the days, updates, every minute that cannot be measured, and the first one
 * after it. Nothing ticks while Headcount does not run, nor in a minute for which there was no time.
 */
export function ticksOf(world: World, story: Story): StoryTick[] {
  const { from, until, missing } = story
  const ends = new Set([...dayEnds(from, until), until - 1])
  const minutes = new Set([from, ...ends, ...updatesOf(world, story), ...missing.map((time) => time.until)])
  for (const time of missing.filter((time) => !isIdle(time))) for (const minute of minutesOf(time)) minutes.add(minute)
  const isTicking = (minute: Minute): boolean => !missing.some((time) => isIdle(time) && isDuring(time, minute))
  const late = missing.filter(({ reason }) => reason === 'late')
  return [...minutes]
    .filter(isTicking)
    .sort((a, b) => a - b)
    .map((minute) => ({
      minute,
      missing: missing.find((time) => isDuring(time, minute)),
      passedOver: late.filter((time) => time.until === minute).flatMap(minutesOf),
      isEvaluated: ends.has(minute),
    }))
}

const isIdle = ({ reason }: MissingTime): boolean => reason === 'not running' || reason === 'late'

const minutesOf = ({ from, until }: MissingTime): Minute[] =>
  Array.from({ length: until - from }, (_, index) => from + index)

const dayEnds = (from: Minute, until: Minute): Minute[] =>
  Array.from({ length: dayOf(until) - dayOf(from) }, (_, day) => (dayOf(from) + day + 1) * DAY_MINUTES - 1)

/** The minutes in which games were updated; the updates of a game are days apart. */
function updatesOf(world: World, { from, until }: Story): Minute[] {
  const found = new Set<Minute>()
  for (const { universeId } of world.games)
    for (let minute = from; minute < until + DAY_MINUTES; minute += DAY_MINUTES)
      found.add(minuteOf(world.statsAt(universeId, Math.min(minute, until - 1)).updatedAt))
  return [...found].filter((minute) => minute > from && minute < until)
}
