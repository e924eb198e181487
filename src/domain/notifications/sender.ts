// The ports of a delivery: a renderer writes what a notification says (stage 5 of 7), a sender takes it to a destination
// (stage 6 of 7). Neither knows the delivery that asks it, and neither calls it back.
import type { Account } from '../account.js'
import type { Game } from '../game.js'
import type { Facts } from './facts.js'
import type { Notification } from './notification.js'

/** How a destination writes what is not words. */
export interface TextFormat {
  time(milliseconds: number): string
  /** A name that a stranger chose: harmless, and at most so long. */
  name(name: string, maxLength: number): string
  channel(channelId: string): string
}

export interface RenderRequest<Said extends Facts = Facts> {
  readonly notification: Pick<Notification, 'id' | 'occurredAt'>
  readonly facts: Said
  readonly game: Game
  readonly account: Account
  /** The games that the facts name by id, as far as they are still there. */
  readonly namedGames: readonly Game[]
  /** Of those who read it, as Discord names languages. */
  readonly language: string
  /** For the axes of charts; IANA name. */
  readonly timeZone: string
  readonly format: TextFormat
}

/** What a notification says, whatever the destination; its texts are Markdown. */
export interface Content {
  /** Undefined where the text says it all. */
  readonly title?: string
  readonly text: string
  readonly fields?: readonly { readonly name: string; readonly value: string; readonly inline?: boolean }[]
  /** Who says it: beside the idempotency key. */
  readonly signature: string
  /** Mentioned with it: somebody asked for that. */
  readonly roleId?: string
  readonly chart?: ChartImage
}

export interface ChartImage {
  readonly png: Buffer
  /** For those who hear it. */
  readonly alt: string
}

export type ContentRenderer = (request: RenderRequest) => Promise<Content>

/** A channel, or in private the people who own the account. */
export type Address = { readonly channelId: string } | { readonly userIds: readonly string[] }

/** `reason`: a plain sentence for people. */
export type PostResult =
  | { readonly result: 'sent'; readonly messageId: string | null }
  /** The channel takes nothing from us: it is missing, or the permission is. */
  | { readonly result: 'channel rejected'; readonly reason: string }
  /** This one message can never be posted; the next may. */
  | { readonly result: 'message rejected'; readonly reason: string }
  /** It was certainly not posted. */
  | { readonly result: 'failed'; readonly reason: string; readonly retryAfterMs?: number }
  /** Nobody knows: a time-out, a 5xx, a lost connection after it was sent off. */
  | { readonly result: 'unknown'; readonly reason: string }

/** Nothing was sent off. */
export type FailedPostResult = Exclude<PostResult, { readonly result: 'sent' | 'unknown' }>

export type LookUpResult =
  | { readonly result: 'found'; readonly messageId: string }
  | { readonly result: 'absent' }
  /** We may not read there. */
  | { readonly result: 'unreadable'; readonly reason: string }
  | { readonly result: 'failed'; readonly reason: string }

export interface Destination {
  /** The Discord server that it lies in; null for direct messages. */
  readonly guildId: string | null
  /** What is spoken there, as far as the destination says so. */
  readonly language: string | undefined
  readonly format: TextFormat
  /** `key`: at most 25 characters, the same at every attempt; it is shown in the message, small. Never rejects. */
  post(content: Content, key: string, stop: AbortSignal): Promise<PostResult>
  /** Looks for the key among our own messages there since `since` (ms). Never rejects. */
  find(key: string, since: number): Promise<LookUpResult>
}

export interface NotificationSender {
  /** False while there is no connection: nothing is claimed then. */
  isReady(): boolean
  /** The destination, or why nothing can be posted there. Never rejects. */
  open(address: Address): Promise<Destination | FailedPostResult>
}
