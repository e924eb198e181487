// The Express application: first the middleware that all routes share, then the API, the legacy routes and the pages.
import { parse } from 'node:querystring'
import compression from 'compression'
import type { RequestHandler } from 'express'
import express, { type Express } from 'express'
import type { Logger } from 'pino'
import { rejection } from '../domain/error.js'
import type { Store } from '../domain/ports/store.js'
import type { Services } from '../services/services.js'
import { accessLines } from './access/access-log.js'
import { sendLinks } from './api/links.js'
import { madeOnce } from './api/preparation/made-once.js'
import { PreparedAnswers } from './api/preparation/prepared-answers.js'
import { RecentRequests } from './api/preparation/recent-requests.js'
import { type PreparedResponder, sendPrepared } from './api/preparation/send-prepared.js'
import { API_VARY, apiRouter } from './api/router.js'
import { apiReference } from './api/routes.js'
import { LiveUpdates } from './connections/live-updates.js'
import { crossOrigin } from './cross-origin.js'
import { securityHeaders, setHeaders } from './fixed-headers.js'
import { healthRouter } from './health.js'
import { rejectMalformedApiHost } from './host.js'
import { legacyReference } from './legacy/reference.js'
import { legacyMounts, legacyRouter } from './legacy/routes.js'
import { rejectLargeApiBody } from './limit-body.js'
import { metricsRouter } from './metrics/metrics-router.js'
import { rejectOverload } from './overload/reject-overload.js'
import { RequestTurns } from './overload/request-turns.js'
import { UnansweredRequests } from './overload/unanswered-requests.js'
import { RateLimits } from './rate-limit.js'
import { sendErrors } from './send-error.js'
import { openWeb, type WebConfig } from './web/open-web.js'
import { type Reference, readInTurns } from './web/reference/read-reference.js'

export interface HttpSettings extends WebConfig {
  /** Origin in links, without a trailing slash. If undefined, links are relative. */
  readonly publicUrl: string | undefined
  readonly trustProxy: boolean | number | string
  /** Origins whose pages may call /api/v1 from a browser. */
  readonly corsOrigins: readonly string[]
  /** The first path segments of the legacy lookups (LEGACY-1). */
  readonly legacySegments: readonly string[]
  readonly legacyRequestsPerMinute: number
  /** Writes one access log line per request unless this is false. Requests have ids in both cases. */
  readonly hasAccessLog?: boolean
  /** The bearer token of GET /metrics; without it there are no metrics. */
  readonly metricsToken?: string | undefined
  /** Whether the metrics contain the players of each game. */
  readonly hasGameMetrics?: boolean
  /** Checks every response against its schema; on in tests. */
  readonly checkAnswers?: boolean
  /** True in a process that only polls or runs the bot: it answers how it is, and nothing else. */
  readonly servesOnlyHealth?: boolean
  /** Whether the service has more to do than it can; without it, it never has. */
  readonly isOverloaded?: () => boolean
  /** In which order requests begin; without it, in one of its own. */
  readonly turns?: RequestTurns
  /** Limits how long a request waits for a database that is not well; without it, nothing does. */
  readonly answerInTime?: Store['answerInTime']
}

/** The application, with what responses that do not pass through Express also need. */
export type HttpApp = Express & {
  readonly limits: RateLimits
  readonly log: Logger
  readonly hasAccessLog: boolean
  readonly isOverloaded: () => boolean
  readonly turns: RequestTurns
  readonly unanswered: UnansweredRequests
  readonly answerInTime: Store['answerInTime']
  readonly sendPrepared: PreparedResponder
  readonly liveUpdates: LiveUpdates
  readonly prepared: PreparedAnswers
  readonly requests: RecentRequests
  /** Makes the OpenAPI document and what /docs shows, which the first request for them would otherwise wait for. */
  describe(): Promise<void>
  /** The headers of every response. */
  readonly fixedHeaders: readonly (readonly [string, string])[]
}

