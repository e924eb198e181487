// The errors of Headcount, with the codes of API-1. Each adapter translates every code once.
import type { ReasonFacts } from './reasons/error-reasons.js'

/** The error codes of API-1. */
export const ERROR_CODES = [
  'INVALID_PARAMETERS',
  'INVALID_API_KEY',
  'SUBSCRIPTION_REQUIRED',
  'INSUFFICIENT_PERMISSIONS',
  'NOT_FOUND',
  'METHOD_NOT_ALLOWED',
  'REQUEST_TIMEOUT',
  'REQUEST_TOO_LARGE',
  'RATE_LIMIT_EXCEEDED',
  'INTERNAL_ERROR',
  'UPSTREAM_ERROR',
  'NOT_CONFIGURED',
  'UNAVAILABLE',
] as const

export type ErrorCode = (typeof ERROR_CODES)[number]

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
      /** The option that named the database of this error, where it was not the variable DATABASE_URL. */
      readonly databaseOption?: string
      /** What else is wrong with the same form, all of which its page marks. */
      readonly others?: readonly HeadcountError[]
    } = {},
  ) {
    super(message, options.cause === undefined ? {} : { cause: options.cause })
  }
}

/** An error with a reason. Its message is for logs only, because the message catalog words the reason for people. */
export class Rejection extends HeadcountError {
  constructor(code: ErrorCode, reason: Reason, options: Omit<HeadcountError['options'], 'reason'> = {}) {
    super(code, `${reason.name} ${JSON.stringify(reason.facts)}`, { ...options, reason })
  }
}

export const rejection = (...args: ConstructorParameters<typeof Rejection>): HeadcountError => new Rejection(...args)

/** Throws the error of several tasks, or one that names the errors of all; nothing where there are none. */
export function throwTogether(errors: readonly unknown[]): void {
  if (errors.length === 0) return
  if (errors.length === 1) throw errors[0]
  throw new AggregateError(errors, errors.map((one) => (one instanceof Error ? one.message : String(one))).join('; '))
}
