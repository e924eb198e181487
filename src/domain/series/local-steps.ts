// The hours and days of a time zone that a span touches: in zones of 30 or 45 minutes, hours begin at another minute than in UTC.
import { HOUR_MINUTES, type Minute } from '../clock.js'
import type { Span } from '../rules/span.js'
import { wallOf } from '../rules/wall-clock.js'
import { daysOfSpan, spanOfDays, startOfDay } from '../time/local-days.js'
import type { BucketEdges } from './buckets.js'

export type LocalStep = 'hour' | 'day'

/** The beginning of each, and the end of the last one. */
export const localEdges = (span: Span, step: LocalStep, timeZone: string): BucketEdges =>
  step === 'hour' ? hourEdges(span, timeZone) : dayEdges(span, timeZone)

function dayEdges(span: Span, timeZone: string): BucketEdges {
  const { start, end } = daysOfSpan(span, timeZone)
  return Int32Array.from({ length: end - start + 2 }, (_, index) => startOfDay(start + index, timeZone))
}

function hourEdges(span: Span, timeZone: string): BucketEdges {
  if (timeZone === 'UTC') return utcHours(span)
  const { start, end } = daysOfSpan(span, timeZone)
  const edges: Minute[] = []
  for (let day = start; day <= end; day++)
    edges.push(...hoursOfDay(spanOfDays({ start: day, end: day }, timeZone), timeZone))
  edges.push(startOfDay(end + 1, timeZone))
  const first = edges.findLastIndex((edge) => edge <= span.from)
  const last = edges.findIndex((edge) => edge >= span.until)
  return Int32Array.from(edges.slice(Math.max(0, first), last + 1))
}

function utcHours({ from, until }: Span): BucketEdges {
  const first = Math.floor(from / HOUR_MINUTES)
  const count = Math.ceil(until / HOUR_MINUTES) - first
  return Int32Array.from({ length: count + 1 }, (_, index) => (first + index) * HOUR_MINUTES)
}

/** A clock that changes by a whole hour shows the same minutes afterwards; those of Lord Howe Island change by half of one. */
function hoursOfDay({ from, until }: Span, timeZone: string): Minute[] {
  const edges: Minute[] = [from]
  const past = minuteOfHour(from, timeZone)
  if (past === minuteOfHour(until, timeZone)) {
    for (let at = from - past + HOUR_MINUTES; at < until; at += HOUR_MINUTES) edges.push(at)
    return edges
  }
  for (let at = from + 1, hour = hourAt(from, timeZone); at < until; at++) {
    const next = hourAt(at, timeZone)
    if (next !== hour) edges.push(at)
    hour = next
  }
  return edges
}

const hourAt = (minute: Minute, timeZone: string): number => Math.floor(wallOf(minute, timeZone) / HOUR_MINUTES)

const minuteOfHour = (minute: Minute, timeZone: string): number => {
  const past = wallOf(minute, timeZone) % HOUR_MINUTES
  return past < 0 ? past + HOUR_MINUTES : past
}
