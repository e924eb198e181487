// The router of /api/v1. It checks the key, the rate limit, the path and the plan, in this order, before the parameters.
import { type NextFunction, type Request, type RequestHandler, type Response, Router } from 'express'
import { rejection } from '../../domain/error.js'
import { type ApiAccess, apiAccess } from '../../domain/rules/entitlement.js'
import type { Services } from '../../services/services.js'
import { addressSubject } from '../address.js'
import type { RateLimits } from '../rate-limit.js'
import { repairEscapes } from '../read-request.js'
import { type AnswerBytes, JSON_TYPE, sendBytes, textBytes } from '../send-json.js'
import { authenticate } from './authenticate.js'
import { API_PATH, type ApiCaller, type Endpoint, type EndpointRequest } from './endpoint.js'
import { sendLinks } from './links.js'
import { nearestPath } from './nearest-path.js'
import { describeInTurns, openApiDocument, type Publisher } from './openapi.js'
import { madeOnce } from './preparation/made-once.js'
import type { PreparedAnswers } from './preparation/prepared-answers.js'
import { reportUnknown, suggestion } from './query-names.js'
import { ENDPOINTS } from './routes.js'
import { deprecationHeaders } from './versions.js'

const MAX_DOCUMENTS_PER_MINUTE = 60

/** An answer depends on who asks. */
export const API_VARY = ['Authorization', 'X-API-Key'] as const

export interface ApiOptions {
  readonly services: Services
  readonly limits: RateLimits
  readonly publisher: Publisher
  readonly checkAnswers: boolean
  readonly prepared: PreparedAnswers
  /** Other endpoints, for a test of what concerns each of them. */
  readonly endpoints?: readonly Endpoint[]
}

export function apiRouter(options: ApiOptions): Router {
  const callers = new WeakMap<Request, ApiCaller>()
  const router = Router({ caseSensitive: true })
  router.route('/openapi.json').all(countDocument(options)).get(publicDocument(options)).all(rejectMethod)
  router.all('/', sendLinks(options.limits))
  router.use(async (request: Request, response: Response, next: NextFunction) => {
    response.setHeader('Cache-Control', 'private')
    response.vary(API_VARY.join(', '))
    callers.set(request, await authenticate(request, response, options))
    request.url = repairEscapes(request.url)
    next()
  })
  for (const endpoint of options.endpoints ?? ENDPOINTS) {
    router
      .route(endpoint.path)
      .get(async (request, response) => {
        const caller = callers.get(request)
        if (!caller) throw new Error('A request reached an endpoint without a caller.')
        await answer(endpoint, { ...options, caller }, request, response)
      })
      .all(rejectMethod)
  }
  router.use((request: Request) => {
    const nearest = nearestPath(request.path, options.endpoints ?? ENDPOINTS)
    const hint = suggestion(nearest && `${API_PATH}${nearest}`)
    throw rejection('NOT_FOUND', { name: 'unknown endpoint', facts: { hint } })
  })
  return router
}

/** API-30: the document is public, and requests for it are rate limited by address. */
function countDocument({ limits }: ApiOptions): RequestHandler {
  return async (request, response, next) => {
    await limits.count(`document ${addressSubject(request.ip)}`, MAX_DOCUMENTS_PER_MINUTE, response)
    next()
  }
}

/** Its bytes are made once. */
function publicDocument({ publisher }: ApiOptions): RequestHandler {
  const document = madeOnce(async (): Promise<AnswerBytes> => {
    await describeInTurns(ENDPOINTS)
    return textBytes(JSON.stringify(openApiDocument(ENDPOINTS, publisher)), JSON_TYPE)
  })
  return async (request, response) => {
    reportUnknown(Object.keys(request.query), response)
    response.set('Cache-Control', 'public, max-age=300')
    sendBytes(request, response, await document())
  }
}

const rejectMethod = (_: unknown, response: Response): never => {
  response.set('Allow', 'GET, HEAD')
  throw rejection('METHOD_NOT_ALLOWED', { name: 'wrong method', facts: { allowed: ['GET', 'HEAD'] } })
}

async function answer(
  endpoint: Endpoint,
  context: ApiOptions & Pick<EndpointRequest, 'caller'>,
  request: Request,
  response: Response,
): Promise<void> {
  const { caller, services, checkAnswers, prepared } = context
  if (endpoint.deprecation) response.set(deprecationHeaders(endpoint.deprecation))
  allow(endpoint.access, apiAccess(caller.account, services.plans, services.clock.now()))
  await endpoint.answer({ caller, services, request, response, checkAnswers, prepared })
}

/** PLANS-2, PLANS-3: rejects the request where the plan does not include the endpoint. */
function allow(needed: Endpoint['access'], has: ApiAccess): void {
  if (has === 'none') {
    throw rejection('SUBSCRIPTION_REQUIRED', { name: 'subscription needed', facts: {} })
  }
  if (needed === 'full' && has === 'basic') {
    throw rejection('INSUFFICIENT_PERMISSIONS', { name: 'paid subscription needed', facts: {} })
  }
}
