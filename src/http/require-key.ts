// Reads the API key of a request from either of two headers (API-2) and counts failures by address.
import type { IncomingMessage } from 'node:http'
import type { Request, Response } from 'express'
import type { Account } from '../domain/account.js'
import type { ApiKey } from '../domain/api-key.js'
import { rejection } from '../domain/error.js'
import type { Services } from '../services/services.js'
import { noteAccount } from './access/access-log.js'
import { addressSubject } from './address.js'
import { MAX_FAILURES_PER_MINUTE, type RateLimits } from './rate-limit.js'

export async function requireKey(
  request: Request,
  response: Response,
  { services, limits }: { services: Services; limits: RateLimits },
): Promise<{ readonly key: ApiKey; readonly account: Account }> {
  const secret = sentKey(request)
  const found = secret === undefined ? undefined : await services.keys.authenticate(secret)
  if (!found) {
    await limits.count(addressSubject(request.ip), MAX_FAILURES_PER_MINUTE, response)
    response.set('WWW-Authenticate', 'Bearer')
    throw rejection('INVALID_API_KEY', { name: 'bad API key', facts: {} })
  }
  noteAccount(response, found.account.id)
  return found
}

/** Undefined where no key is sent, or where several keys are sent and differ (API-2). */
export function sentKey({ headersDistinct }: Pick<IncomingMessage, 'headersDistinct'>): string | undefined {
  const byHeader = headersDistinct['x-api-key'] ?? []
  const byBearer = (headersDistinct.authorization ?? []).flatMap(bearerKey)
  const [key, ...others] = new Set([...byHeader, ...byBearer])
  return others.length === 0 ? key : undefined
}

/** Another authentication scheme is ignored; a proxy may use it for itself. */
const bearerKey = (value: string): string[] => {
  const [scheme = '', ...rest] = value.split(/ +/)
  return scheme.toLowerCase() === 'bearer' ? [rest.join(' ')] : []
}
