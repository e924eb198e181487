// The types that declare a legacy lookup: its paths, its input and its response.
import type { Request, Response } from 'express'
import type { z } from 'zod'
import type { LookupValue } from '../../domain/ports/lookups.js'
import type { ConcurrencyQueue } from '../../services/reading/concurrency-queue.js'
import type { Services } from '../../services/services.js'
import { countedAddress } from '../address.js'
import { validate } from '../read-request.js'

const NAME_SECONDS = 600

interface LegacyRequest {
  readonly request: Request
  readonly response: Response
  readonly services: Services
  /** Limits the lookups that make many calls to the platform. */
  readonly turns: ConcurrencyQueue
  /** Checks every response against its schema; on in tests. */
  readonly checkAnswers: boolean
}

/** An example for the documentation; a test checks the answer against the schema. */
interface LookupExample {
  /** Path and query below the segment. */
  readonly call: string
  readonly answer: unknown
}

export interface Lookup {
  readonly summary: string
  readonly example: LookupExample
  readonly response: z.ZodType
  readonly cacheSeconds: number
  /** Relative to the legacy segment, in Express route syntax. */
  readonly paths: readonly string[]
  answer(request: LegacyRequest): Promise<void>
}

interface LookupDeclaration<Input extends z.ZodType, Body extends z.ZodType> {
  readonly paths: readonly string[]
  readonly summary: string
  readonly example: { readonly call: string; readonly answer: z.output<Body> }
  /** Validates the path parameters and the query together; they have no name in common. */
  readonly input: Input
  readonly response: Body
  /** How long the answer may be kept, in seconds: as long as here (LEGACY-5). 10 minutes if it is left out. */
  readonly cacheSeconds?: number
  /** The lookup makes many calls to the platform, so only a few run concurrently and addresses take turns. */
  readonly inTurn?: true
  handle(input: z.output<Input>, services: Services): Promise<LookupValue<z.input<Body>>>
}

export function lookUp<Input extends z.ZodType, Body extends z.ZodType>(
  declared: LookupDeclaration<Input, Body>,
): Lookup {
  const { paths, summary, example, cacheSeconds = NAME_SECONDS } = declared
  return {
    paths,
    summary,
    example,
    response: declared.response,
    cacheSeconds,
    answer: async ({ request, response, services, turns, checkAnswers }) => {
      const input = validate(declared.input, { ...request.params, ...request.query })
      const handle = () => declared.handle(input, services)
      const { value, isStale } = await (declared.inTurn ? turns.take(countedAddress(request.ip), handle) : handle())
      if (checkAnswers) declared.response.parse(value)
      // LEGACY-6: the value is from the cache, because the platform returns none now.
      if (isStale) response.set('X-Headcount-Stale', '1')
      // A stale value must not be kept for longer than the platform fails.
      response.set('Cache-Control', isStale ? 'no-cache' : `public, max-age=${cacheSeconds}`)
      response.json(value)
    },
  }
}
