// What the errors of PostgreSQL and of its driver mean. The codes are those of the server (SQLSTATE).
import { DrizzleQueryError } from 'drizzle-orm/errors'
import pg from 'pg'

const DEADLOCK = '40P01'
const SERIALIZATION_FAILURE = '40001'
const UNIQUE_VIOLATION = '23505'
const LOCK_NOT_AVAILABLE = '55P03'
const QUERY_CANCELED = '57014'
/**
 * Of the login; of a server that is full, starting or stopping, whose disk fails, or that ended a statement which took too long;
 * and of a connection that ended.
 */
const CONNECTION_ERROR_CLASSES = /^(08|28|3D|53|57|58)/
const CHECK_VIOLATION = '23514'

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

/** The server ended a statement that took too long, and is well otherwise. */
export const isStatementTimeout = (error: unknown): boolean => codeOf(error) === QUERY_CANCELED

/** A row belongs to no partition of its table. */
export const isMissingPartition = (error: unknown): boolean =>
  codeOf(error) === CHECK_VIOLATION && error instanceof pg.DatabaseError && error.table === 'head_row'

/** There is a head row of this universe and minute; the error names the partition. */
export const isDuplicateHeadRow = (error: unknown): boolean =>
  codeOf(error) === UNIQUE_VIOLATION && error instanceof pg.DatabaseError && /^head_row_/.test(error.table ?? '')

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

/** Errors of the network, of the login, and of a server that cannot answer now. */
export function isConnectionError(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return CONNECTION_ERROR_CLASSES.test(error.code ?? '')
  return error instanceof AggregateError || (error instanceof Error && 'syscall' in error) || isOfDriver(error)
}

const isOfDriver = (error: unknown): boolean =>
  error instanceof Error && /timeout|Connection terminated|Client has encountered|not queryable/i.test(error.message)
