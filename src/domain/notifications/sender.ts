// The port that puts a notification before people's eyes. The bot renders and posts; the deliverer decides what then becomes of it.
import type { Game } from '../game.js'
import type { Notification } from './notification.js'

/** A channel, or in private the people who own the account. */
export type Addressee = { readonly channelId: string } | { readonly userIds: readonly string[] }

export interface Letter {
  readonly notification: Notification
  readonly game: Game
  readonly to: Addressee
  /** To be shown in the message, small, and to be its nonce: at most 25 characters, the same at every attempt. */
  readonly mark: string
}

/** `reason`: a plain sentence for people. */
export type Posted =
  | { readonly outcome: 'sent'; readonly messageId: string | null }
  /** The channel takes nothing from us: it is missing, or the permission is. */
  | { readonly outcome: 'refused'; readonly reason: string }
  /** This one message can never be posted; the next may. */
  | { readonly outcome: 'rejected'; readonly reason: string }
  /** It was certainly not posted. */
  | { readonly outcome: 'failed'; readonly reason: string; readonly retryAfterMs?: number }
  /** Nobody knows: a time-out, a 5xx, a lost connection after it was sent off. */
  | { readonly outcome: 'unknown'; readonly reason: string }

export type Found =
  | { readonly outcome: 'found'; readonly messageId: string }
  | { readonly outcome: 'absent' }
  /** The bot may not read there. */
  | { readonly outcome: 'unreadable'; readonly reason: string }
  | { readonly outcome: 'failed'; readonly reason: string }

export interface Poster {
  /** False while there is no connection to Discord: nothing is claimed then. */
  isReady(): boolean
  post(letter: Letter, stop: AbortSignal): Promise<Posted>
  /** Looks for the mark among the bot's own messages in that channel since `since` (ms). */
  find(letter: Letter, since: number, stop: AbortSignal): Promise<Found>
}
