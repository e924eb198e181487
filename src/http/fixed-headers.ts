// Computes helmet's headers once, because they are the same on every response and helmet runs a dozen functions per request.
import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { RequestHandler } from 'express'
import helmet from 'helmet'

/** Responses with data load nothing; the pages set their own policy. */
const contentSecurityPolicy = {
  useDefaults: false,
  directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
}

/** One year, without subdomains, because they may not support TLS. */
const strictTransportSecurity = { maxAge: 365 * 24 * 60 * 60, includeSubDomains: false }

/** `isTls`: browsers reach the service over https, directly or through a proxy. */
export const securityHeaders = (isTls: boolean): readonly (readonly [string, string])[] =>
  headersOf(helmet({ strictTransportSecurity: isTls && strictTransportSecurity, contentSecurityPolicy }))

export const setHeaders =
  (headers: readonly (readonly [string, string])[]): RequestHandler =>
  (_request, response, next) => {
    for (const [name, value] of headers) response.setHeader(name, value)
    next()
  }

function headersOf(set: ReturnType<typeof helmet>): [string, string][] {
  const request = new IncomingMessage(new Socket())
  const response = new ServerResponse(request)
  set(request, response, (error) => {
    if (error !== undefined) throw error
  })
  return response.getHeaderNames().map((name) => [name, String(response.getHeader(name))])
}
