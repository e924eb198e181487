// Nonces by which Discord recognizes a repeated message, so that a retry after a lost response does not post it twice.
import { createHash } from 'node:crypto'

/** Discord's limit. */
const MAX_LENGTH = 25

/** The same parts give the same nonce, also after a restart. Discord remembers it for a few minutes. */
export const nonceOf = (...parts: readonly (string | number)[]): string =>
  createHash('sha256').update(parts.join(':')).digest('hex').slice(0, MAX_LENGTH)
