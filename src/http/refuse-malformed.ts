// What Node cannot read as HTTP never reaches the application: it is refused here, in the shape of every other error.
import type { Server } from 'node:http'
import { Socket } from 'node:net'
import { addressSubject } from './address.js'
import { FAILURES_A_MINUTE, type RateLimits, rateHeaders } from './rate-limit.js'

const WORDS: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: 'The address and the headers are longer than 16 KiB together.',
  ERR_HTTP_REQUEST_TIMEOUT: 'The request did not arrive in time.',
}

const LINGER_MS = 1_000

export function refuseMalformed(server: Server, limits: RateLimits): void {
  const isBusy = busySockets(server)
  server.on('clientError', async (error: NodeJS.ErrnoException, socket) => {
    const address = socket instanceof Socket ? socket.remoteAddress : undefined
    const headers = rateHeaders(await limits.peek(addressSubject(address), FAILURES_A_MINUTE))
    // Into an answer that is under way nothing may be written.
    if (isBusy.has(socket) || !socket.writable || error.code === 'ECONNRESET') socket.destroy()
    else {
      socket.end(refusal(WORDS[error.code ?? ''] ?? 'The request is malformed.', headers))
      // Not at once: a reset would overtake the answer.
      setTimeout(() => socket.destroy(), LINGER_MS).unref()
    }
  })
}

/** The sockets on which an answer is under way. */
function busySockets(server: Server): WeakSet<object> {
  const busy = new WeakSet<object>()
  server.prependListener('request', ({ socket }, response) => {
    busy.add(socket)
    response.once('close', () => busy.delete(socket))
  })
  return busy
}

function refusal(message: string, headers: Readonly<Record<string, string>>): string {
  const body = JSON.stringify({ success: false, error: message, code: 'INVALID_PARAMETERS' })
  const lines = Object.entries({
    ...headers,
    'X-Content-Type-Options': 'nosniff',
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': `${Buffer.byteLength(body)}`,
    Connection: 'close',
  })
  return `HTTP/1.1 400 Bad Request\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${body}`
}
