// Which pages of other origins may call the API from a browser: those of CORS_ORIGINS, and no others.
import cors from 'cors'
import type { RequestHandler } from 'express'

const READABLE = ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset', 'Retry-After', 'ETag']
const PREFLIGHT_SECONDS = 600

export function crossOrigin(origins: readonly string[]): RequestHandler {
  if (origins.length === 0) return (_request, _response, next) => next()
  const allow = cors({
    origin: [...origins],
    methods: ['GET', 'HEAD'],
    allowedHeaders: ['X-API-Key', 'Authorization', 'If-None-Match'],
    exposedHeaders: READABLE,
    maxAge: PREFLIGHT_SECONDS,
  })
  return (request, response, next) => {
    if (origins.includes(request.get('origin') ?? '')) {
      allow(request, response, next)
      return
    }
    // A stranger's preflight is refused like any call without a key.
    response.vary('Origin')
    next()
  }
}
