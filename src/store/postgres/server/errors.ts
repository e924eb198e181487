// What the errors of PostgreSQL and of its driver mean. The codes are those of the server (SQLSTATE).
import { DrizzleQueryError } from 'drizzle-orm/errors'
import pg from 'pg'

const DEADLOCK = '40P01'
const SERIALIZATION_FAILURE = '40001'
const UNIQUE_VIOLATION = '23505'
const LOCK_NOT_AVAILABLE = '55P03'

const codeOf = (error: unknown): string | undefined => (error instanceof pg.DatabaseError ? error.code : undefined)

/** The error without what it repeats of the stored and bound values, which may be secret and would be logged. */
export function causeOf(error: unknown): unknown {
  const cause = error instanceof DrizzleQueryError && error.cause !== undefined ? error.cause : error
  if (cause instanceof pg.DatabaseError) Object.assign(cause, { detail: undefined, where: undefined })
  return cause
}

/** The transaction lost against another one, and can be run again. */
export const isRepeatable = (error: unknown): boolean => [DEADLOCK, SERIALIZATION_FAILURE].includes(codeOf(error) ?? '')

export const isLockTimeout = (error: unknown): boolean => codeOf(error) === LOCK_NOT_AVAILABLE

/** Another row has the values that this constraint allows once. */
export const isDuplicate = (error: unknown, constraint: string): boolean => {
  const cause = causeOf(error)
  return cause instanceof pg.DatabaseError && cause.code === UNIQUE_VIOLATION && cause.constraint === constraint
}

/** The driver stopped waiting for the server, which may still run the statement. */
export const isTimeout = (error: unknown): error is Error =>
  error instanceof Error && error.message === 'Query read timeout'

export const messageOf = (error: unknown): string => {
  if (error instanceof AggregateError) return error.errors.map(messageOf).join('; ')
  return error instanceof Error ? error.message : String(error)
}
