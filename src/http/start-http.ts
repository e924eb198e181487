// Listens, and on stop finishes the requests in flight before it closes.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { logRequests } from './access/access-log.js'
import type { HttpApp } from './app.js'
import { disconnectSlowReaders } from './connections/disconnect-slow-readers.js'
import { limitConnections } from './connections/limit-connections.js'
import { onlyReadable, rejectMalformed } from './connections/reject-malformed.js'

export interface HttpListener {
  readonly port: number
  /** Takes no more requests; waits for those in flight, at most `withinMs`. */
  stop(withinMs: number): Promise<void>
}

const SLOW_HEADERS_MS = 10_000
const SLOW_REQUEST_MS = 30_000
const IDLE_MS = 10_000
/** Node looks for slow requests no oftener than each 30 s by itself. */
const SLOW_CHECK_MS = 2_000

export async function startHttp(app: HttpApp, host: string, port: number): Promise<HttpListener> {
  // A missing host is refused by us, in the shape of every other error.
  const server = createServer(
    { requireHostHeader: false, connectionsCheckingInterval: SLOW_CHECK_MS },
    logRequests(app.log, app.hasAccessLog, onlyReadable(app)),
  )
  // An expectation that nobody knows is ignored, as RFC 9110 allows: Node would answer 417 without a word.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response))
  rejectMalformed(server, app)
  limitConnections(server, app)
  disconnectSlowReaders(server, app.log)
  server.headersTimeout = SLOW_HEADERS_MS
  server.requestTimeout = SLOW_REQUEST_MS
  server.keepAliveTimeout = IDLE_MS
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve()
    })
  })
  // For example that no file descriptor is left for a connection: the next one may be taken again.
  server.on('error', (error) => app.log.error({ err: error }, 'A connection could not be accepted.'))
  const { port: bound } = server.address() as AddressInfo
  return { port: bound, stop: (withinMs) => stop(server, withinMs) }
}

async function stop(server: Server, withinMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  // A connection that was busy at the close stays open for its next request unless it is closed once idle.
  const sweep = setInterval(() => server.closeIdleConnections(), 50)
  const last = setTimeout(() => server.closeAllConnections(), withinMs)
  await closed
  clearInterval(sweep)
  clearTimeout(last)
}
