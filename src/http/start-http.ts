// Starts the HTTP server; stopping it first finishes the requests in flight.
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { isHealthUrl, logRequests } from './access/access-log.js'
import { isPlainRequest } from './api/preparation/send-prepared.js'
import type { HttpApp } from './app.js'
import { disconnectSlowReaders } from './connections/disconnect-slow-readers.js'
import { endUnread, limitContinue } from './connections/end-unread.js'
import { limitConnections } from './connections/limit-connections.js'
import { limitPipelining } from './connections/limit-pipelining.js'
import { readInTurns } from './connections/read-in-turns.js'
import { onlyReadable, rejectMalformed } from './connections/reject-malformed.js'

export interface HttpListener {
  readonly port: number
  /** Accepts no more requests and waits for those in flight, at most `withinMs` milliseconds. */
  stop(withinMs: number): Promise<void>
}

const HEADERS_TIMEOUT_MS = 10_000
const REQUEST_TIMEOUT_MS = 30_000
/**
 * How long a connection stays open without a request. Node announces the whole seconds (`Keep-Alive: timeout=10`), so the rest is
 * for a request that a client sends in the last moment: it would otherwise meet a connection that is just being reset.
 */
const IDLE_CONNECTION_TIMEOUT_MS = 10_999
/** By default, Node checks for slow requests only every 30 s. */
const REQUEST_CHECK_INTERVAL_MS = 2_000

export async function startHttp(app: HttpApp, host: string, port: number): Promise<HttpListener> {
  // The application rejects a missing Host header itself, with the same error body as every other error.
  const reading = readInTurns()
  const server = createServer(
    { requireHostHeader: false, connectionsCheckingInterval: REQUEST_CHECK_INTERVAL_MS },
    reading.count(
      limitPipelining(
        { log: app.log, onExcess: reading.noteExcess },
        app.turns.listener(endUnread(requestListener(app))),
      ),
    ),
  )
  reading.watch(server)
  // RFC 9110 allows unknown expectations to be ignored; Node would answer 417 with an empty body.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response))
  limitContinue(server)
  rejectMalformed(server, app)
  limitConnections(server, app)
  disconnectSlowReaders(server, app.log)
  server.headersTimeout = HEADERS_TIMEOUT_MS
  server.requestTimeout = REQUEST_TIMEOUT_MS
  server.keepAliveTimeout = IDLE_CONNECTION_TIMEOUT_MS
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve()
    })
  })
  // For example, no file descriptor was free for a connection. Later connections may succeed.
  server.on('error', (error) => app.log.error({ err: error }, 'A connection could not be accepted.'))
  const { port: bound } = server.address() as AddressInfo
  return {
    port: bound,
    stop: async (withinMs) => {
      app.liveUpdates.close()
      await stop(server, withinMs)
    },
  }
}

/** All that happens to a request once it has its turn. */
export const requestListener = (app: HttpApp): RequestListener =>
  inTime(app, preparedFirst(app, noted(app, logRequests(app.log, app.hasAccessLog, onlyReadable(app)))))

const inTime = ({ answerInTime }: HttpApp, listen: RequestListener): RequestListener =>
  answerInTime === undefined ? listen : (request, response) => answerInTime(response, () => listen(request, response))

const noted =
  ({ unanswered }: HttpApp, listen: RequestListener): RequestListener =>
  (request, response) => {
    // Who asks whether the service is ready would delay that.
    if (!isHealthUrl(request.url)) unanswered.note(response)
    listen(request, response)
  }

/** A failure on the short way is met again on the usual one, which logs it. */
const preparedFirst =
  ({ sendPrepared, isOverloaded }: HttpApp, usual: RequestListener): RequestListener =>
  (request, response) => {
    if (isOverloaded() || !isPlainRequest(request)) usual(request, response)
    else
      void sendPrepared(request, response)
        .catch(() => response.headersSent)
        .then((isSent) => isSent || usual(request, response))
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
