// Gives each connection its turn. Node starts all requests that arrived before anything else runs, so that a few hundred connections
// with many requests each would keep everybody waiting for seconds, also who only wants to know whether the service runs.
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { isHealthUrl } from '../access/access-log.js'

/** A turn of the event loop begins so many requests before it looks for new ones. */
const MAX_REQUESTS_PER_TURN = 64
/** A turn begins no other request after this time. With less, exports and ticks, which have their part of each turn, would slow requests down. */
const MAX_BUSY_MS = 25
/** Node accepts one connection per turn, so that some short turns follow a long one before the next requests begin. */
const SHORT_TURN_COUNT = 8
/** Where other work makes these turns long, requests go on. */
const MAX_SHORT_TURNS_MS = 2

interface QueuedRequest {
  readonly since: number
  readonly begin: () => void
}

/**
 * Requests beyond those of a turn wait. Each turn takes the next request of the connections that have waited longest for one, and drops
 * the requests of a connection that ended. Checks of health do not wait.
 */
export class RequestTurns {
  /** In the order in which the connections have their turns. */
  private readonly waiting = new Map<Socket, QueuedRequest[]>()
  private begun = 0
  /** When the first request of this turn began, by `performance.now()`. */
  private turnBegan = 0
  private shortTurnsLeft = 0
  private pauseBegan = 0
  private isScheduled = false

  listener(listen: RequestListener): RequestListener {
    return (request, response) => {
      if (this.mayBegin(request, response)) listen(request, response)
      else this.add(request.socket, { since: performance.now(), begin: () => listen(request, response) })
    }
  }

  /** For how many milliseconds the request that has waited longest has done so; 0 where none waits. */
  longestWaitMs(): number {
    let since = performance.now()
    const now = since
    for (const [first] of this.waiting.values()) if (first !== undefined) since = Math.min(since, first.since)
    return now - since
  }

  /** A check of health behind other requests of its connection could not be answered before these, and waits as they do. */
  private mayBegin({ url }: IncomingMessage, { socket }: ServerResponse): boolean {
    if (socket !== null && isHealthUrl(url)) return true
    this.schedule()
    if (this.waiting.size > 0 || !this.hasTime()) return false
    this.begun++
    return true
  }

  private hasTime(): boolean {
    if (this.shortTurnsLeft > 0) return false
    if (this.begun === 0) this.turnBegan = performance.now()
    return this.begun < MAX_REQUESTS_PER_TURN && !this.isLong()
  }

  private isLong(): boolean {
    return performance.now() - this.turnBegan >= MAX_BUSY_MS
  }

  private add(socket: Socket, request: QueuedRequest): void {
    const before = this.waiting.get(socket)
    if (before === undefined) this.waiting.set(socket, [request])
    else before.push(request)
  }

  private schedule(): void {
    if (this.isScheduled) return
    this.isScheduled = true
    setImmediate(() => this.take())
  }

  private take(): void {
    this.isScheduled = false
    if (this.shortTurnsLeft > 0) this.continuePause()
    else if (this.begun > 0 && this.isLong()) this.beginPause()
    this.begun = 0
    this.beginWaiting()
    if (this.waiting.size > 0 || this.begun > 0 || this.shortTurnsLeft > 0) this.schedule()
  }

  private beginPause(): void {
    this.shortTurnsLeft = SHORT_TURN_COUNT
    this.pauseBegan = performance.now()
  }

  private continuePause(): void {
    const isOver = performance.now() - this.pauseBegan >= MAX_SHORT_TURNS_MS
    this.shortTurnsLeft = isOver ? 0 : this.shortTurnsLeft - 1
  }

  private beginWaiting(): void {
    for (const [socket, requests] of this.waiting) {
      if (!this.hasTime()) return
      this.waiting.delete(socket)
      const next = socket.destroyed ? undefined : requests.shift()
      if (next === undefined) continue
      if (requests.length > 0) this.waiting.set(socket, requests)
      this.begun++
      next.begin()
    }
  }
}
