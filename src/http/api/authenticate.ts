// Authenticates an API request by its key in either of two headers (API-2). Failed authentications are counted by address.
import type { Request, Response } from 'express'
import { rejection } from '../../domain/error.js'
import { requestLimit } from '../../domain/rules/entitlement.js'
import type { Services } from '../../services/services.js'
import { addressSubject } from '../address.js'
import {
  accountSubject,
  MAX_FAILURES_PER_MINUTE,
  type RateLimits,
  type RateWindow,
  rateHeaders,
} from '../rate-limit.js'
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
  const { account, key } = found
  const limit = requestLimit(account, services.plans, services.clock.now())
  if (isUsage(request)) {
    services.usage.recordUse(key.id)
    return { account, window: await countUsage(response, { limits, limit, accountId: account.id }) }
  }
  services.usage.record(account.id, key.id)
  return { account, window: await limits.count(accountSubject(account.id), limit, response) }
}

const isUsage = ({ path }: Request): boolean => /^\/usage\/?$/.test(path)

/** The limit of `/usage` once the account's limit is spent. */
const MAX_USAGE_ANSWERS_PER_MINUTE = 30

interface AccountLimit {
  readonly limits: RateLimits
  readonly limit: number
  readonly accountId: number
}

/**
 * API-50: `/usage` is not charged, but has its own limits. They reset with the account's window, so that a 429 and the
 * headers give the same time.
 */
async function countUsage(response: Response, { limits, limit, accountId }: AccountLimit): Promise<RateWindow> {
  const window = await limits.open(accountSubject(accountId), limit)
  response.set(rateHeaders(window))
  const isSpent = window.remaining === 0
  const [subject, most] = isSpent ? ['usage when spent', MAX_USAGE_ANSWERS_PER_MINUTE] : ['usage', limit]
  if (await limits.countWithin(window, `${subject}:${accountId}`, most)) return window
  const seconds = Math.max(1, Math.ceil(window.reset - Date.now() / 1000))
  const facts = { limit: most, seconds, isSpent }
  throw rejection('RATE_LIMIT_EXCEEDED', { name: 'usage requested too often', facts }, { retryAfterSeconds: seconds })
}
