// What changed for the readers of the API, and how an endpoint announces that it will end (API-70). The newest version is the one of the OpenAPI document.
import { DAY_MINUTES, msOf } from '../../domain/clock.js'
import { parseDay } from '../../domain/rules/date-range.js'
import type { ApiVersion } from '../reference-source.js'
import type { Deprecation } from './endpoint.js'

export const API_VERSIONS: readonly [ApiVersion, ...ApiVersion[]] = [
  {
    version: '1.2.0',
    date: '2026-11-22',
    changes: [
      'New: GET /events and /games/{id}/events, /games/{id}/gaps, /games/{id}/updates and one report of an update.',
      'The OpenAPI document names its schemas and describes every field.',
      'Deprecation and Sunset headers announce what will end. Nothing is deprecated.',
      '/usage leaves its own requests out of the counts, and its 429 resets with the window of the account.',
      '/games/stats and /games/{id}/stats have the usual, the changes and gains of all totals and Roblox without the game.',
      '/user names the members of the account with their roles.',
      'The 404 of an unknown path names the nearest one. Lists may have spaces beside their commas.',
      '/series rejects a game that is named by both of its ids. /api and /api/v1 take no parameters.',
    ],
  },
  {
    version: '1.1.0',
    date: '2026-11-15',
    changes: [
      'New: GET /games/{id}/series and /series, by minute to week, in any time zone, compared with an earlier period or the usual.',
      'New: GET /games/stats, all games now.',
      '/rankings takes at, page, per_page, and favorites, like_ratio and change as by.',
      '/user states the sampling interval, retention, longest ranges and formats; /usage breaks down by key and day and is not charged.',
      'Days of a summary have peak_at and changes. The start of a counter is its last value before the range.',
      'X-Ignored-Parameters names parameters that had no effect, and X-Resolution the minutes between the samples of an export.',
      'Exports of closed days have a strong ETag. /api and /api/v1 return links.',
    ],
  },
  {
    version: '1.0.0',
    date: '2026-10-01',
    changes: ['The first version: games, stats, summaries, exports, rankings, user and usage.'],
  },
]

const millisecondsOf = (day: string): number => msOf((parseDay(day) ?? 0) * DAY_MINUTES)

/** `Deprecation` is a date of structured fields (RFC 9745), and `Sunset` an HTTP date (RFC 8594). */
export const deprecationHeaders = ({ announced, ends }: Deprecation): Readonly<Record<string, string>> => ({
  Deprecation: `@${millisecondsOf(announced) / 1_000}`,
  Sunset: new Date(millisecondsOf(ends)).toUTCString(),
  Link: '</docs#changes>; rel="deprecation"',
})
