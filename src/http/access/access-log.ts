// The access log, with one line for each request. It logs the path without the query, because a query may hold a sign-in code.
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Response } from 'express'
import type { Logger } from 'pino'
import { pinoHttp } from 'pino-http'
import { answerAs } from './request-context.js'
import { noteRequest, REQUEST_ID_HEADER, requestIdOf } from './request-id.js'

/** The paths that monitoring requests every few seconds, also while there is too much to do. They are not logged. */
const HEALTH_PATHS: readonly string[] = ['/healthz', '/readyz', '/metrics']

/** `url` is the target of a request, which may have a query. */
export const isHealthUrl = (url = ''): boolean =>
  HEALTH_PATHS.some((path) => url === path || url.startsWith(`${path}?`))

interface RequestStart {
  readonly path: string
  /** Milliseconds of the monotonic clock. */
  readonly at: number
  /** Bytes already written on the connection, which may have answered other requests before. */
  readonly bytesWritten: number
}

/** Wraps `listener` so that each request has an id and, where `isOn` is set, one log line when it ends. */
export function logRequests(log: Logger, isOn: boolean, listener: RequestListener): RequestListener {
  const began = new WeakMap<IncomingMessage, RequestStart>()
  const describe = (request: IncomingMessage, response: ServerResponse) => detailsOf(request, response, began)
  const note = pinoHttp({
    logger: log,
    autoLogging: isOn,
    genReqId: requestIdOf,
    // The lines hold only what `describe` returns, and no headers.
    wrapSerializers: false,
    serializers: { req: () => undefined },
    // Redaction takes six times as long as writing the line, and none of these fields can hold a secret.
    redact: { paths: [], censor: '' },
    customLogLevel: (request) => (isHealthCheck(began.get(request)) ? 'debug' : 'info'),
    customSuccessObject: describe,
    customErrorObject: describe,
    customSuccessMessage: (_, response) => messageOf(response),
    customErrorMessage: (_, response) => messageOf(response),
  })
  return (request, response) => {
    const path = loggedPath(request.url ?? '')
    began.set(request, {
      path,
      at: performance.now(),
      bytesWritten: request.socket.bytesWritten,
    })
    note(request, response)
    const id = String(request.id)
    noteRequest(request.socket, id)
    response.setHeader(REQUEST_ID_HEADER, id)
    answerAs(id, path, response, () => listener(request, response))
  }
}

/** A logger of lines that hold no secret. */
export type AccessLines = Pick<Logger, 'info'>

/** Redaction takes six times as long as writing a line, and none of its fields can hold a secret. */
export const accessLines = (log: Logger): AccessLines => log.child({}, { redact: { paths: [], censor: '' } })

interface NotedAnswer {
  readonly id: string
  /** Milliseconds of the monotonic clock. */
  readonly began: number
  readonly accountId: number
}

/** The same line for an answer that did not go through Express. */
export function noteAnswer(
  lines: AccessLines,
  request: IncomingMessage,
  response: ServerResponse,
  { id, began, accountId }: NotedAnswer,
): void {
  const { bytesWritten } = request.socket
  const path = loggedPath(request.url ?? '')
  response.on('close', () => {
    lines.info(lineOf(request, response, { id, path, at: began, bytesWritten, accountId }), messageOf(response))
  })
}

/** Records, for the access log, the account for which a request is answered. */
export const noteAccount = (response: Response, accountId: number): void => {
  response.locals.accountId = accountId
}

function detailsOf(request: IncomingMessage, response: ServerResponse, began: WeakMap<IncomingMessage, RequestStart>) {
  const { path = '', at = 0, bytesWritten = 0 } = began.get(request) ?? {}
  const accountId: unknown = 'locals' in response ? (response as Response).locals.accountId : undefined
  return lineOf(request, response, { id: request.id, path, at, bytesWritten, accountId })
}

const lineOf = (
  request: IncomingMessage,
  response: ServerResponse,
  { id, path, at, bytesWritten, accountId }: RequestStart & { readonly id: unknown; readonly accountId: unknown },
) => ({
  requestId: id,
  method: request.method,
  path,
  status: response.statusCode,
  ms: Math.round((performance.now() - at) * 10) / 10,
  // Bytes sent on the connection, including the response headers.
  bytes: request.socket.bytesWritten - bytesWritten,
  accountId,
})

const messageOf = ({ writableFinished }: ServerResponse): string =>
  writableFinished ? 'A request was answered.' : 'A request ended before its answer was complete.'

/** Monitoring asks too often for a line each. */
const isHealthCheck = (began: RequestStart | undefined): boolean =>
  began !== undefined && HEALTH_PATHS.includes(began.path)

/** Longer than any segment of our own paths and shorter than an API key. */
const MAX_SEGMENT_LENGTH = 40
const MAX_LENGTH = 300
const LONG_SEGMENT = new RegExp(`[^/]{${MAX_SEGMENT_LENGTH + 1},}`, 'g')

/**
 * Reduces a URL to what may be logged: a query may hold a sign-in code, and a path may hold an API key by mistake.
 */
export function loggedPath(url: string): string {
  // A proxy may send an absolute URL.
  const path = url.replace(/^https?:\/\/[^/?#]*/i, '').replace(/[?#].*$/s, '')
  return path.replace(LONG_SEGMENT, '[removed]').slice(0, MAX_LENGTH) || '/'
}
