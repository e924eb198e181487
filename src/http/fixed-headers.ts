// The headers of helmet, which are the same on every answer: worked out once, not by a dozen functions a request.
import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { RequestHandler } from 'express'
import helmet from 'helmet'

/** Data needs nothing; the pages set their own. */
const contentSecurityPolicy = {
  useDefaults: false,
  directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
}

export function securityHeaders(): RequestHandler {
  const headers = headersOf(helmet({ strictTransportSecurity: false, contentSecurityPolicy }))
  return (_request, response, next) => {
    for (const [name, value] of headers) response.setHeader(name, value)
    next()
  }
}

function headersOf(set: ReturnType<typeof helmet>): [string, string][] {
  const request = new IncomingMessage(new Socket())
  const response = new ServerResponse(request)
  set(request, response, (error) => {
    if (error !== undefined) throw error
  })
  return response.getHeaderNames().map((name) => [name, String(response.getHeader(name))])
}
