// What is damaged on disk: it was stored, and cannot be read any more. It is told of by its UTC days.
import { DAY_MINUTES, dayOf, isoOfDay } from '../clock.js'
import { HeadcountError } from '../error.js'
import type { Span } from './span.js'

/** `sums`: a week was thinned out and its samples are there, but what its days had added up to before is lost. */
export interface Damage extends Span {
  readonly what: 'samples' | 'sums'
}

/** Both inclusive, `YYYY-MM-DD`. */
export interface NamedDays {
  readonly from: string
  readonly to: string
}

/** The days that the spans touch, those that follow each other as one; the spans are ascending. */
export function daysOf(spans: readonly Span[]): NamedDays[] {
  const days = spans.map(({ from, until }) => ({ from: dayOf(from), until: dayOf(until - 1) + 1 }))
  return joined(days).map(({ from, until }) => ({ from: isoOfDay(from), to: isoOfDay(until - 1) }))
}

/** The parts between the two minutes. */
export const clip = <Some extends Span>(spans: readonly Some[], { from, until }: Span): Some[] =>
  spans
    .map((span) => ({ ...span, from: Math.max(span.from, from), until: Math.min(span.until, until) }))
    .filter((span) => span.from < span.until)

/** Those that touch as one; they are ascending. */
export function joined(spans: readonly Span[]): Span[] {
  const found: Span[] = []
  for (const { from, until } of spans) {
    const last = found.at(-1)
    if (last !== undefined && last.until >= from)
      found[found.length - 1] = { ...last, until: Math.max(last.until, until) }
    else found.push({ from, until })
  }
  return found
}

/** More than anybody avoids by hand. */
const MAX_LISTED = 10

/** In English, as the API says it. */
export function daysText(days: readonly NamedDays[]): string {
  const listed = days.slice(0, MAX_LISTED).map(({ from, to }) => (from === to ? from : `${from} to ${to}`))
  const more = days.length > MAX_LISTED ? [`${days.length - MAX_LISTED} more`] : []
  return [...listed, ...more].join(', ')
}

/** API-29: a range that touches damage has no export. */
export function damagedRange(spans: readonly Span[], cause?: unknown): HeadcountError {
  const days = daysOf(spans)
  const message = `Samples of these days are damaged on disk and cannot be read: ${daysText(days)}. Other days can be exported; the operator's doctor says how to repair them.`
  return new HeadcountError('INTERNAL_ERROR', message, { cause, reason: { name: 'damaged days', facts: { days } } })
}

/** The days, ascending, each from its first minute to its last. */
export const spansOfDays = (days: readonly number[]): Span[] =>
  joined(days.map((day) => ({ from: day * DAY_MINUTES, until: (day + 1) * DAY_MINUTES })))
