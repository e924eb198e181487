// Rejects requests that Node or Express cannot parse as HTTP, with the same error body as every other error.

import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { ErrorCode } from '../../domain/error.js'
import { defaultCatalog } from '../../messages/catalog.js'
import { createRequestId, REQUEST_ID_HEADER } from '../access/request-id.js'
import { addressSubject } from '../address.js'
import type { HttpApp } from '../app.js'
import { MAX_FAILURES_PER_MINUTE, rateHeaders } from '../rate-limit.js'

const WORDS: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: 'The address and the headers are longer than 16 KiB together.',
  ERR_HTTP_REQUEST_TIMEOUT: 'The request did not arrive in time.',
}

/** 408 lets a client repeat the request, which 400 does not. */
const statusOf = ({ code }: NodeJS.ErrnoException): string =>
  code === 'ERR_HTTP_REQUEST_TIMEOUT' ? '408 Request Timeout' : '400 Bad Request'

const MALFORMED_CLOSE_TIMEOUT_MS = 1_000

export function rejectMalformed(server: Server, app: HttpApp): void {
  const { busy, isUnfinished } = socketsInUse(server)
  server.on('clientError', async (error: NodeJS.ErrnoException, socket) => {
    const address = socket instanceof Socket ? socket.remoteAddress : undefined
    const requestId = createRequestId()
    const isTooSlow = error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
    const { headers, body } = await rejection(
      WORDS[error.code ?? ''] ?? defaultCatalog.reasons['malformed request']({}, String),
      address,
      app,
      isTooSlow ? 'REQUEST_TIMEOUT' : 'INVALID_PARAMETERS',
    )
    const response = busy.get(socket)
    // Nothing may be written into a response that has already begun, and none may follow that of a request that never ended.
    if (!socket.writable || error.code === 'ECONNRESET' || isUnfinished.has(socket)) socket.destroy()
    else if (response !== undefined) {
      if (isTooSlow && !response.headersSent && !response.req.complete) response.writeHead(408, headers).end(body)
      else socket.destroy()
    } else {
      const status = statusOf(error)
      const details = { requestId, status: Number.parseInt(status, 10), reason: error.code }
      if (app.hasAccessLog) app.log.info(details, 'A request that could not be read was rejected.')
      answerOn(socket, status, { ...headers, [REQUEST_ID_HEADER]: requestId }, body)
    }
  })
  server.on('connect', async (_, socket) => {
    socket.on('error', () => socket.destroy())
    const address = socket instanceof Socket ? socket.remoteAddress : undefined
    const message = defaultCatalog.reasons['wrong method']({ allowed: ['GET', 'HEAD'] }, String)
    const { headers, body } = await rejection(message, address, app, 'METHOD_NOT_ALLOWED')
    const allowed = { Allow: 'GET, HEAD', [REQUEST_ID_HEADER]: createRequestId() }
    answerOn(socket, '405 Method Not Allowed', { ...headers, ...allowed }, body)
  })
}

function answerOn(socket: Duplex, status: string, headers: Readonly<Record<string, string>>, body: string): void {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${status}\r\n${lines.join('')}\r\n${body}`)
  // The socket closes after a delay, because an immediate reset could overtake the response.
  setTimeout(() => socket.destroy(), MALFORMED_CLOSE_TIMEOUT_MS).unref()
}

/** Checks what Express assumes about a request before Express sees it; Express would answer with an error page of its own. */
export function onlyReadable(app: HttpApp): RequestListener {
  return async (request, response) => {
    const isClear = hasClearLength(request)
    if (isClear && isReadable(request)) {
      useAbsoluteTarget(request)
      app(request, response)
      return
    }
    const message = isClear
      ? 'The address is malformed.'
      : 'The only transfer coding is chunked, of a request of HTTP/1.1.'
    const { headers, body } = await rejection(message, request.socket.remoteAddress, app)
    response.writeHead(400, headers).end(body)
  }
}

/**
 * Node reads chunks in HTTP/1.0, which has none, and under a second coding. A proxy may find another end of such a request
 * (RFC 9112 §6.1), and what follows would be a request that it never saw.
 */
export const hasClearLength = ({ headers, httpVersion }: IncomingMessage): boolean => {
  const coding = headers['transfer-encoding']
  return coding === undefined || (coding.toLowerCase() === 'chunked' && httpVersion === '1.1')
}

const isReadable = ({ url = '' }: IncomingMessage): boolean =>
  url.startsWith('/') || url === '*' || (/^https?:\/\//i.test(url) && URL.canParse(url))

/** RFC 9112 §3.2.2: the host of an absolute request target replaces the Host header, which is ignored. */
function useAbsoluteTarget(request: IncomingMessage): void {
  const [, host, rest = ''] = /^https?:\/\/([^/?#]*)(.*)$/i.exec(request.url ?? '') ?? []
  if (host === undefined || request.headers.host === undefined) return
  request.headers.host = host
  request.url = rest.startsWith('/') ? rest : `/${rest}`
}

/** `busy`: the response in progress on each socket. `isUnfinished`: one was answered before its request had ended. */
function socketsInUse(server: Server) {
  const busy = new WeakMap<object, ServerResponse>()
  const isUnfinished = new WeakSet<object>()
  server.prependListener('request', (request, response) => {
    const { socket } = request
    busy.set(socket, response)
    response.once('close', () => {
      busy.delete(socket)
      if (!request.complete) isUnfinished.add(socket)
    })
  })
  return { busy, isUnfinished }
}

async function rejection(
  message: string,
  address: string | undefined,
  { limits, fixedHeaders }: HttpApp,
  code: ErrorCode = 'INVALID_PARAMETERS',
) {
  const body = JSON.stringify({ success: false, error: message, code })
  const headers: Readonly<Record<string, string>> = {
    ...Object.fromEntries(fixedHeaders),
    ...rateHeaders(await limits.peek(addressSubject(address), MAX_FAILURES_PER_MINUTE)),
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': `${Buffer.byteLength(body)}`,
    Connection: 'close',
  }
  return { headers, body }
}
