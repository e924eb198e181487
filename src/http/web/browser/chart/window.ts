// Computes the visible part of the chart's range.
import type { Minute } from '../../../../domain/clock.js'

export interface VisibleWindow {
  readonly from: Minute
  readonly until: Minute
}

export const TOOLS = ['in', 'out', 'earlier', 'later', 'whole'] as const
export type Tool = (typeof TOOLS)[number]

export interface WindowLimits {
  /** What the chart shows at first. */
  readonly whole: VisibleWindow
  /** All time that can be shown. */
  readonly bounds: VisibleWindow
}

/** A shorter window would show only single samples. */
const MIN_WINDOW_MINUTES = 30

/** Zooms around `fixed`, which stays at its place on the screen where the bounds allow it; without it, around the middle. */
export function moved(part: VisibleWindow, { whole, bounds }: WindowLimits, tool: Tool, fixed?: Minute): VisibleWindow {
  const length = part.until - part.from
  if (tool === 'whole') return whole
  if (tool === 'in' || tool === 'out') {
    const share = fixed === undefined ? 0.5 : (fixed - part.from) / length
    const [around, newLength] = [part.from + share * length, tool === 'in' ? length / 2 : length * 2]
    const from = around - share * Math.max(MIN_WINDOW_MINUTES, newLength)
    return within({ from, until: from + Math.max(MIN_WINDOW_MINUTES, newLength) }, bounds)
  }
  const step = (tool === 'earlier' ? -1 : 1) * (length / 2)
  return within({ from: part.from + step, until: part.until + step }, bounds)
}

/** Rounds to whole minutes, enforces the minimum length and stays inside the bounds. */
export function within({ from, until }: VisibleWindow, bounds: VisibleWindow): VisibleWindow {
  const length = Math.min(bounds.until - bounds.from, Math.max(MIN_WINDOW_MINUTES, Math.round(until - from)))
  const middle = (from + until) / 2
  const start = Math.min(Math.max(Math.round(middle - length / 2), bounds.from), bounds.until - length)
  return { from: start, until: start + length }
}

export const isSameWindow = (one: VisibleWindow, other: VisibleWindow): boolean =>
  one.from === other.from && one.until === other.until
