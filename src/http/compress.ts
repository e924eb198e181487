// Compresses responses for clients that accept it; other requests skip the middleware.
import compression from 'compression'
import type { RequestHandler } from 'express'

export function compress(): RequestHandler {
  const pack = compression()
  return (request, response, next) => {
    if (request.headers['accept-encoding'] !== undefined) pack(request, response, next)
    else {
      response.vary('Accept-Encoding')
      next()
    }
  }
}
