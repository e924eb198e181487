// The types of a simulated call, and helpers that all calls share: responses, errors and parsing ids.
import type { Simulation } from './simulation.js'

export interface CallRequest {
  /** The values of the `{…}` segments of the path. */
  readonly params: Readonly<Record<string, string>>
  readonly query: URLSearchParams
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  /** Parsed JSON; undefined where the request has none. */
  readonly body: unknown
  /** `http://host:port` as the client wrote it, for links into the simulator itself. */
  readonly origin: string
}

export interface CallResponse {
  readonly status: number
  /** JSON, unless it is bytes or `type` states another media type. */
  readonly body: unknown
  readonly type?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** Allows `count` requests in every clock-aligned window of `seconds` (PLATFORM-6). */
export interface Limit {
  readonly count: number
  readonly seconds: number
}

export interface SimulatorCall {
  readonly method: 'GET' | 'POST' | 'PATCH'
  /** The path begins with the service: `/games/v1/games/{universeId}/votes`. */
  readonly path: string
  readonly limit?: Limit
  /** The body of a 429 where it differs from the default one. */
  readonly rateLimitBody?: unknown
  answer(request: CallRequest, simulation: Simulation): CallResponse
}

/** Thrown where a call is rejected; the server sends its status and body. */
export class CallRejection extends Error {
  constructor(readonly answer: CallResponse) {
    super(`Rejected with ${answer.status}`)
  }
}

export const ok = (body: unknown): CallResponse => ({ status: 200, body })

export const legacyError = (code: number, message: string, more: object = {}): unknown => ({
  errors: [{ code, message, ...more }],
})

export const reject = (status: number, code: number, message: string, more: object = {}): CallRejection =>
  new CallRejection({ status, body: legacyError(code, message, more) })

export const notFound: CallResponse = { status: 404, body: legacyError(0, 'NotFound') }

interface IdRules {
  readonly maxIds: number
  readonly malformed: CallRejection
  readonly tooMany: CallRejection
}

/** Undefined for anything but a whole number. Ids start at 1, but 0 and -1 are also accepted and match nothing. */
export const readId = (text: string | undefined): number | undefined => {
  if (text === undefined || !/^-?\d{1,16}$/.test(text)) return undefined
  const id = Number(text)
  return Number.isSafeInteger(id) ? id : undefined
}

/** Parses a list of ids without duplicates, in the given order. One malformed id or too many ids reject the whole list. */
export const readIds = (texts: readonly string[], { maxIds, malformed, tooMany }: IdRules): number[] => {
  const ids = texts.map((text) => readId(text.trim()))
  if (ids.length === 0 || ids.includes(undefined)) throw malformed
  if (ids.length > maxIds) throw tooMany
  return [...new Set(ids.filter((id) => id !== undefined))]
}

/** Parses `a,b,c`; an absent parameter is an empty list. */
export const commaList = (query: URLSearchParams, name: string): string[] => {
  const text = query.get(name)
  return text === null || text === '' ? [] : text.split(',')
}
