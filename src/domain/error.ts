// The errors Headcount speaks of, by the contract's codes. Each door translates a code once.

/** contract §3. */
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

export class HeadcountError extends Error {
  override readonly name = 'HeadcountError'

  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly options: { readonly retryAfterSeconds?: number; readonly cause?: unknown } = {},
  ) {
    super(message, options.cause === undefined ? {} : { cause: options.cause })
  }
}

export const invalid = (message: string): HeadcountError => new HeadcountError('INVALID_PARAMETERS', message)
export const notFound = (message: string): HeadcountError => new HeadcountError('NOT_FOUND', message)
export const upstream = (message: string, cause?: unknown): HeadcountError =>
  new HeadcountError('UPSTREAM_ERROR', message, { cause })
