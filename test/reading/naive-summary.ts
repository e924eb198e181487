// Computes a summary in a second way: minute by minute over plain objects, without the product's rollups.
import { DAY_MINUTES } from '../../src/domain/clock.js'
import type { Sample } from '../../src/domain/sample.js'

export interface NaiveWorld {
  /** In any order, at most one for each minute. */
  readonly samples: readonly Sample[]
  readonly schedules: readonly { readonly since: number; readonly interval: number }[]
  /** The interval of the reader's plan. */
  readonly interval: number
  /** The current minute. */
  readonly now: number
}

export interface NaiveSummary {
  readonly samples: number
  readonly coverage: number
  readonly average: number | null
  readonly min: number | null
  readonly max: number | null
  readonly peakAt: number | null
  readonly latest: number | null
  readonly playerHours: number | null
}

/** The samples that the reader's plan shows: the earliest one of each slot. */
export function seen(world: NaiveWorld, from: number, until: number): Sample[] {
  const bySlot = new Map<number, Sample>()
  for (const sample of world.samples) {
    if (sample.minute < from || sample.minute >= until) continue
    const slot = Math.floor(sample.minute / world.interval)
    const other = bySlot.get(slot)
    if (!other || sample.minute < other.minute) bySlot.set(slot, sample)
  }
  return [...bySlot.values()].sort((a, b) => a.minute - b.minute)
}

/**
 * For each minute of the range, finds the sample that covers it: the latest one of its day that reaches this minute.
 */
export function naiveSummary(world: NaiveWorld, from: number, until: number): NaiveSummary {
  const visible = seen(world, from, until)
  const byMinute = new Map(visible.map((sample) => [sample.minute, sample]))
  const longest = Math.max(60, ...world.schedules.map((schedule) => schedule.interval))
  let [covered, total] = [0, 0]
  for (let minute = from; minute < Math.min(until, world.now + 1); minute++) {
    const dayStart = Math.floor(minute / DAY_MINUTES) * DAY_MINUTES
    for (let at = minute; at >= Math.max(dayStart, minute - longest); at--) {
      const sample = byMinute.get(at)
      if (!sample) continue
      if (minute - at < reach(world, at)) {
        covered++
        total += sample.ccu
      }
      break
    }
  }
  const due = Math.min(until, world.now + 1) - from
  const max = visible.length === 0 ? null : Math.max(...visible.map((sample) => sample.ccu))
  return {
    samples: visible.length,
    coverage: due <= 0 ? 0 : covered / due,
    average: visible.length === 0 ? null : total / covered,
    min: visible.length === 0 ? null : Math.min(...visible.map((sample) => sample.ccu)),
    max,
    peakAt: visible.find((sample) => sample.ccu === max)?.minute ?? null,
    latest: visible.at(-1)?.ccu ?? null,
    playerHours: visible.length === 0 ? null : total / 60,
  }
}

/** The longer one of the reader's interval and the interval that was in force when the sample was taken. */
function reach(world: NaiveWorld, minute: number): number {
  const inForce = world.schedules.filter((schedule) => schedule.since <= minute).at(-1)?.interval ?? 0
  return Math.max(world.interval, inForce)
}

/** The first and the last known value of a counter; a missing value is taken from the last known one before it. */
export function naiveCounter(world: NaiveWorld, name: 'visits' | 'likes', from: number, until: number) {
  const visible = seen(world, from, until)
  if (visible.length === 0) return { start: null, end: null, change: null }
  const measured = visible.map((sample) => sample[name]).filter((value) => value !== null)
  const before = seen(world, Number.NEGATIVE_INFINITY, from).findLast((sample) => sample[name] !== null)?.[name]
  const start = before ?? measured[0] ?? null
  const end = measured.at(-1) ?? before ?? null
  return { start, end, change: start === null || end === null ? null : end - start }
}
