// The shape of one old look-up: its addresses, what it takes and what it answers are declared once.
import type { Request, Response } from 'express'
import type { z } from 'zod'
import type { LookUpValue } from '../../domain/ports/look-ups.js'
import type { ConcurrencyQueue } from '../../services/reading/turns.js'
import type { Services } from '../../services/services.js'
import { countedAddress } from '../address.js'
import { validate } from '../validate.js'

interface LegacyRequest {
  readonly request: Request
  readonly response: Response
  readonly services: Services
  /** For the look-ups that take many calls. */
  readonly turns: ConcurrencyQueue
  /** In tests every answer is held against its schema. */
  readonly checkAnswers: boolean
}

export interface LookUp {
  /** Below a segment, in Express's own form. */
  readonly paths: readonly string[]
  answer(given: LegacyRequest): Promise<void>
}

interface LookUpDeclaration<Input extends z.ZodType, Body extends z.ZodType> {
  readonly paths: readonly string[]
  /** Over the parts of the path and the query together, which have no name in common. */
  readonly input: Input
  readonly response: Body
  /** It takes many calls to the platform, of which few run at once: each address waits for its turn. */
  readonly inTurn?: true
  handle(input: z.output<Input>, services: Services): Promise<LookUpValue<z.input<Body>>>
}

export function lookUp<Input extends z.ZodType, Body extends z.ZodType>(
  declared: LookUpDeclaration<Input, Body>,
): LookUp {
  return {
    paths: declared.paths,
    answer: async ({ request, response, services, turns, checkAnswers }) => {
      const input = validate(declared.input, { ...request.params, ...request.query })
      const handle = () => declared.handle(input, services)
      const { value, isStale } = await (declared.inTurn ? turns.take(countedAddress(request.ip), handle) : handle())
      if (checkAnswers) declared.response.parse(value)
      // LEGACY-6: an older answer, because the platform gives none now.
      if (isStale) response.set('X-Headcount-Stale', '1')
      response.json(value)
    },
  }
}
