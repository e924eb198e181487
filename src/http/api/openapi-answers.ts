// The answers of an endpoint in the OpenAPI document: every status that occurs, with its headers and an example.
import { z } from 'zod'
import type { ZodOpenApiResponsesObject } from 'zod-openapi'
import { ERROR_CODES, type ErrorCode } from '../../domain/error.js'
import type { Endpoint } from './endpoint.js'
import { field } from './fields.js'

const apiError = z
  .strictObject({
    success: field('Always false', z.literal(false)),
    error: field('What is wrong and what to do, as a sentence', z.string()),
    code: field('What is wrong, for programs', z.enum(ERROR_CODES)),
  })
  .meta({ id: 'ApiError', description: 'What went wrong, in words and as a code' })

interface ErrorAnswer {
  readonly description: string
  readonly code: ErrorCode
  readonly error: string
  readonly headers?: HeaderObjects
  /** Without the headers of the rate limit, because the account is not known. */
  readonly isEarly?: boolean
}

const integer = (description: string) => ({ description, schema: { type: 'integer' as const } })
const text = (description: string, example: string) => ({ description, schema: { type: 'string' as const }, example })

type HeaderObjects = Record<string, ReturnType<typeof integer> | ReturnType<typeof text>>

/** On every answer. */
const REQUEST_ID: HeaderObjects = {
  'X-Request-Id': text('The id of the request in the service log; include it when you ask for help', '01JGZ6V0M9'),
}
const SHARED: HeaderObjects = {
  'X-RateLimit-Limit': integer("Requests a minute that the account's plan allows"),
  'X-RateLimit-Remaining': integer('Requests left in this window'),
  'X-RateLimit-Reset': integer('Unix time in seconds at which the window resets'),
  ...REQUEST_ID,
}
const TAG: HeaderObjects = {
  ETag: text(
    'Version of the answer: with it in If-None-Match, the same answer comes as 304 without a body. Exports have one, a ' +
      'strong one, where all days of the range are over',
    'W/"1f-x"',
  ),
}
const RETRY: HeaderObjects = { 'Retry-After': integer('Seconds to wait') }
const DISPOSITION: HeaderObjects = {
  'Content-Disposition': text('Name of the file, with CSV', 'attachment; filename="series.csv"'),
}
const RESOLUTION: HeaderObjects = {
  'X-Resolution': text('Minutes between samples, and from which time on', '1;from=2026-01-31T00:00:00.000Z'),
}
const CSV_TEXT = z.string().meta({ description: 'Lines end with CRLF (RFC 4180)' })
const IGNORED: HeaderObjects = { 'X-Ignored-Parameters': text('Parameters that the endpoint does not know', 'unknown') }

const REJECTIONS: Readonly<Record<string, ErrorAnswer>> = {
  '400': {
    description: 'A parameter is wrong or not known',
    code: 'INVALID_PARAMETERS',
    error: 'interval must be 1m, 5m, 15m, 1h, 1d or 1w, given once.',
  },
  '401': {
    description: 'Missing or wrong API key',
    code: 'INVALID_API_KEY',
    error: 'The API key is not valid.',
    headers: { 'WWW-Authenticate': text('How to send the key', 'Bearer') },
  },
  '403': {
    description: 'The subscription does not include it',
    code: 'SUBSCRIPTION_REQUIRED',
    error: 'The API needs an active Premium or Enterprise subscription.',
  },
  '404': { description: 'Not found', code: 'NOT_FOUND', error: 'This account tracks no game with the ID 7.' },
  '405': {
    description: 'Another method than GET or HEAD',
    code: 'METHOD_NOT_ALLOWED',
    error: 'Only GET and HEAD are allowed here.',
    headers: { Allow: text('The methods that are allowed', 'GET, HEAD') },
  },
  '413': {
    description: 'The request has a body of more than 64 KiB; neither key nor parameters were read',
    code: 'REQUEST_TOO_LARGE',
    error: 'This is too large. Send at most 64 KiB at once.',
  },
  '429': {
    description: 'Too many requests',
    code: 'RATE_LIMIT_EXCEEDED',
    error: 'More than 100 requests in a minute. Wait 12 s, then go on more slowly.',
    headers: RETRY,
  },
  '500': { description: 'Error of the service', code: 'INTERNAL_ERROR', error: 'Something went wrong on our side.' },
  '503': {
    description: 'The service has too much to do now; it has read neither key nor parameters',
    code: 'UNAVAILABLE',
    error: 'Headcount has too much to do now. Try again in a few seconds.',
    headers: RETRY,
    isEarly: true,
  },
}

const rejection = (
  { description, code, error, headers, isEarly }: ErrorAnswer,
  more: HeaderObjects | false | undefined,
) => ({
  description,
  headers: { ...(isEarly ? REQUEST_ID : SHARED), ...headers, ...more },
  content: { 'application/json': { schema: apiError, example: { success: false, error, code } } },
})

const NOT_FOUND_PARAMETERS = ['id', 'game_id', 'games']

/** Whether a request may be answered with this status. */
function isPossible({ params, query, isSpecified }: Endpoint, status: string): boolean {
  const names = [...Object.keys(params.shape), ...Object.keys(query.shape)]
  if (status === '404') return names.some((name) => NOT_FOUND_PARAMETERS.includes(name))
  // An endpoint of the specification ignores the parameters that it does not know.
  return status !== '400' || names.length > 0 || isSpecified !== true
}

export function answersOf(endpoint: Endpoint): ZodOpenApiResponsesObject {
  const { csvExample, isSpecified, headers = [] } = endpoint
  const ignored = isSpecified && IGNORED
  const resolution = headers.includes('X-Resolution') && RESOLUTION
  const shared = { ...SHARED, ...TAG, ...ignored, ...resolution }
  const body = z
    .strictObject({ success: field('Always true', z.literal(true)), ...endpoint.response.shape })
    .meta({ description: endpoint.summary })
  return {
    '200': {
      description: 'The answer',
      headers: { ...shared, ...(csvExample !== undefined && DISPOSITION) },
      content: {
        'application/json': { schema: body, example: { success: true, ...endpoint.example.answer } },
        ...(csvExample !== undefined && { 'text/csv': { schema: CSV_TEXT, example: csvExample } }),
      },
    },
    '304': { description: 'The same as before: If-None-Match named its ETag', headers: shared },
    ...Object.fromEntries(
      Object.entries(REJECTIONS)
        .filter(([status]) => isPossible(endpoint, status))
        .map(([status, one]) => [status, rejection(one, ['400', '404'].includes(status) && ignored)]),
    ),
  }
}
