// Compression for who takes it; for all others there is nothing to prepare.
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
