// The errors of Headcount, with the codes of API-1. Each adapter translates every code once.

/** The error codes of API-1. */
export const ERROR_CODES = [
  'INVALID_PARAMETERS',
  'INVALID_API_KEY',
  'SUBSCRIPTION_REQUIRED',
  'INSUFFICIENT_PERMISSIONS',
  'NOT_FOUND',
  'METHOD_NOT_ALLOWED',
  'RATE_LIMIT_EXCEEDED',
  'INTERNAL_ERROR',
  'UPSTREAM_ERROR',
  'NOT_CONFIGURED',
  'UNAVAILABLE',
] as const

export type ErrorCode = (typeof ERROR_CODES)[number]

/** User errors that adapters explain in the user's own language, and the facts that each explanation needs. */
export interface ReasonFacts {
  readonly 'not an address': Record<never, never>
  readonly 'not an id': Record<never, never>
  readonly 'unknown place': { readonly id: number }
  readonly 'unknown universe': { readonly id: number }
  readonly 'plan full': { readonly plan: string; readonly most: number; readonly isExpired: boolean }
  readonly 'code used up': { readonly minutes: number }
  readonly 'not a time zone': Record<never, never>
  readonly 'no sample yet': { readonly game: string }
  /** UTC days, both ends inclusive, `YYYY-MM-DD`. */
  readonly 'damaged days': { readonly days: readonly { readonly from: string; readonly to: string }[] }
}

export type ReasonName = keyof ReasonFacts
export type Reason<Name extends ReasonName = ReasonName> = {
  readonly [Each in Name]: { readonly name: Each; readonly facts: ReasonFacts[Each] }
}[Name]

export class HeadcountError extends Error {
  override readonly name = 'HeadcountError'

  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly options: {
      readonly retryAfterSeconds?: number
      readonly cause?: unknown
      readonly reason?: Reason | undefined
    } = {},
  ) {
    super(message, options.cause === undefined ? {} : { cause: options.cause })
  }
}

export const invalid = (message: string, reason?: Reason): HeadcountError =>
  new HeadcountError('INVALID_PARAMETERS', message, { reason })
export const notFound = (message: string, reason?: Reason): HeadcountError =>
  new HeadcountError('NOT_FOUND', message, { reason })
export const upstream = (message: string, cause?: unknown): HeadcountError =>
  new HeadcountError('UPSTREAM_ERROR', message, { cause })
