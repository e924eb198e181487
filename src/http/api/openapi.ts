// Generates the OpenAPI 3.1 document from the schemas that also validate requests (API-30).
import { z } from 'zod'
import { createDocument, type ZodOpenApiOperationObject, type ZodOpenApiPathsObject } from 'zod-openapi'
import { ERROR_CODES } from '../../domain/error.js'
import type { Endpoint } from './endpoint.js'

export interface Publisher {
  /** Origin in links, without a trailing slash. */
  readonly origin: string
  readonly operatorContact: string | undefined
}

const errorBody = z
  .strictObject({ success: z.literal(false), error: z.string(), code: z.enum(ERROR_CODES) })
  .meta({ id: 'Error', description: 'What went wrong, in words and as a code' })

const REJECTIONS: Readonly<Record<string, string>> = {
  '400': 'Invalid parameters',
  '401': 'Missing or invalid API key',
  '403': 'Insufficient permissions',
  '404': 'Resource not found',
  '405': 'Method not allowed',
  '429': 'Rate limit exceeded',
  '500': 'Server error',
}

const integer = (description: string) => ({ description, schema: { type: 'integer' as const } })
const RATE_HEADERS = {
  'X-RateLimit-Limit': integer("Requests a minute that the account's plan allows"),
  'X-RateLimit-Remaining': integer('Requests left in this window'),
  'X-RateLimit-Reset': integer('Unix time in seconds at which the window resets'),
}

export function openApiDocument(endpoints: readonly Endpoint[], publisher: Publisher): object {
  const document = createDocument(
    {
      openapi: '3.1.0',
      info: { title: 'Headcount statistics API', version: '1.0.0', description: description(publisher) },
      servers: [{ url: `${publisher.origin}/api/v1` }],
      security: [{ keyHeader: [] }, { bearer: [] }],
      paths: Object.fromEntries(
        endpoints.map((endpoint) => [openPath(endpoint.path), { get: operation(endpoint) }]),
      ) satisfies ZodOpenApiPathsObject,
      components: {
        securitySchemes: {
          keyHeader: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
          bearer: { type: 'http', scheme: 'bearer' },
        },
      },
    },
    { override: ({ jsonSchema }) => tidy(jsonSchema) },
  )
  return document
}

function operation(endpoint: Endpoint): ZodOpenApiOperationObject {
  const rejections = Object.entries(REJECTIONS).map(([status, text]) => [
    status,
    { description: text, headers: RATE_HEADERS, content: { 'application/json': { schema: errorBody } } },
  ])
  const body = z.strictObject({ success: z.literal(true) }).extend(endpoint.response.shape)
  return {
    operationId: operationId(endpoint.path),
    summary: endpoint.summary,
    description:
      endpoint.access === 'full'
        ? 'For active Premium and Enterprise subscriptions.'
        : 'For trials and active Premium and Enterprise subscriptions.',
    requestParams: { path: endpoint.params, query: endpoint.query },
    responses: {
      '200': {
        description: 'Request successful',
        headers: RATE_HEADERS,
        content: {
          'application/json': { schema: body },
          ...(endpoint.alsoCsv === true ? { 'text/csv': { schema: z.string() } } : {}),
        },
      },
      ...Object.fromEntries(rejections),
    },
  }
}

/** For example, `/games/:id/stats` becomes `getGameStats`. */
const operationId = (path: string): string =>
  path
    .replace(/(\w)s\/:id/g, '$1')
    .replace(/\/(\w)/g, (_, letter: string) => letter.toUpperCase())
    .replace(/^/, 'get')

const openPath = (path: string): string => path.replace(/:(\w+)/g, '{$1}')

/** Removes what zod adds and readers do not need: the bounds of safe integers, and a regular expression of 300 characters for times. */
function tidy(schema: Record<string, unknown>): void {
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum
  if (schema.format !== undefined) delete schema.pattern
}

const description = ({ operatorContact }: Publisher): string => `
Public statistics of the games that your account tracks. Every time is UTC.

**Keep your key secret.** Send it as \`X-API-Key\` or as \`Authorization: Bearer\`, from a server only: never put it in
client-side code or a public repository. Rotate it now and then.

**Be gentle.** On 429 wait as long as \`Retry-After\` says, and twice as long each time it comes again. Cache answers:
they carry an \`ETag\`, and a new sample comes at most once a minute. Watch \`/usage\`.

Formal data licensing and bulk datasets are arranged with the operator${operatorContact ? `: ${operatorContact}` : ''}, not through the API.
`
