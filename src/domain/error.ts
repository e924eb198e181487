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

/**
 * Errors that adapters explain in the user's own language, and the facts that each explanation needs. The message catalog
 * has the one text of each; an error without a reason is raised in one place only, which words it.
 */
export interface ReasonFacts {
  readonly 'nothing here': Record<never, never>
  readonly 'malformed request': Record<never, never>
  readonly 'wrong method': { readonly allowed: readonly string[] }
  readonly 'sign-in over': Record<never, never>
  readonly 'link used up': Record<never, never>
  readonly 'unknown session': Record<never, never>
  readonly 'unknown account': Record<never, never>
  readonly 'account name taken': { readonly name: string }
  readonly 'unknown key': { readonly id: number }
  readonly 'unknown game': Record<never, never>
  readonly 'platform failed': Record<never, never>
  readonly 'unknown user': { readonly id: number }
  readonly 'not an address': Record<never, never>
  readonly 'not an id': Record<never, never>
  readonly 'half a range': Record<never, never>
  readonly 'days in the future': Record<never, never>
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

export const invalid = (message: string): HeadcountError => new HeadcountError('INVALID_PARAMETERS', message)
export const notFound = (message: string): HeadcountError => new HeadcountError('NOT_FOUND', message)
export const upstream = (message: string, cause?: unknown): HeadcountError =>
  new HeadcountError('UPSTREAM_ERROR', message, { cause })

/** An error with a reason. Its message is for logs only, because `reasonText` of the catalog words it for people. */
export const rejection = (code: ErrorCode, reason: Reason, cause?: unknown): HeadcountError =>
  new HeadcountError(code, `${reason.name} ${JSON.stringify(reason.facts)}`, { reason, cause })
