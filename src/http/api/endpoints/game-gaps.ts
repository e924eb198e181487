// GET /games/{id}/gaps: when there were no samples of one game, and why.
import { z } from 'zod'
import { isoOfMinute } from '../../../domain/clock.js'
import { rejection } from '../../../domain/error.js'
import { codeOf } from '../../../domain/gap.js'
import { endpoint } from '../define.js'
import { checkOrder, cursor, cursorText, gapsFrom, gapsTo, limit } from '../events/parameters.js'
import { gapReason } from '../events/schema.js'
import { moment } from '../fields.js'
import { id } from '../parameters.js'

const MAX_GAPS = 1_000

export const gameGaps = endpoint({
  path: '/games/:id/gaps',
  tag: 'Events',
  summary: 'When there were no samples of one game, and why',
  access: 'full',
  example: {
    call: '/games/1/gaps?from=2026-01-01&to=2026-01-31',
    answer: {
      from: '2026-01-01T00:00:00.000Z',
      until: '2026-02-01T00:00:00.000Z',
      gaps: [
        {
          from: '2026-01-31T09:01:00.000Z',
          until: '2026-01-31T09:14:00.000Z',
          minutes: 13,
          reason: 'platform_error',
        },
      ],
      missing_minutes: 13,
      next_cursor: null,
      has_more: false,
    },
  },
  params: z.object({ id }),
  query: z.object({ from: gapsFrom, to: gapsTo, cursor: cursor({ gaps: 4 }), limit: limit(MAX_GAPS, MAX_GAPS) }),
  response: z.object({
    from: moment.meta({ description: 'Begin of the range (UTC); 30 days before its end if it was left out' }),
    until: moment.meta({ description: 'End of the range (UTC), exclusive; the newest data if it was left out' }),
    gaps: z
      .array(
        z
          .strictObject({
            from: moment.meta({ description: 'First minute without a sample (UTC), or the begin of the range' }),
            until: moment.meta({
              description: 'End (UTC), exclusive: the minute after the gap, at most the end of the range',
            }),
            minutes: z.int().positive().meta({ description: 'Length in minutes' }),
            reason: gapReason,
          })
          .meta({ id: 'Gap', description: 'Minutes in which a sample was due and none was taken' }),
      )
      .meta({ description: 'Oldest first' }),
    missing_minutes: z
      .int()
      .nonnegative()
      .meta({ description: 'Minutes of all gaps of the range, also on other pages' }),
    next_cursor: z
      .string()
      .nullable()
      .meta({ description: 'Continues this list with the same range; null at its end' }),
    has_more: z.boolean().meta({ description: 'There are more gaps in the range' }),
  }),
  handle: async ({ caller, params, query, services }) => {
    checkOrder(query)
    const game = await services.findGame.byNumber(caller.account, params.id)
    const [listedGame = game.id, start = query.from, end = query.to, after] = query.cursor?.numbers ?? []
    // The end of the first page may have been cut at the newest data.
    const isSameRange = (query.from ?? start) === start && (query.to ?? end ?? 0) >= (end ?? 0)
    if (listedGame !== game.id || !isSameRange)
      throw rejection('INVALID_PARAMETERS', { name: 'cursor of another range', facts: {} })
    const { span, gaps, missing, next } = await services.listGaps(
      { account: caller.account, game },
      { from: start, until: end, limit: query.limit },
      after,
    )
    return {
      from: isoOfMinute(span.from),
      until: isoOfMinute(span.until),
      gaps: gaps.map((gap) => ({
        from: isoOfMinute(gap.from),
        until: isoOfMinute(gap.until),
        minutes: gap.until - gap.from,
        reason: codeOf(gap.reason),
      })),
      missing_minutes: missing,
      next_cursor: next === undefined ? null : cursorText('gaps', game.id, span.from, span.until, next),
      has_more: next !== undefined,
    }
  },
})
