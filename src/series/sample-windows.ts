// The samples around the minutes that were read last, of each universe. A ranking by change reads those of a day and of two days ago, and a
// game's numbers now are compared with a day and a week ago, minute after minute. Without these windows, each such answer would decode two
// weeks of the game.
import type { Minute } from '../domain/clock.js'
import { type Block, rowAt, type Sample } from '../domain/sample.js'
import { sampleAt } from './blocks.js'

/** All samples of a universe between two minutes. */
export interface SampleWindow {
  readonly from: Minute
  readonly until: Minute
  readonly block: Block
}

/** Of one universe: a day, two days and a week ago. A window of an hour takes about 3.5 kB. */
const MAX_WINDOWS = 3

export class SampleWindows {
  /** Of each universe, the window that was added last is first. */
  private readonly byUniverse = new Map<number, readonly SampleWindow[]>()

  /** The nearest sample, at most `tolerance` minutes away; undefined where no window can decide. */
  nearest(universeId: number, minute: Minute, tolerance: number): { readonly value: Sample | undefined } | undefined {
    for (const window of this.byUniverse.get(universeId) ?? []) {
      const near = nearestIn(window, minute)
      if (near !== undefined && Math.abs(near.minute - minute) <= tolerance) return { value: near }
      if (window.from <= minute - tolerance && window.until > minute + tolerance) return { value: undefined }
    }
    return undefined
  }

  /** Replaces the windows that it overlaps: a reader moves forward from minute to minute, and does not return to them. */
  add(universeId: number, window: SampleWindow): void {
    const others = (this.byUniverse.get(universeId) ?? []).filter(
      ({ from, until }) => until <= window.from || from >= window.until,
    )
    this.byUniverse.set(universeId, [window, ...others.slice(0, MAX_WINDOWS - 1)])
  }

  /** Forgets the windows that end after the minute of a new sample. */
  forgetAt(universeId: number, minute: Minute): void {
    const windows = this.byUniverse.get(universeId)
    if (windows?.some(({ until }) => minute < until) !== true) return
    this.byUniverse.set(
      universeId,
      windows.filter(({ until }) => minute >= until),
    )
  }

  forget(universeId: number): void {
    this.byUniverse.delete(universeId)
  }

  clear(): void {
    this.byUniverse.clear()
  }
}

/** The sample of the window nearest to `minute`, the earlier of two; undefined where the window cannot decide. */
export function nearestIn({ from, until, block }: SampleWindow, minute: Minute): Sample | undefined {
  const { minutes } = block
  const after = rowAt(minutes, minute + 1)
  const toAfter = after < minutes.length ? (minutes[after] ?? 0) - minute : Number.POSITIVE_INFINITY
  const toBefore = after > 0 ? minute - (minutes[after - 1] ?? 0) : Number.POSITIVE_INFINITY
  const reach = Math.min(minute - from, until - 1 - minute)
  if (Math.min(toBefore, toAfter) > reach) return undefined
  return sampleAt(block, toBefore <= toAfter ? after - 1 : after)
}
