// Gives every request an id: the client's own where it is valid and looks like no secret, otherwise a new one. The response
// and every log line of the request carry it.
import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'

export const REQUEST_ID_HEADER = 'X-Request-Id'

/** Any other character or length could break a log line or make it too long. */
const REQUEST_ID_FORMAT = /^[A-Za-z0-9._-]{1,128}$/

/** The beginning of an API key, and the form of a bot token. */
const NAMED_SECRET = /hc_live_|[\w-]{23,28}\.[\w-]{6,7}\.[\w-]{27,}/
/** Shorter than the 43 characters of the secrets of sessions and links, and longer than a UUID. */
const MAX_ID_WORD_LENGTH = 40
const LONG_WORD = new RegExp(`[\\w-]{${MAX_ID_WORD_LENGTH + 1},}`, 'g')
/** For example several UUIDs, or a trace parent of W3C; a key of 64 digits is no such id. */
const HEXADECIMAL_ID = new RegExp(`^[0-9a-f]{1,${MAX_ID_WORD_LENGTH}}(-[0-9a-f]{1,${MAX_ID_WORD_LENGTH}})*$`, 'i')

/** Whether an id looks like a secret that a client sent in the wrong header: it would be in every line of its request. */
const mayBeSecret = (id: string): boolean =>
  NAMED_SECRET.test(id) || (id.match(LONG_WORD) ?? []).some((word) => !HEXADECIMAL_ID.test(word))

export const createRequestId = (): string => randomUUID()

export function requestIdOf({ headers }: IncomingMessage): string {
  const header = headers['x-request-id']
  if (typeof header !== 'string' || !REQUEST_ID_FORMAT.test(header) || mayBeSecret(header)) return createRequestId()
  return header
}

const lastRequests = new WeakMap<Socket, string>()

export const noteRequest = (socket: Socket, requestId: string): void => void lastRequests.set(socket, requestId)

/** The id of the last request on a connection, for log lines about the connection. */
export const lastRequestOn = (socket: Socket): string | undefined => lastRequests.get(socket)
