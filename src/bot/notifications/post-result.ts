// What a failed attempt to post means: whether it may have been posted, and whether a second try would change anything.
import { DiscordAPIError, RateLimitError, RESTJSONErrorCodes } from 'discord.js'
import type { Posted } from '../../domain/notifications/sender.js'
import type { Words } from '../../words/words.js'

export type NotSent = Exclude<Posted, { outcome: 'sent' }>

const NOTHING_THERE: readonly (number | string)[] = [RESTJSONErrorCodes.UnknownChannel, RESTJSONErrorCodes.UnknownGuild]
const UNSEEN: readonly (number | string)[] = [RESTJSONErrorCodes.MissingAccess, RESTJSONErrorCodes.MissingPermissions]
/** A thread that only Manage Threads opens again, or one too many to be open at once. */
const SHUT: readonly (number | string)[] = [
  RESTJSONErrorCodes.ThreadLocked,
  RESTJSONErrorCodes.InvalidActionOnArchivedThread,
  RESTJSONErrorCodes.MaximumActiveThreads,
  RESTJSONErrorCodes.MaximumActiveAnnouncementThreads,
]
const [BAD_REQUEST, UNAUTHORIZED, FORBIDDEN, NOT_FOUND, TOO_MANY] = [400, 401, 403, 404, 429]
const SERVER_ERROR = 500

/** `unseen`: the reason where a permission is missing, as far as the bot knows which. */
export function outcomeOf(error: unknown, { refusals }: Words['notifications'], unseen: string): NotSent {
  if (error instanceof RateLimitError) {
    return { outcome: 'failed', reason: refusals.limited, retryAfterMs: error.retryAfter }
  }
  if (!(error instanceof DiscordAPIError)) return { outcome: 'unknown', reason: refusals.lost(brief(error)) }
  const { code, status } = error
  if (NOTHING_THERE.includes(code)) return { outcome: 'refused', reason: refusals.gone }
  if (UNSEEN.includes(code)) return { outcome: 'refused', reason: unseen }
  if (SHUT.includes(code)) return { outcome: 'refused', reason: refusals.shut }
  if (code === RESTJSONErrorCodes.CannotSendMessagesToThisUser) return { outcome: 'refused', reason: refusals.closed }
  if (status >= SERVER_ERROR) return { outcome: 'unknown', reason: refusals.lost(brief(error)) }
  // The token, or the pace: neither is about this message, and both pass.
  if (status === UNAUTHORIZED || status === TOO_MANY) return { outcome: 'failed', reason: refusals.limited }
  if (status === FORBIDDEN || status === NOT_FOUND)
    return { outcome: 'refused', reason: refusals.rejected(brief(error)) }
  if (status === BAD_REQUEST) return { outcome: 'rejected', reason: refusals.rejected(brief(error)) }
  return { outcome: 'failed', reason: refusals.rejected(brief(error)) }
}

/** The same where nothing was sent off yet: it was certainly not posted. */
export function outcomeBefore(error: unknown, words: Words['notifications'], unseen: string): NotSent {
  const outcome = outcomeOf(error, words, unseen)
  return outcome.outcome === 'unknown' ? { outcome: 'failed', reason: outcome.reason } : outcome
}

const LONGEST = 200

const brief = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).replace(/\s+/g, ' ').slice(0, LONGEST)
