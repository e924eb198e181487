// Classifies a failed attempt to post: whether it may have been posted, and whether a retry could succeed.
import { DiscordAPIError, RateLimitError, RESTJSONErrorCodes } from 'discord.js'
import type { FailedPostResult, PostResult } from '../../domain/notifications/sender.js'
import { defaultCatalog } from '../../messages/catalog.js'

type Codes = readonly (number | string)[]

const GONE_CODES: Codes = [RESTJSONErrorCodes.UnknownChannel, RESTJSONErrorCodes.UnknownGuild]
const HIDDEN_CODES: Codes = [RESTJSONErrorCodes.MissingAccess, RESTJSONErrorCodes.MissingPermissions]
/** A thread that only members with Manage Threads can reopen, or too many active threads. */
const CLOSED_CODES: Codes = [
  RESTJSONErrorCodes.ThreadLocked,
  RESTJSONErrorCodes.InvalidActionOnArchivedThread,
  RESTJSONErrorCodes.MaximumActiveThreads,
  RESTJSONErrorCodes.MaximumActiveAnnouncementThreads,
]
const [BAD_REQUEST, UNAUTHORIZED, FORBIDDEN, NOT_FOUND, TOO_MANY] = [400, 401, 403, 404, 429]
const MIN_DISCORD_ERROR_STATUS = 500

const { reasons } = defaultCatalog.notifications

type PostFailure = Exclude<PostResult, { readonly result: 'sent' }>

/** `unseen` is the reason used for a missing permission, naming it as far as the bot can tell. */
export function postFailure(error: unknown, unseen: string): PostFailure {
  if (error instanceof RateLimitError)
    return { result: 'failed', reason: reasons.limited, retryAfterMs: error.retryAfter }
  if (!(error instanceof DiscordAPIError)) return { result: 'unknown', reason: reasons.lost(brief(error)) }
  const { code, status } = error
  if (GONE_CODES.includes(code)) return { result: 'channel rejected', reason: reasons.gone }
  if (HIDDEN_CODES.includes(code)) return { result: 'channel rejected', reason: unseen }
  if (CLOSED_CODES.includes(code)) return { result: 'channel rejected', reason: reasons.shut }
  if (code === RESTJSONErrorCodes.CannotSendMessagesToThisUser)
    return { result: 'channel rejected', reason: reasons.closed }
  if (status >= MIN_DISCORD_ERROR_STATUS) return { result: 'unknown', reason: reasons.lost(brief(error)) }
  // An invalid token and a rate limit do not concern this message, and both are temporary.
  if (status === UNAUTHORIZED || status === TOO_MANY) return { result: 'failed', reason: reasons.limited }
  const rejected = reasons.rejected(brief(error))
  if (status === FORBIDDEN || status === NOT_FOUND) return { result: 'channel rejected', reason: rejected }
  return { result: status === BAD_REQUEST ? 'message rejected' : 'failed', reason: rejected }
}

/** Like `postFailure` when no request was sent, so that the message was certainly not posted. */
export function notPosted(error: unknown, unseen: string): FailedPostResult {
  const failure = postFailure(error, unseen)
  return failure.result === 'unknown' ? { result: 'failed', reason: failure.reason } : failure
}

const MAX_LENGTH = 200

const brief = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).replace(/\s+/g, ' ').slice(0, MAX_LENGTH)
