// Validates the host that a request names. A malformed host is rejected on every route, because pages and links contain it.
import { domainToUnicode } from 'node:url'
import type { Request, RequestHandler } from 'express'
import { rejection } from '../domain/error.js'
import type { HostFault } from '../domain/reasons/error-reasons.js'
import { addressSubject } from './address.js'
import { MAX_FAILURES_PER_MINUTE, type RateLimits, rateHeaders } from './rate-limit.js'

/** RFC 9110 §7.2, limited to what our hosts can be: a name or an address, and a port. Container names may contain an underscore. */
const HOST = /^(\[[0-9a-f:.]{2,45}\]|[a-z0-9_][a-z0-9._-]{0,254})(:\d{0,5})?$/i

/** URL rejects what the pattern cannot: ports that are too large, and addresses such as 1.2.3.256. */
export const isHost = (text: string): boolean =>
  HOST.test(text) && URL.canParse(`http://${text}`) && !hasInvalidPunycode(text)

/** Node 20 rejects it as a URL; newer versions leave such a label as it is. */
const hasInvalidPunycode = (text: string): boolean =>
  /(^|[.])xn--/i.test(domainToUnicode(new URL(`http://${text}`).hostname))

export const rejectMalformedHost: RequestHandler = (request, response, next) => {
  const fault = faultOf(request)
  if (fault === undefined) return next()
  // A client that sends a malformed host will send it again, so the connection is closed.
  response.set('Connection', 'close')
  throw rejection('INVALID_PARAMETERS', { name: 'malformed host', facts: { fault } })
}

/** The same check under /api/v1, where every response carries the rate limit headers (API-3). */
export function rejectMalformedApiHost(limits: RateLimits): RequestHandler {
  return async (request, response, next) => {
    if (faultOf(request) !== undefined)
      response.set(rateHeaders(await limits.peek(addressSubject(request.ip), MAX_FAILURES_PER_MINUTE)))
    rejectMalformedHost(request, response, next)
  }
}

function faultOf(request: Request): HostFault | undefined {
  const hosts = request.headersDistinct.host ?? []
  if (hosts.length > 1) return 'host repeated'
  const { host } = request.headers
  if (host === undefined) return request.httpVersion === '1.1' ? 'host missing' : undefined
  if (!isHost(host)) return 'host malformed'
  // Express reads the X-Forwarded-Host header only from a trusted proxy.
  if (!isHost(request.host)) return 'forwarded host malformed'
  return /^https?$/i.test(request.protocol) ? undefined : 'forwarded protocol malformed'
}

/**
 * The origin in links where PUBLIC_URL is not set, without a trailing slash (PROCESS-17): `ownOrigin`, http://HOST:PORT, or else the
 * address at which the request arrived. Anybody can send any Host, so it counts only where it names this machine, for example
 * through a forwarded port, or where a trusted proxy states it.
 */
export function linkOrigin(request: Request, ownOrigin: string | undefined): string {
  const { host } = request
  // The page that rejects a malformed host has links, too.
  const isNamed = request.headers.host !== undefined && isHost(host)
  const isKnown = isNamed && (isOfThisMachine(host) || isStatedByProxy(request))
  return isKnown ? `${request.protocol}://${host}` : (ownOrigin ?? listeningOrigin(request))
}

const isOfThisMachine = (host: string): boolean =>
  /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(new URL(`http://${host}`).hostname)

function isStatedByProxy(request: Request): boolean {
  const isTrusted: (address: string | undefined, hop: number) => boolean = request.app.get('trust proxy fn')
  return request.get('x-forwarded-host') !== undefined && isTrusted(request.socket.remoteAddress, 0)
}

function listeningOrigin({ socket }: Request): string {
  // An IPv4 client of a socket for both families.
  const address = (socket.localAddress ?? '').replace(/^::ffff:(?=\d+\.)/i, '')
  return `http://${address.includes(':') ? `[${address}]` : address}:${socket.localPort}`
}
