// Authenticates an API request by its key in either of two headers (API-2). Failed authentications are counted by address.
import type { Request, Response } from 'express'
import { requestLimit } from '../../domain/rules/entitlement.js'
import type { Services } from '../../services/services.js'
import { addressSubject } from '../address.js'
import { FAILURES_A_MINUTE, type RateLimits, rateHeaders } from '../rate-limit.js'
import { requireKey } from '../require-key.js'
import type { ApiCaller } from './endpoint.js'

export async function authenticate(
  request: Request,
  response: Response,
  { services, limits }: { services: Services; limits: RateLimits },
): Promise<ApiCaller> {
  const found = await requireKey(request, response, { services, limits }).catch(async (error: unknown) => {
    // The rate limit headers are also set where the look-up of the key itself fails.
    if (!response.hasHeader('X-RateLimit-Limit'))
      response.set(rateHeaders(await limits.peek(addressSubject(request.ip), FAILURES_A_MINUTE)))
    throw error
  })
  const limit = requestLimit(found.account, services.plans, services.clock.now())
  const window = await limits.count(`account:${found.account.id}`, limit, response)
  return { account: found.account, window }
}
