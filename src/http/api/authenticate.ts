// Who calls: by key, in either of the two headers (statistics-api.md, Authentication). Refusals are counted by address.
import type { Request, Response } from 'express'
import { requestLimit } from '../../domain/entitlement.js'
import { HeadcountError } from '../../domain/error.js'
import type { Operations } from '../../operations/operations.js'
import { countedAddress } from '../address.js'
import type { RateLimits } from '../rate-limit.js'
import type { Caller } from './endpoint.js'

/** contract §3: failed authentications a minute and address. */
const FAILURES_A_MINUTE = 30

export async function authenticate(
  request: Request,
  response: Response,
  { operations, limits }: { operations: Operations; limits: RateLimits },
): Promise<Caller> {
  const secret = sentKey(request)
  const found = secret === undefined ? undefined : await operations.keys.authenticate(secret)
  if (!found) {
    await limits.count(`address:${countedAddress(request.ip)}`, FAILURES_A_MINUTE, response)
    response.set('WWW-Authenticate', 'Bearer')
    throw new HeadcountError(
      'INVALID_API_KEY',
      'The API key is missing or not valid. Send it as X-API-Key or as Authorization: Bearer.',
    )
  }
  const limit = requestLimit(found.account, operations.plans, operations.clock.now())
  await limits.count(`account:${found.account.id}`, limit, response)
  return { account: found.account }
}

/** Nothing where none is sent, or where both are sent and differ (contract §3). */
function sentKey(request: Request): string | undefined {
  const byHeader = request.get('x-api-key')?.trim()
  const byBearer = /^bearer +(\S+) *$/i.exec(request.get('authorization') ?? '')?.[1]
  if (byHeader !== undefined && byBearer !== undefined && byHeader !== byBearer) return undefined
  return byHeader ?? byBearer
}
