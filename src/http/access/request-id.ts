// Every request has an id: the caller's own where it is sane, else a new one. It stands in the answer and in every line
// that is logged for the request.
import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'

export const REQUEST_ID_HEADER = 'X-Request-Id'

/** Whatever else a caller sends could break a line of the log, or fill it. */
const SANE_ID = /^[A-Za-z0-9._-]{1,128}$/

export const createRequestId = (): string => randomUUID()

export function requestIdOf({ headers }: IncomingMessage): string {
  const given = headers['x-request-id']
  return typeof given === 'string' && SANE_ID.test(given) ? given : createRequestId()
}

const lastRequests = new WeakMap<Socket, string>()

export const noteRequest = (socket: Socket, requestId: string): void => void lastRequests.set(socket, requestId)

/** Of the last request on a connection, for lines about the connection. */
export const lastRequestOn = (socket: Socket): string | undefined => lastRequests.get(socket)
