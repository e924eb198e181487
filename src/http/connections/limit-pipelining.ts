// Limits the requests in progress on one connection. Node parses all requests of a packet and starts each before anything else
// runs, so that 64 kB of them would keep all other clients, and the health check, waiting for seconds.
import type { RequestListener } from 'node:http'
import type { Socket } from 'node:net'
import type { Logger } from 'pino'
import { hasClearLength } from './reject-malformed.js'

/** Browsers and proxies send the next request after the answer; clients that do not send a few at once. */
const MAX_REQUESTS_PER_CONNECTION = 64
const PIPELINING_LOG_INTERVAL_MS = 60_000

/** Wraps `listener` so that a connection with more requests in progress is closed, and none that follows is carried out. */
export function limitPipelining(
  { log, onExcess }: { readonly log: Logger; readonly onExcess: (socket: Socket) => void },
  listener: RequestListener,
): RequestListener {
  const inProgress = new WeakMap<Socket, number>()
  // Where the end of a request is not clear, what follows may be no request: nothing after it is carried out.
  const unclear = new WeakSet<Socket>()
  let loggedAt = Number.NEGATIVE_INFINITY
  return (request, response) => {
    const { socket } = request
    if (socket.destroyed || unclear.has(socket)) return
    if (!hasClearLength(request)) unclear.add(socket)
    const count = (inProgress.get(socket) ?? 0) + 1
    if (count > MAX_REQUESTS_PER_CONNECTION) {
      onExcess(socket)
      socket.destroy()
      if (performance.now() - loggedAt < PIPELINING_LOG_INTERVAL_MS) return
      loggedAt = performance.now()
      log.warn({ address: socket.remoteAddress }, 'A connection with too many requests at once was closed.')
      return
    }
    inProgress.set(socket, count)
    response.once('close', () => inProgress.set(socket, (inProgress.get(socket) ?? 1) - 1))
    listener(request, response)
  }
}
