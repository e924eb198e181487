// Notifies browsers over one long response each (server-sent events) that new samples were stored (WEB-36).
import { type Response, Router } from 'express'
import { type EventSource, recordedMinute } from '../../domain/ports/events.js'
import { countedAddress } from '../address.js'

const PATH = '/live'
/** Beyond these, a browser is instructed not to reconnect, and its pages ask once a minute. */
const MAX_LIVE_CONNECTIONS = 2_000
const MAX_LIVE_PER_ADDRESS = 30
/** Proxies close a connection on which nothing is sent for about a minute. */
const HEARTBEAT_INTERVAL_MS = 25_000
/** A connection is closed after this time, and the browser connects again, so that none stays open for ever. */
const LIVE_CONNECTION_LIFETIME_MS = 15 * 60_000
const RECONNECTION_DELAY_MS = 3_000

export class LiveUpdates {
  private readonly open = new Map<Response, string>()
  private readonly unsubscribe: () => void
  private readonly heartbeat: NodeJS.Timeout
  private isClosed = false

  constructor(events: EventSource) {
    this.unsubscribe = events.subscribe((event) => {
      const minute = recordedMinute(event)
      if (minute !== undefined) this.send(`event: tick\ndata: ${minute}\n\n`)
    })
    this.heartbeat = setInterval(() => this.send(':\n\n'), HEARTBEAT_INTERVAL_MS).unref()
  }

  router(): Router {
    const router = Router({ caseSensitive: true })
    router.get(PATH, (request, response) => this.accept(response, countedAddress(request.ip)))
    return router
  }

  /** Ends all connections, so that the server can stop. */
  close(): void {
    this.isClosed = true
    this.unsubscribe()
    clearInterval(this.heartbeat)
    for (const response of this.open.keys()) response.end()
  }

  private accept(response: Response, address: string): void {
    const ofAddress = [...this.open.values()].filter((one) => one === address).length
    if (this.isClosed || this.open.size >= MAX_LIVE_CONNECTIONS || ofAddress >= MAX_LIVE_PER_ADDRESS) {
      // To an event source, 204 means not to connect again.
      response.status(204).end()
      return
    }
    this.open.set(response, address)
    const end = setTimeout(() => response.end(), LIVE_CONNECTION_LIFETIME_MS).unref()
    response.once('close', () => {
      clearTimeout(end)
      this.open.delete(response)
    })
    response.set({
      'Content-Type': 'text/event-stream; charset=utf-8',
      'Cache-Control': 'no-store, no-transform',
      // Some proxies otherwise hold back what is sent in pieces.
      'X-Accel-Buffering': 'no',
    })
    response.flushHeaders()
    response.write(`retry: ${RECONNECTION_DELAY_MS}\n\n`)
  }

  private send(text: string): void {
    for (const response of this.open.keys()) response.write(text)
  }
}
