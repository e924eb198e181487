// Measures each request by its route and status. Labels come from our own routes only, so their number is bounded.
import type { Request, RequestHandler, Response } from 'express'
import { Histogram, type Registry } from 'prom-client'

/** In seconds: from an answer out of memory to a long export. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

export interface RequestMeasurement {
  readonly handler: RequestHandler
  observe(route: string, status: string, seconds: number): void
}

/**
 * Express forgets under which path a router is mounted as soon as the router passes on an error, so `mounts` names
 * those paths.
 */
export function measureRequests(registry: Registry, mounts: readonly string[]): RequestMeasurement {
  const durations = new Histogram({
    name: 'headcount_http_request_duration_seconds',
    help: 'Duration of the HTTP requests, by route and status; the status is aborted where the client left first.',
    labelNames: ['route', 'status'],
    buckets: BUCKETS,
    registers: [registry],
  })
  const longestFirst = mounts.map((path) => `${path}/`).toSorted((one, other) => other.length - one.length)
  // One function for all responses, and no `once`: the fastest route takes less than a tenth of a millisecond.
  function observe(this: Response): void {
    const begin: unknown = this.locals.requestBegin
    if (typeof begin !== 'number') return
    const labels = { route: routeOf(this.req, longestFirst), status: statusOf(this) }
    durations.observe(labels, (performance.now() - begin) / 1000)
  }
  return {
    handler: (_, response, next) => {
      response.locals.requestBegin = performance.now()
      response.on('close', observe)
      next()
    },
    observe: (route, status, seconds) => durations.observe({ route, status }, seconds),
  }
}

/** For example `/api/v1/games/:gameId/stats`; `/api/v1/*` if no route was reached, for example without a key. */
function routeOf(request: Request, mounts: readonly string[]): string {
  const mount =
    mounts.find((path) => `${request.originalUrl.replace(/[?].*/, '')}/`.startsWith(path))?.slice(0, -1) ?? ''
  const path: unknown = request.route?.path
  const template: unknown = Array.isArray(path) ? path[0] : path
  if (typeof template !== 'string') return `${mount}/*`
  // The root of a router is named by the path under which it is mounted.
  return mount !== '' && template === '/' ? mount : mount + template
}

const statusOf = (response: Response): string => (response.writableFinished ? `${response.statusCode}` : 'aborted')
