// Authenticates an API request by its key in either of two headers (API-2). Failed authentications are counted by address.
import type { Request, Response } from 'express'
import { requestLimit } from '../../domain/rules/entitlement.js'
import type { Services } from '../../services/services.js'
import { addressSubject } from '../address.js'
import { accountSubject, MAX_FAILURES_PER_MINUTE, type RateLimits, rateHeaders } from '../rate-limit.js'
import { requireKey } from '../require-key.js'
import type { ApiCaller } from './endpoint.js'

export async function authenticate(
  request: Request,
  response: Response,
  { services, limits }: { services: Services; limits: RateLimits },
): Promise<ApiCaller> {
  const found = await requireKey(request, response, { services, limits }).catch(async (error: unknown) => {
    // The rate limit headers are also set where the lookup of the key itself fails.
    if (!response.hasHeader('X-RateLimit-Limit'))
      response.set(rateHeaders(await limits.peek(addressSubject(request.ip), MAX_FAILURES_PER_MINUTE)))
    throw error
  })
  const limit = requestLimit(found.account, services.plans, services.clock.now())
  const window = await countFor(request, response, { limits, limit, accountId: found.account.id })
  return { account: found.account, window }
}

/** Answers of `/usage` once the limit is spent. */
const MAX_USAGE_ANSWERS_PER_MINUTE = 30

interface AccountLimit {
  readonly limits: RateLimits
  readonly limit: number
  readonly accountId: number
}

/**
 * API-50: `/usage` is not charged. It has limits of its own, so that nobody can ask it without end, and its headers tell
 * of the account's window.
 */
async function countFor(request: Request, response: Response, { limits, limit, accountId }: AccountLimit) {
  const subject = accountSubject(accountId)
  if (!/^\/usage\/?$/.test(request.path)) return limits.count(subject, limit, response)
  const window = await limits.peek(subject, limit)
  const count =
    window.remaining > 0
      ? limits.count(`usage:${accountId}`, limit, response)
      : limits.count(`usage when spent:${accountId}`, MAX_USAGE_ANSWERS_PER_MINUTE, response)
  try {
    await count
  } finally {
    response.set(rateHeaders(window))
  }
  return window
}
