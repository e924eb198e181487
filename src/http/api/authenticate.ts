// Who calls: by key, in either of the two headers (statistics-api.md, Authentication). Refusals are counted by address.
import type { Request, Response } from 'express'
import { HeadcountError } from '../../domain/error.js'
import { requestLimit } from '../../domain/rules/entitlement.js'
import type { Operations } from '../../operations/operations.js'
import { addressSubject } from '../address.js'
import { FAILURES_A_MINUTE, type RateLimits, rateHeaders } from '../rate-limit.js'
import type { Caller } from './endpoint.js'

export async function authenticate(
  request: Request,
  response: Response,
  { operations, limits }: { operations: Operations; limits: RateLimits },
): Promise<Caller> {
  const address = addressSubject(request.ip)
  // Where even the look-up of the key fails, the answer carries the headers all the same.
  response.set(rateHeaders(await limits.peek(address, FAILURES_A_MINUTE)))
  const secret = sentKey(request)
  const found = secret === undefined ? undefined : await operations.keys.authenticate(secret)
  if (!found) {
    await limits.count(address, FAILURES_A_MINUTE, response)
    response.set('WWW-Authenticate', 'Bearer')
    throw new HeadcountError(
      'INVALID_API_KEY',
      'The API key is missing or not valid. Send it as X-API-Key or as Authorization: Bearer.',
    )
  }
  const limit = requestLimit(found.account, operations.plans, operations.clock.now())
  operations.usage.record(found.account.id, found.key.id)
  const window = await limits.count(`account:${found.account.id}`, limit, response)
  return { account: found.account, window }
}

/** Nothing where none is sent, or where several are sent and differ (contract §3). */
function sentKey({ headersDistinct }: Request): string | undefined {
  const byHeader = headersDistinct['x-api-key'] ?? []
  const byBearer = (headersDistinct.authorization ?? []).flatMap(bearerKey)
  const [key, ...others] = new Set([...byHeader, ...byBearer])
  return others.length === 0 ? key : undefined
}

/** Another scheme is none of ours, for example a proxy's own. */
const bearerKey = (value: string): string[] => {
  const [scheme = '', ...rest] = value.split(/ +/)
  return scheme.toLowerCase() === 'bearer' ? [rest.join(' ')] : []
}
