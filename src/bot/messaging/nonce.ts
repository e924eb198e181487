// A mark by which Discord knows a message that it was sent before: whatever is lost on the way, it stands there once.
import { createHash } from 'node:crypto'

/** Discord's limit. */
const MAX_LENGTH = 25

/** The same parts give the same nonce, after a restart too. Discord remembers it for some minutes. */
export const nonceOf = (...parts: readonly (string | number)[]): string =>
  createHash('sha256').update(parts.join(':')).digest('hex').slice(0, MAX_LENGTH)