export function createApp(
  services: Services,
  settings: HttpSettings,
  log: Logger,
  prepared = new PreparedAnswers(services),
): HttpApp {
  const limits = new RateLimits(services.windowCounter, (err) =>
    log.warn({ err }, 'The database did not count a request in time, so this process counts for itself until it does.'),
  )
  const liveUpdates = new LiveUpdates(services.events)
  const fixedHeaders = securityHeaders(settings.givenOrigin?.startsWith('https:') ?? false)
  const { metricsToken: token, hasGameMetrics: hasGames = false, hasAccessLog = true } = settings
  const { isOverloaded = () => false, turns = new RequestTurns() } = settings
  const requests = new RecentRequests()
  const guard = rejectOverload(isOverloaded)
  const mounts = ['/api/v1', ...legacyMounts(settings.legacySegments)]
  const metrics = token === undefined ? undefined : metricsRouter({ services, limits, token, hasGames, mounts })
  const send = sendPrepared({
    services,
    limits,
    prepared,
    requests,
    fixedHeaders,
    vary: [...(settings.corsOrigins.length > 0 ? ['Origin'] : []), 'Accept-Encoding', ...API_VARY].join(', '),
    accessLines: hasAccessLog ? accessLines(log) : undefined,
    observe: metrics?.observe,
  })
  const { legacySegments: segments, legacyRequestsPerMinute: requestsPerMinute, corsOrigins } = settings
  const publisher = { origin: settings.publicUrl ?? '', operatorContact: settings.operatorContact }
  const legacy = () => legacyReference({ segments, requestsPerMinute })
  const reference = madeOnce(async (): Promise<Reference> => {
    const api = await apiReference(publisher)
    return readInTurns({ ...api, legacy: legacy() })
  })
  const { answerInTime } = settings
  const app = Object.assign(express(), {
    answerInTime,
    unanswered: new UnansweredRequests(),
    ...{
      limits,
      log,
      hasAccessLog,
      isOverloaded,
      turns,
      fixedHeaders,
      liveUpdates,
      describe: async () => void (await reference()),
    },
    sendPrepared: send,
    ...{ prepared, requests },
  })
  app.set('trust proxy', settings.trustProxy)
  // The number of parameters is not limited, because validation must see every repetition of a parameter.
  app.set('query parser', (query: string) => parse(query, '&', '=', { maxKeys: 0 }))
  app.enable('case sensitive routing')
  app.disable('x-powered-by')
  app.use(setHeaders(fixedHeaders))
  if (metrics) app.use(metrics.handler)
  if (settings.servesOnlyHealth === true) {
    app.use(healthRouter(services))
    return finish(app, log)
  }
  const checkAnswers = settings.checkAnswers ?? false
  app.use(
    '/api/v1',
    rejectMalformedApiHost(limits),
    crossOrigin(settings.corsOrigins, limits),
    guard,
    rejectLargeApiBody(limits),
    compress(),
    apiRouter({ services, limits, publisher, checkAnswers, prepared }),
  )
  app.all('/api', crossOrigin(settings.corsOrigins, limits), sendLinks(limits))
  app.use(healthRouter(services))
  app.use(guard)
  app.use(legacyRouter({ services, limits, log, segments, requestsPerMinute, checkAnswers, corsOrigins }))
  app.use(liveUpdates.router())
  app.use(openWeb({ services, limits, settings, reference, log }))
  return finish(app, log)
}

function finish<App extends Express>(app: App, log: Logger): App {
  app.use(() => {
    throw rejection('NOT_FOUND', { name: 'nothing here', facts: {} })
  })
  app.use(sendErrors(log))
  return app
}

/** Compresses responses for clients that accept it; other requests skip the middleware. */
function compress(): RequestHandler {
  const pack = compression()
  return (request, response, next) => {
    if (request.headers['accept-encoding'] !== undefined) pack(request, response, next)
    else {
      response.vary('Accept-Encoding')
      next()
    }
  }
}
