// Server/NewServer.php/{placeid}: opens a private server with the operator's credential, for Enterprise accounts only.
import type { Request, RequestHandler, Response } from 'express'
import { z } from 'zod'
import type { Account } from '../../domain/account.js'
import { HeadcountError, rejection } from '../../domain/error.js'
import type { Log } from '../../domain/ports/events.js'
import { apiAccess } from '../../domain/rules/entitlement.js'
import { plainErrorText } from '../../messages/error-text.js'
import type { Services } from '../../services/services.js'
import type { RateLimits } from '../rate-limit.js'
import { validate } from '../read-request.js'
import { requireKey } from '../require-key.js'
import { id } from './inputs.js'

export const NEW_SERVER_PATHS = ['/Server/NewServer.php{/:placeid}', '/Users/NewServer{/:placeid}']

interface Options {
  readonly services: Services
  readonly limits: RateLimits
  readonly log: Log
}

export function newServer(options: Options): RequestHandler {
  const { services, log } = options
  return async (request, response) => {
    response.set('Cache-Control', 'no-store')
    response.vary('Authorization, X-API-Key')
    const { account, key } = await requireKey(request, response, options)
    services.usage.record(account.id, key.id)
    rejectOtherMethods(request, response)
    allow(account, services)
    const { placeid } = validate(z.object({ placeid: id }), request.params)
    const use = { requestId: request.id, keyId: key.id, accountId: account.id, placeId: placeid }
    try {
      const server = await services.lookUp.openPrivateServer(account, placeid)
      log.info({ ...use, serverId: server.id }, 'A private server was opened.')
      // Express's `json` is not used: it would answer 304 to If-None-Match, although a server was just opened.
      const body = { PlaceId: placeid, ServerId: server.id, Name: server.name, Link: server.link }
      response.type('json').end(JSON.stringify(body))
    } catch (error) {
      const reason = error instanceof HeadcountError ? plainErrorText(error) : 'an inner error'
      log.warn({ ...use, reason }, 'A private server was asked for and not opened.')
      throw error
    }
  }
}

/** The route is a GET with a side effect, which HEAD must not cause. */
function rejectOtherMethods(request: Request, response: Response): void {
  if (request.method === 'GET') return
  response.set('Allow', 'GET')
  throw rejection('METHOD_NOT_ALLOWED', { name: 'wrong method', facts: { allowed: ['GET'] } })
}

/** LEGACY-12: requires an Enterprise account with an active subscription; the rejection is the same as in v1. */
function allow(account: Account, { plans, clock }: Services): void {
  const access = apiAccess(account, plans, clock.now())
  if (access === 'none') {
    throw rejection('SUBSCRIPTION_REQUIRED', { name: 'Enterprise needed', facts: {} })
  }
  if (access === 'full' && account.plan === 'enterprise') return
  throw rejection('INSUFFICIENT_PERMISSIONS', { name: 'paid Enterprise needed', facts: {} })
}
