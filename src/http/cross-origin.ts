// Allows pages of the origins in CORS_ORIGINS, and of no others, to call the API from a browser.
import cors, { type CorsOptions } from 'cors'
import type { RequestHandler } from 'express'
import { addressSubject } from './address.js'
import { IGNORED_HEADER } from './api/query-names.js'
import { MAX_FAILURES_PER_MINUTE, type RateLimits, rateHeaders } from './rate-limit.js'

const EXPOSED_HEADERS = [
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'Retry-After',
  'ETag',
  'X-Request-Id',
  'Content-Disposition',
  IGNORED_HEADER,
  'X-Resolution',
  'Deprecation',
  'Sunset',
  'Link',
]
const PREFLIGHT_SECONDS = 600

export function crossOrigin(origins: readonly string[], limits: RateLimits): RequestHandler {
  if (origins.length === 0) return (_request, _response, next) => next()
  const options: CorsOptions = {
    origin: [...origins],
    methods: ['GET', 'HEAD'],
    allowedHeaders: ['X-API-Key', 'Authorization', 'If-None-Match', 'X-Request-Id'],
    exposedHeaders: EXPOSED_HEADERS,
    maxAge: PREFLIGHT_SECONDS,
  }
  const answerPreflight = cors(options)
  const allow = cors({ ...options, preflightContinue: true })
  return async (request, response, next) => {
    if (!origins.includes(request.get('origin') ?? '')) {
      // A preflight request from another origin is rejected like any call without a key.
      response.vary('Origin')
      next()
    } else if (request.method === 'OPTIONS' && request.get('access-control-request-method') !== undefined) {
      // API-3: every response carries these headers. A browser sends the preflight request without a key.
      response.set(rateHeaders(await limits.peek(addressSubject(request.ip), MAX_FAILURES_PER_MINUTE)))
      answerPreflight(request, response, next)
    } else allow(request, response, next)
  }
}
