// Tells the callers of an endpoint that it will end (API-70).
import { DAY_MINUTES, msOf } from '../../domain/clock.js'
import { parseDay } from '../../domain/rules/date-range.js'
import type { Deprecation } from './endpoint.js'

const millisecondsOf = (day: string): number => msOf((parseDay(day) ?? 0) * DAY_MINUTES)

/** `Deprecation` is a date of structured fields (RFC 9745), and `Sunset` an HTTP date (RFC 8594). */
export const deprecationHeaders = ({ announced, ends }: Deprecation): Readonly<Record<string, string>> => ({
  Deprecation: `@${millisecondsOf(announced) / 1_000}`,
  Sunset: new Date(millisecondsOf(ends)).toUTCString(),
  Link: '</docs#changes>; rel="deprecation"',
})
