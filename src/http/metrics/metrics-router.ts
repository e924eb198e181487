// GET /metrics for Prometheus (PROCESS-18), and the count of all requests, which every later route passes through.
import { createHash, timingSafeEqual } from 'node:crypto'
import { type Request, type RequestHandler, type Response, Router } from 'express'
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import { rejection } from '../../domain/error.js'
import type { Services } from '../../services/services.js'
import { addressSubject } from '../address.js'
import { rejectMalformedHost } from '../host.js'
import { MAX_FAILURES_PER_MINUTE, type RateLimits } from '../rate-limit.js'
import { measureActivity } from './activity.js'
import { gamePlayers } from './game-players.js'
import { updateAll } from './parts.js'
import { measureRequests, type RequestMeasurement } from './requests.js'
import { sharedWork } from './shared-work.js'
import { processState } from './state.js'
import { storedState } from './stored-state.js'

interface MetricsOptions {
  readonly services: Services
  readonly limits: RateLimits
  readonly token: string
  readonly hasGames: boolean
  /** The paths under which routers are mounted; see `measureRequests`. */
  readonly mounts: readonly string[]
}

export interface Metrics {
  readonly handler: RequestHandler
  /** For requests that do not pass through the handler. */
  readonly observe: RequestMeasurement['observe']
}

export function metricsRouter(options: MetricsOptions): Metrics {
  const { services, hasGames } = options
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  measureActivity(registry, services)
  const parts = [
    processState(registry, services),
    storedState(registry, services),
    sharedWork(registry, services),
    ...(hasGames ? [gamePlayers(registry, services)] : []),
  ]
  const available = new Gauge({
    name: 'headcount_database_available',
    help: 'Whether the database answers: 1, else 0; while it does not, all that is read from it is missing.',
    registers: [registry],
  })
  const router = Router({ caseSensitive: true })
  router
    .route('/metrics')
    .all(rejectMalformedHost)
    .get(async (request, response) => {
      response.set('Cache-Control', 'no-store')
      await requireToken(request, response, options)
      available.set(Number(await updateAll(parts)))
      response.set('Content-Type', registry.contentType).send(await registry.metrics())
    })
    .all(rejectMethod)
  const { handler: measure, observe } = measureRequests(registry, options.mounts)
  // A router costs more than the measurement, so only its own path passes through it.
  const handler: RequestHandler = (request, response, next) =>
    measure(request, response, () => (request.path === '/metrics' ? router(request, response, next) : next()))
  return { handler, observe }
}

async function requireToken(request: Request, response: Response, { limits, token }: MetricsOptions): Promise<void> {
  const sent = /^bearer +(\S+) *$/i.exec(request.get('authorization') ?? '')?.[1]
  if (sent !== undefined && isSame(sent, token)) return
  // API-5: attempts are limited, so that a token cannot be guessed.
  await limits.count(addressSubject(request.ip), MAX_FAILURES_PER_MINUTE, response)
  response.set('WWW-Authenticate', 'Bearer')
  throw rejection('INVALID_API_KEY', { name: 'bad metrics token', facts: {} })
}

/** Compares hashes, so that the time of the comparison depends neither on the text nor on its length. */
const isSame = (sent: string, token: string): boolean => timingSafeEqual(hashOf(sent), hashOf(token))

const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest()

const rejectMethod = (_: unknown, response: Response): never => {
  response.set('Allow', 'GET, HEAD')
  throw rejection('METHOD_NOT_ALLOWED', { name: 'wrong method', facts: { allowed: ['GET', 'HEAD'] } })
}
