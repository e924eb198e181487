// GET /games/{id}/export: the raw series of one game, streamed, as JSON or CSV.
import { z } from 'zod'
import { isoOfDay, isoOfMinute } from '../../../domain/clock.js'
import { MEASURES } from '../../../domain/measures.js'
import { dateRange } from '../../../domain/rules/date-range.js'
import { exportFileName } from '../../../files/file-name.js'
import { API_FORMATS, FILE_FORMATS } from '../../../files/formats.js'
import type { AccountExport } from '../../../services/reading/export-samples.js'
import { streamEndpoint } from '../define.js'
import { exportTag } from '../entity-tag.js'
import { date, id } from '../parameters.js'

const FORMAT = `must be ${API_FORMATS.join(' or ')}, given once`
const count = z.int().nonnegative()

/** API-43: the minutes between samples, and from which time on: `60;from=…, 1;from=…`. */
const resolutionText = ({ resolution }: AccountExport): string =>
  resolution.map(({ from, minutes }) => `${minutes};from=${isoOfMinute(from)}`).join(', ')

export const gameExport = streamEndpoint({
  path: '/games/:id/export',
  summary: 'Raw time series of one game',
  access: 'full',
  isSpecified: true,
  example: {
    call: '/games/1/export?start_date=2026-01-31&end_date=2026-01-31',
    answer: {
      game: { id: 1, name: 'Crossroads', universe_id: 13058 },
      start_date: '2026-01-31',
      end_date: '2026-01-31',
      data: [
        {
          timestamp: '2026-01-31T12:00:00.000Z',
          universe_id: 13058,
          ...Object.fromEntries(MEASURES.map(({ column, example }) => [column, example])),
        },
      ],
      count: 1,
    },
  },
  alsoCsv: true,
  params: z.object({ id }),
  query: z.object({
    start_date: date,
    end_date: date,
    format: z.enum(API_FORMATS, { error: FORMAT }).default('json'),
  }),
  response: z.object({
    game: z.strictObject({ id: z.int(), name: z.string(), universe_id: z.int() }),
    start_date: z.string(),
    end_date: z.string(),
    data: z.array(
      z.strictObject({
        timestamp: z.iso.datetime({ precision: 3 }),
        universe_id: z.int(),
        ...Object.fromEntries(MEASURES.map(({ column, nullable }) => [column, nullable ? count.nullable() : count])),
        revenue: z.number().optional(),
      }),
    ),
    count,
  }),
  stream: async ({ caller, params, query, services }, request) => {
    const range = dateRange(query.start_date, query.end_date)
    const game = await services.findGame.byNumber(caller.account, params.id)
    const exported = await services.exportSamples(caller.account, game, range)
    const { mediaType: contentType, ending, encode } = FILE_FORMATS[query.format]
    const tag = exportTag(request, query.format, exported)
    const headers = { 'X-Resolution': resolutionText(exported), ...(tag !== undefined && { ETag: tag }) }
    const answer = { contentType, headers, chunks: encode(exported) }
    // JSON is sent as a normal response; other formats are sent as a file to save.
    if (query.format === 'json') return answer
    return { ...answer, fileName: exportFileName(game.name, isoOfDay(range.start), isoOfDay(range.end), ending) }
  },
})
