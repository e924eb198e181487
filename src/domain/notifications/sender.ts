// The ports of a delivery: a renderer creates the content of a notification (step 5 of 7), and a sender posts it to a
// destination (step 6 of 7). Neither knows or calls the delivery.
import type { Account } from '../account.js'
import type { Game } from '../game.js'
import type { Facts, NotificationKind } from './facts.js'
import type { Notification } from './notification.js'

/** How a destination formats what is not plain text. */
export interface TextFormat {
  time(milliseconds: number): string
  /** The day alone. */
  date(milliseconds: number): string
  /** Escapes a name that a stranger chose, and truncates it to `maxLength` characters. */
  name(name: string, maxLength: number): string
  channel(channelId: string): string
}

export interface RenderRequest<KindFacts extends Facts = Facts> {
  readonly notification: Pick<Notification, 'id' | 'occurredAt'>
  readonly facts: KindFacts
  readonly game: Game
  readonly account: Account
  /** What a batch consists of, with their games, in the order of their time. */
  readonly entries?: readonly BatchEntry[]
  /** The games that the facts name by id, as far as they still exist. */
  readonly namedGames: readonly Game[]
  /** The language of the readers, as a Discord locale. */
  readonly language: string
  /** The IANA time zone for the axes of charts. */
  readonly timeZone: string
  readonly format: TextFormat
}

export interface BatchEntry {
  readonly notification: Notification
  readonly game: Game
}

/** The content of a notification for any destination; its texts are Markdown. */
export interface Content {
  /** Decides which buttons the message has. */
  readonly kind: NotificationKind
  /** Undefined if the text is complete without it. */
  readonly title?: string
  readonly text: string
  readonly fields?: readonly { readonly name: string; readonly value: string; readonly inline?: boolean }[]
  /** The name of the sender, shown in small text. */
  readonly signature: string
  readonly tone: ContentTone
  /** The locale of the texts, in which the message labels what it leads on to. */
  readonly locale: string
  /** The game that it is about; undefined if it is about the platform or an account. */
  readonly gameId?: number
  /** The role mentioned in the message, if a person asked for that. */
  readonly roleId?: string
  /** The roles mentioned in a batch. */
  readonly roleIds?: readonly string[]
  /** The person mentioned in the message, if it is for that person. */
  readonly personId?: string
  readonly chart?: ChartImage
  /** The icon of the game that it is about, as WebP. */
  readonly icon?: Uint8Array
}

/** Whether it is good news, bad news or neither. */
export type ContentTone = 'good' | 'bad' | 'neutral'

export interface ChartImage {
  readonly png: Buffer
  /** The text for screen readers. */
  readonly alt: string
}

export type ContentRenderer = (request: RenderRequest) => Promise<Content>

/** A channel, or direct messages to the owners of the account. */
export type Address = { readonly channelId: string } | { readonly userIds: readonly string[] }

/** `reason` is a plain sentence for people. */
export type PostResult =
  | { readonly result: 'sent'; readonly messageId: string | null }
  /** The channel rejects posts of the bot: it does not exist, or a permission is missing. */
  | { readonly result: 'channel rejected'; readonly reason: string }
  /** This message can never be posted, but others may; of an edit, the message does not exist any more. */
  | { readonly result: 'message rejected'; readonly reason: string }
  /** It was certainly not posted. */
  | { readonly result: 'failed'; readonly reason: string; readonly retryAfterMs?: number }
  /** It is unknown whether it was posted: a time-out, a 5xx response, or a connection that was lost after sending. */
  | { readonly result: 'unknown'; readonly reason: string }

/** The results for which it is certain that nothing was posted. */
export type FailedPostResult = Exclude<PostResult, { readonly result: 'sent' | 'unknown' }>

export type LookupResult =
  | { readonly result: 'found'; readonly messageId: string }
  | { readonly result: 'absent' }
  /** The bot may not read messages there. */
  | { readonly result: 'unreadable'; readonly reason: string }
  | { readonly result: 'failed'; readonly reason: string }

export interface Destination {
  /** The Discord server of the channel; null for direct messages. */
  readonly guildId: string | null
  /** The language of the destination, if it states one. */
  readonly language: string | undefined
  readonly format: TextFormat
  /**
   * `key` has at most 25 characters and is the same at every attempt; the message carries it unseen. Never rejects.
   */
  post(content: Content, key: string, stop: AbortSignal, replyTo?: string): Promise<PostResult>
  /** Changes a message of the bot. Doing so twice is like doing so once. Never rejects. */
  edit(messageId: string, content: Content, key: string, stop: AbortSignal): Promise<PostResult>
  /** Searches the bot's own messages since `since` (ms) for the key. Never rejects. */
  find(key: string, since: number): Promise<LookupResult>
}

/** How a notification is posted in a channel. */
export interface PostForm {
  /** The name of the game, which names its thread. */
  readonly threadName: string
  /** Whether each game has a thread of its own. In a forum it always has. */
  readonly inThreads: boolean
  /** Whether posts in an announcement channel are published to the servers that follow it. */
  readonly isPublished: boolean
}

export interface NotificationSender {
  /** False while there is no connection; nothing is claimed then. */
  isReady(): boolean
  /** Whether each game has a thread in the channel because it is a forum; undefined where `learn` has to find out. */
  isForum?(channelId: string): boolean | undefined
  /** Afterwards `isForum` of the channel is not undefined. Never rejects. */
  learn?(channelId: string): Promise<void>
  /** Whether the person is in the server and the bot too; undefined if that is unknown now. Never rejects. */
  isMember(guildId: string, userId: string): Promise<boolean | undefined>
  /** Returns the destination, or the reason why nothing can be posted there. Never rejects. */
  open(address: Address, form?: PostForm): Promise<Destination | FailedPostResult>
}
