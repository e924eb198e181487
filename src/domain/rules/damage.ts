// Damage on disk: samples that were stored and can no longer be read. It is reported by UTC days.
import { DAY_MINUTES, dayOf, isoOfDay } from '../clock.js'
import { type HeadcountError, rejection } from '../error.js'
import type { Span } from './span.js'

/** `sums`: a week was thinned out and its samples are readable, but the sums of its days from before are lost. */
export interface Damage extends Span {
  readonly what: 'samples' | 'sums'
}

/** Both ends inclusive, `YYYY-MM-DD`. */
export interface NamedDays {
  readonly from: string
  readonly to: string
}

/** The days that the ascending spans touch; consecutive days are joined. */
export function daysOf(spans: readonly Span[]): NamedDays[] {
  const days = spans.map(({ from, until }) => ({ from: dayOf(from), until: dayOf(until - 1) + 1 }))
  return joined(days).map(({ from, until }) => ({ from: isoOfDay(from), to: isoOfDay(until - 1) }))
}

/** The parts of the spans between the two minutes. */
export const clip = <Some extends Span>(spans: readonly Some[], { from, until }: Span): Some[] =>
  spans
    .map((span) => ({ ...span, from: Math.max(span.from, from), until: Math.min(span.until, until) }))
    .filter((span) => span.from < span.until)

/** Joins spans that touch; they must be ascending. */
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

/** A longer list would not help a person. */
const MAX_LISTED = 10

/** The words between days, in the language of the reader. */
export interface DayTexts {
  readonly span: (from: string, to: string) => string
  readonly more: (count: string) => string
}

export function daysText(days: readonly NamedDays[], { span, more }: DayTexts): string {
  const listed = days.slice(0, MAX_LISTED).map(({ from, to }) => (from === to ? from : span(from, to)))
  return [...listed, ...(days.length > MAX_LISTED ? [more(String(days.length - MAX_LISTED))] : [])].join(', ')
}

/** API-29: a range that contains damage cannot be exported. */
export function damagedRange(spans: readonly Span[], cause?: unknown): HeadcountError {
  const days = daysOf(spans)
  return rejection('INTERNAL_ERROR', { name: 'damaged days', facts: { days } }, { cause })
}

/** The spans of ascending days, each from its first minute to its last. */
export const spansOfDays = (days: readonly number[]): Span[] =>
  joined(days.map((day) => ({ from: day * DAY_MINUTES, until: (day + 1) * DAY_MINUTES })))
