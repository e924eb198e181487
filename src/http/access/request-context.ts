// For which request the running code works, so that lines which the store or a service logs carry its id.
// AsyncLocalStorage slows every promise of the process by hooks that stay after its first use, a fifth of the fastest
// route. So it is turned off whenever no request is in it, and the short routes do without it.
import { AsyncLocalStorage } from 'node:async_hooks'
import type { ServerResponse } from 'node:http'
import type { Log } from '../../domain/ports/events.js'

/** They answer from memory, within the turn of the event loop in which the request arrives. */
const SHORT_ROUTE = /^\/(api\/v1\/games\/[^/]+\/stats|healthz|readyz)\/?$/

const storage = new AsyncLocalStorage<string>()
/** The number of requests that have begun in the storage and not ended. */
let inStorage = 0
/** The number of short requests that arrived in this turn of the event loop, and the id if it is only one. */
let inTurn = 0
let requestOfTurn: string | undefined

const currentRequestId = (): string | undefined => (inStorage > 0 ? storage.getStore() : undefined) ?? requestOfTurn

/** Answers a request; until its response has ended, what is logged for it carries its id. */
export function answerAs(requestId: string, path: string, response: ServerResponse, answer: () => void): void {
  if (SHORT_ROUTE.test(path)) {
    beginTurn(requestId)
    answer()
    return
  }
  inStorage++
  response.once('close', () => {
    if (--inStorage === 0) storage.disable()
  })
  storage.run(requestId, answer)
}

/**
 * A tick of the process that a microtask adds runs when no microtask is left: until then, only code runs that the
 * arrival of this request has caused.
 */
function beginTurn(requestId: string): void {
  requestOfTurn = inTurn++ === 0 ? requestId : undefined
  if (inTurn === 1) queueMicrotask(() => process.nextTick(endTurn))
}

function endTurn(): void {
  inTurn = 0
  requestOfTurn = undefined
}

/** A log for code below the HTTP adapter: adds the id of the request for which a line is written. */
export function namingRequests(log: Log): Log {
  const write =
    (level: keyof Log) =>
    (details: object, message: string): void => {
      const requestId = currentRequestId()
      log[level](requestId === undefined ? details : { requestId, ...details }, message)
    }
  return { info: write('info'), warn: write('warn'), error: write('error') }
}
