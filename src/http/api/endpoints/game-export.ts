// GET /games/{id}/export: the raw series of one game, streamed, as JSON or CSV.

import { z } from 'zod'
import { isoOfDay, isoOfMinute } from '../../../domain/clock.js'
import { MEASURES } from '../../../domain/measures.js'
import { dateRange } from '../../../domain/rules/date-range.js'
import { exportFileName } from '../../../files/file-name.js'
import { API_FORMATS, FILE_FORMATS } from '../../../files/formats.js'
import { CSV_HEADER } from '../../../files/samples/samples-csv.js'
import { streamEndpoint } from '../define.js'
import { exportTag } from '../entity-tag.js'
import { calendarDay, count, field, gameReference, moment, resolutionText, universeId } from '../fields.js'
import { date, id } from '../parameters.js'
import { takesOneOf } from '../query-names.js'

const measured = ({ nullable, about }: (typeof MEASURES)[number]): z.ZodType<number | null> =>
  nullable ? field(`${about}; null where it did not arrive`, count.nullable()) : field(about, count)

const sample = z
  .strictObject({
    timestamp: field('The minute of the sample (UTC)', moment),
    universe_id: universeId,
    ...Object.fromEntries(MEASURES.map((measure) => [measure.column, measured(measure)])),
    revenue: field('Revenue of the day as your account imported it, in the unit of that file', z.number().optional()),
  })
  .meta({ id: 'Sample', description: 'What was measured at one minute' })

export const gameExport = streamEndpoint({
  path: '/games/:id/export',
  tag: 'History',
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
  csvExample: `${CSV_HEADER}\r\n2026-01-30T00:00:00.000Z,4922741943,1203,98120044,40211,90455,8122,\r\n`,
  headers: ['X-Resolution'],
  params: z.object({ id }),
  query: z.object({
    start_date: date,
    end_date: date,
    format: z
      .enum(API_FORMATS, { error: takesOneOf(API_FORMATS) })
      .default('json')
      .meta({ description: 'JSON, or CSV as a file to save' }),
  }),
  response: z.object({
    game: gameReference,
    start_date: field('First day (UTC), included', calendarDay),
    end_date: field('Last day (UTC), included', calendarDay),
    data: field('Oldest first', z.array(sample)),
    count: field('Number of records in `data`', count),
  }),
  stream: async ({ caller, params, query, services }, request) => {
    const range = dateRange(query.start_date, query.end_date)
    const game = await services.findGame.byNumber(caller.account, params.id)
    const exported = await services.exportSamples(caller.account, game, range)
    const { mediaType: contentType, ending, encode } = FILE_FORMATS[query.format]
    const tag = exportTag(request, query.format, exported)
    const headers = {
      'X-Resolution': resolutionText(exported.resolution.map((part) => ({ ...part, from: isoOfMinute(part.from) }))),
      ...(tag !== undefined && { ETag: tag }),
    }
    const answer = { contentType, headers, chunks: encode(exported) }
    // JSON is sent as a normal response; other formats are sent as a file to save.
    if (query.format === 'json') return answer
    return { ...answer, fileName: exportFileName(game.name, isoOfDay(range.start), isoOfDay(range.end), ending) }
  },
})
