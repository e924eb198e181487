// Errors in a form that is safe to log: discord.js errors contain URLs with interaction tokens and whole request
// bodies.
import { DiscordAPIError, HTTPError } from 'discord.js'

const MAX_CAUSE_DEPTH = 4

export function describeError(error: unknown, depth = 0): object {
  if (!(error instanceof Error)) return { error: String(error) }
  const place = error instanceof DiscordAPIError || error instanceof HTTPError ? { status: error.status } : {}
  const code = 'code' in error ? { code: error.code } : {}
  const cause =
    error.cause === undefined || depth >= MAX_CAUSE_DEPTH ? {} : { cause: describeError(error.cause, depth + 1) }
  return { error: error.message, kind: error.name, ...place, ...code, stack: error.stack, ...cause }
}

/** One line that describes the error, for states and warnings. */
export const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
