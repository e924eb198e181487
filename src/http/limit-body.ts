// Limits the body of a request. Only forms have one, and no form is longer.
import type { IncomingMessage } from 'node:http'
import type { Request, RequestHandler, Response } from 'express'
import { rejection } from '../domain/error.js'
import { addressSubject } from './address.js'
import { MAX_FAILURES_PER_MINUTE, type RateLimits, rateHeaders } from './rate-limit.js'

export const MAX_REQUEST_BODY_BYTES = 64 * 1024

/** A length that Node accepted is made of digits. */
export const announcesTooMuch = ({ headers }: IncomingMessage): boolean =>
  Number(headers['content-length'] ?? 0) > MAX_REQUEST_BODY_BYTES

/** The connection ends with the answer, because the next request would lie behind the rest of the body. */
export function rejectTooLarge(response: Response): never {
  response.set('Connection', 'close')
  throw rejection('REQUEST_TOO_LARGE', { name: 'form too large', facts: {} })
}

/** Rejects what is announced to be too large, before any of it is read. */
export const rejectLargeBody: RequestHandler = (request, response, next) => {
  if (announcesTooMuch(request)) rejectTooLarge(response)
  next()
}

/** The same under /api/v1, where every response carries the rate limit headers (API-3). */
export function rejectLargeApiBody(limits: RateLimits): RequestHandler {
  return async (request: Request, response: Response, next) => {
    if (announcesTooMuch(request))
      response.set(rateHeaders(await limits.peek(addressSubject(request.ip), MAX_FAILURES_PER_MINUTE)))
    rejectLargeBody(request, response, next)
  }
}
