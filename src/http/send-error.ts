// Turns errors into HTTP responses: the status by error code and the body that API-1 describes, without internal details.

import type { NextFunction, Request, Response } from 'express'
import { type ErrorCode, HeadcountError, rejection } from '../domain/error.js'
import type { Log } from '../domain/ports/events.js'
import { defaultCatalog } from '../messages/catalog.js'
import { plainErrorText } from '../messages/error-text.js'
import { loggedPath } from './access/access-log.js'
import { JSON_TYPE } from './send-json.js'

/** API-1: the HTTP status of each error code. */
export const STATUS: Record<ErrorCode, number> = {
  INVALID_PARAMETERS: 400,
  INVALID_API_KEY: 401,
  SUBSCRIPTION_REQUIRED: 403,
  INSUFFICIENT_PERMISSIONS: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  REQUEST_TIMEOUT: 408,
  REQUEST_TOO_LARGE: 413,
  RATE_LIMIT_EXCEEDED: 429,
  INTERNAL_ERROR: 500,
  UPSTREAM_ERROR: 502,
  NOT_CONFIGURED: 503,
  UNAVAILABLE: 503,
}

export function sendErrors(log: Log) {
  // Express recognizes an error handler by its four parameters.
  return (error: unknown, request: Request, response: Response, _next: NextFunction): void => {
    const known = describeError(error, request, log)
    if (response.headersSent) {
      if (known === error && known.options.cause === undefined)
        log.warn({ ...requestDetails(request), reason: plainErrorText(known) }, 'An answer was cut off before its end.')
      // A failure in mid-stream must be visible, so the truncated body must not end cleanly (API-28).
      response.destroy()
      return
    }
    send(response, known)
  }
}

/** Maps any error to an error of the domain (API-1). Internal details are logged and never sent to the client. */
export function describeError(error: unknown, request: Request, log: Log): HeadcountError {
  const known = asHeadcountError(error)
  const cause = known ? known.options.cause : error
  if (cause !== undefined) log.error({ ...requestDetails(request), err: cause }, 'A request failed.')
  return known ?? new HeadcountError('INTERNAL_ERROR', defaultCatalog.errors.INTERNAL_ERROR())
}

const requestDetails = ({ id, method, originalUrl }: Request) => ({
  requestId: id,
  method,
  path: loggedPath(originalUrl),
})

function send(response: Response, error: HeadcountError): void {
  for (const name of ['ETag', 'Content-Disposition', 'Content-Type', 'X-Resolution']) response.removeHeader(name)
  if (error.options.retryAfterSeconds !== undefined) response.set('Retry-After', `${error.options.retryAfterSeconds}`)
  const body = JSON.stringify({ success: false, error: plainErrorText(error), code: error.code })
  // Express's own method would add an ETag, with which an error could be answered 304.
  response.status(STATUS[error.code]).setHeader('Content-Type', JSON_TYPE)
  response.setHeader('Content-Length', Buffer.byteLength(body))
  if (response.req.method === 'HEAD') response.end()
  else response.end(body)
}

function asHeadcountError(error: unknown): HeadcountError | undefined {
  if (error instanceof HeadcountError) return error
  // Express itself rejected the request, for example for a path with a broken percent escape.
  const status = error instanceof Error && 'status' in error ? error.status : undefined
  return status === 400 || status === 415
    ? rejection('INVALID_PARAMETERS', { name: 'malformed request', facts: {} })
    : undefined
}
