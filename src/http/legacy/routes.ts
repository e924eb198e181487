// The legacy lookups under both path forms and every configured segment (LEGACY-1), rate limited by address.
import { type RequestHandler, type Response, Router } from 'express'
import { rejection } from '../../domain/error.js'
import type { Log } from '../../domain/ports/events.js'
import { ConcurrencyQueue } from '../../services/reading/concurrency-queue.js'
import type { Services } from '../../services/services.js'
import { countedAddress } from '../address.js'
import { crossOrigin } from '../cross-origin.js'
import { rejectMalformedHost } from '../host.js'
import { rejectLargeBody } from '../limit-body.js'
import type { RateLimits } from '../rate-limit.js'
import { getVisits } from './get-visits.js'
import { groupDescription, groupName, groupOwner } from './group.js'
import type { Lookup } from './lookup.js'
import { NEW_SERVER_PATHS, newServer } from './new-server.js'
import { searchMusic } from './search-music.js'
import { userIdsOld } from './user-ids-old.js'
import { usernames } from './usernames.js'

export const LOOKUPS: readonly Lookup[] = [
  groupName,
  groupOwner,
  groupDescription,
  usernames,
  userIdsOld,
  searchMusic,
  getVisits,
]
/** The concurrency is half of the connections to the platform that all lookups share. */
const MAX_LOOKUPS = 3
const QUEUE_OPTIONS = {
  concurrency: MAX_LOOKUPS,
  maxWaiting: 60,
  waitTimeoutMs: 20_000,
  tooMany: { name: 'too many lookups', facts: { most: MAX_LOOKUPS } },
} as const
export const COMING_PATH = '/Coming/:keyword'

interface LegacyOptions {
  readonly services: Services
  readonly limits: RateLimits
  readonly log: Log
  readonly segments: readonly string[]
  readonly requestsPerMinute: number
  readonly checkAnswers: boolean
  /** Origins whose pages may call the lookups. */
  readonly corsOrigins: readonly string[]
}

export const legacyMounts = (segments: readonly string[]): string[] =>
  segments.flatMap((segment) => [`/api/${segment}`, `/${segment}`])

export function legacyRouter(options: LegacyOptions): Router {
  const count: RequestHandler = async (request, response, next) => {
    // LEGACY-16: an error and an empty answer must not be kept; a lookup that succeeds says otherwise.
    response.set('Cache-Control', 'no-store')
    await options.limits.count(`legacy:${countedAddress(request.ip)}`, options.requestsPerMinute, response)
    next()
  }
  const router = Router({ caseSensitive: true })
  const allowOrigins = crossOrigin(options.corsOrigins, options.limits)
  const mounts = legacyMounts(options.segments)
  router.use(mounts, allowOrigins, count, rejectMalformedHost, rejectLargeBody, segmentRouter(options))
  // LEGACY-15: this path has no segment before it.
  router
    .route([`/api${COMING_PATH}`, COMING_PATH])
    .all(allowOrigins, count, rejectMalformedHost, rejectLargeBody)
    .get(coming)
    .all(rejectMethod)
  return router
}

function segmentRouter(options: LegacyOptions): Router {
  const router = Router({ caseSensitive: true })
  const turns = new ConcurrencyQueue(QUEUE_OPTIONS)
  for (const lookUp of LOOKUPS) {
    router
      .route([...lookUp.paths])
      .get((request, response) => lookUp.answer({ ...options, turns, request, response }))
      .all(rejectMethod)
  }
  router.route(NEW_SERVER_PATHS).all(newServer(options))
  router.route(COMING_PATH).get(coming).all(rejectMethod)
  router.use(() => {
    throw rejection('NOT_FOUND', { name: 'unknown lookup', facts: {} })
  })
  return router
}

/** LEGACY-15: the response is empty. */
const coming = (_: unknown, response: Response): void => {
  response.status(200).set('Content-Length', '0').end()
}

const rejectMethod = (_: unknown, response: Response): never => {
  response.set('Allow', 'GET, HEAD')
  throw rejection('METHOD_NOT_ALLOWED', { name: 'wrong method', facts: { allowed: ['GET', 'HEAD'] } })
}
