// Gives every request an id: the client's own where it is valid, otherwise a new one. The response and every log line of the request
// carry it.
import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'

export const REQUEST_ID_HEADER = 'X-Request-Id'

/** Any other character or length could break a log line or make it too long. */
const REQUEST_ID_FORMAT = /^[A-Za-z0-9._-]{1,128}$/

export const createRequestId = (): string => randomUUID()

export function requestIdOf({ headers }: IncomingMessage): string {
  const header = headers['x-request-id']
  return typeof header === 'string' && REQUEST_ID_FORMAT.test(header) ? header : createRequestId()
}

const lastRequests = new WeakMap<Socket, string>()

export const noteRequest = (socket: Socket, requestId: string): void => void lastRequests.set(socket, requestId)

/** The id of the last request on a connection, for log lines about the connection. */
export const lastRequestOn = (socket: Socket): string | undefined => lastRequests.get(socket)
