// Generates the OpenAPI 3.1 document from the schemas that also validate requests (API-30).
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { z } from 'zod'
import { createDocument, type ZodOpenApiOperationObject } from 'zod-openapi'
import { API_TAGS, type Endpoint } from './endpoint.js'
import { answersOf } from './openapi-answers.js'
import { API_VERSIONS } from './versions.js'

export interface Publisher {
  /** Origin in links, without a trailing slash. */
  readonly origin: string
  readonly operatorContact: string | undefined
}

/** The document. It takes about 50 ms where `describeInTurns` has not been called before. */
export function openApiDocument(endpoints: readonly Endpoint[], publisher: Publisher): object {
  const { openapi, info, ...rest } = describedEndpoints(endpoints)
  return {
    openapi,
    info: {
      ...info,
      description: description(publisher),
      contact: { name: 'The operator of this service', url: `${publisher.origin}/docs` },
    },
    servers: [{ url: `${publisher.origin}/api/v1`, description: 'This service' }],
    ...rest,
  }
}

/** What is the same for every publisher, by the list of endpoints, so that it is made once in a process. */
const described = new WeakMap<readonly Endpoint[], DescribedEndpoints>()

type DescribedEndpoints = ReturnType<typeof createDocument>

function describedEndpoints(endpoints: readonly Endpoint[]): DescribedEndpoints {
  const known = described.get(endpoints)
  if (known !== undefined) return known
  for (const _ of describeInSteps(endpoints));
  return described.get(endpoints) ?? describeEndpoint()
}

/** Makes what the document of these endpoints is made of, with turns of the event loop in between. */
export async function describeInTurns(endpoints: readonly Endpoint[]): Promise<void> {
  if (described.has(endpoints)) return
  for (const _ of describeInSteps(endpoints)) await yieldToEventLoop()
}

/** One endpoint in a step, each with all that it refers to; what several refer to is the same in each. */
function* describeInSteps(endpoints: readonly Endpoint[]): Generator<void> {
  let whole = describeEndpoint()
  for (const endpoint of endpoints) {
    yield
    whole = joined(whole, describeEndpoint(endpoint))
  }
  described.set(endpoints, whole)
}

function joined(one: DescribedEndpoints, other: DescribedEndpoints): DescribedEndpoints {
  const components: Record<string, object> = { ...one.components }
  for (const [kind, found] of Object.entries(other.components ?? {}))
    components[kind] = { ...components[kind], ...found }
  return { ...one, paths: { ...one.paths, ...other.paths }, components }
}

/** Of no endpoint: what the document says beside them. */
function describeEndpoint(endpoint?: Endpoint): DescribedEndpoints {
  const paths = endpoint === undefined ? {} : { [openPath(endpoint.path)]: { get: operation(endpoint) } }
  return createDocument(
    {
      openapi: '3.1.0',
      info: {
        title: 'Headcount statistics API',
        version: API_VERSIONS[0].version,
        license: { name: 'MIT', identifier: 'MIT' },
      },
      tags: Object.entries(API_TAGS).map(([name, text]) => ({ name, description: text })),
      security: [{ keyHeader: [] }, { bearer: [] }],
      paths,
      components: {
        securitySchemes: {
          keyHeader: { type: 'apiKey', in: 'header', name: 'X-API-Key', description: 'The key' },
          bearer: { type: 'http', scheme: 'bearer', description: 'The same key' },
        },
      },
    },
    { override: ({ jsonSchema }) => tidy(jsonSchema) },
  )
}

const operation = (endpoint: Endpoint): ZodOpenApiOperationObject => ({
  operationId: operationId(endpoint.path),
  tags: [endpoint.tag],
  summary: endpoint.summary,
  ...(endpoint.deprecation && { deprecated: true }),
  description:
    endpoint.access === 'full'
      ? 'For active Premium and Enterprise subscriptions.'
      : 'For trials and active Premium and Enterprise subscriptions.',
  requestParams: { path: endpoint.params, query: endpoint.query },
  responses: answersOf(endpoint),
})

/** For example, `/games/:id/stats` becomes `getGameStats`. */
const operationId = (path: string): string =>
  path
    .replace(/(\w)s\/:\w+/g, '$1')
    .replace(/\/(\w)/g, (_, letter: string) => letter.toUpperCase())
    .replace(/^/, 'get')

export const openPath = (path: string): string => path.replace(/:(\w+)/g, '{$1}')

/** Removes what zod adds and readers do not need: the bounds of safe integers, and a regular expression of 300 characters for times. */
function tidy(schema: z.core.JSONSchema.BaseSchema): void {
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum
  if (schema.format !== undefined) delete schema.pattern
}

const description = ({ operatorContact }: Publisher): string => `
Public statistics of the games that your account tracks. Every time is UTC.

**Keep your key secret.** Send it as \`X-API-Key\` or as \`Authorization: Bearer\`, from a server only: never put it in
client-side code or a public repository. Rotate it now and then.

**Be gentle.** On 429 wait as long as \`Retry-After\` says, and double the wait after each further 429. Cache answers:
they carry an \`ETag\`, and a new sample comes at most once a minute. Watch \`/usage\`.

**Numbers.** Counts are whole and as measured. Means of players and player-hours have at most 4 digits after the point,
shares at most 6. Fields may be added to answers; none is removed without an announcement.

For bulk data and formal data licenses, contact the operator${operatorContact ? ` (${operatorContact})` : ''}. The API does not provide them.
`
