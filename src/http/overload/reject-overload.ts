// Rejects requests early while the service has more to do than it can, so that those in progress end soon (PROCESS-40).
import type { RequestHandler } from 'express'
import { rejection } from '../../domain/error.js'
import { plainErrorText } from '../../messages/error-text.js'

const RETRY_SECONDS = 2
/** A browser reloads the page by itself, a little later than programs. */
const RELOAD_SECONDS = 3

export function rejectOverload(isOverloaded: () => boolean): RequestHandler {
  return (request, response, next) => {
    if (!isOverloaded()) return next()
    const error = rejection('UNAVAILABLE', { name: 'overloaded', facts: {} }, { retryAfterSeconds: RETRY_SECONDS })
    response.set('Cache-Control', 'no-store')
    if (request.accepts(['json', 'html']) !== 'html') return next(error)
    response.set({ 'Retry-After': `${RETRY_SECONDS}`, Refresh: `${RELOAD_SECONDS}` })
    response.status(503).type('text/plain').send(plainErrorText(error))
  }
}
