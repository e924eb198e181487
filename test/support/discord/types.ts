// The settings of the Discord double, and the types that its modules share.
import type { APIEmbed, APIMessageTopLevelComponent, ChannelType, PermissionFlagsBits } from 'discord.js'

export type Json = Record<string, unknown>
export type Permission = keyof typeof PermissionFlagsBits

export interface DoubleUser {
  id: string
  username: string
  globalName?: string
  /** The hash of the picture, whose file a test puts under /cdn/avatars. */
  avatar?: string
  bot?: boolean
}

export interface ChannelSetup {
  id: string
  name: string
  type?: ChannelType
  parentId?: string
  /** Of a thread: who began it. */
  ownerId?: string
  /** Of a forum: the tags of which a post needs one. */
  tags?: { id: string; name: string; moderated: boolean }[]
  /** Of a thread: it takes no edits until it is opened again. */
  archived?: boolean
  /** Permissions the bot does not have in this channel. */
  denied?: Permission[]
}

export interface MemberSetup {
  user: DoubleUser
  permissions?: Permission[]
  roles?: string[]
  nick?: string
}

export interface GuildSetup {
  id: string
  name: string
  ownerId: string
  channels: ChannelSetup[]
  roles?: { id: string; name: string; permissions?: Permission[] }[]
  members?: MemberSetup[]
  botPermissions?: Permission[]
  locale?: string
}

export interface DoubleOptions {
  token?: string
  applicationId?: string
  botUser?: DoubleUser
  guilds?: GuildSetup[]
  /** The redirects of the application in the developer portal; without any, every redirect is accepted. */
  redirects?: string[]
  /** The privileged intents that are enabled in the developer portal; others close the gateway with 4014. */
  privilegedIntents?: number
  heartbeatIntervalMs?: number
  /** The number of shards that Discord asks for, and how many may begin a session at the same time; otherwise 1 each. */
  shards?: number
  maxConcurrency?: number
  /** Milliseconds for the first answer, by the clock, in tests of late answers: otherwise Discord's 3,000. */
  answerWithinMs?: number
  /** The clock for the windows of nonces, renames and tokens, in milliseconds. */
  now?: () => number
}

export interface UploadedFile {
  index: number
  filename: string
  contentType: string
  bytes: Buffer
}

export interface SentFile {
  id: string
  filename: string
  description: string | undefined
  contentType: string
  bytes: Buffer
  url: string
}

export interface DoubleMessage {
  readonly id: string
  readonly channelId: string
  readonly author: DoubleUser
  readonly createdAt: number
  content: string
  embeds: APIEmbed[]
  components: APIMessageTopLevelComponent[]
  attachments: SentFile[]
  flags: number
  allowedMentions: Json | undefined
  nonce: string | undefined
  /** The message that it answers. */
  replyTo: string | undefined
  /** The interaction that the message answers, and its user. */
  invoker: { id: string; type: number; user: DoubleUser } | undefined
  edits: number
}

export interface RestCall {
  method: string
  path: string
  query: URLSearchParams
  authorization: string | undefined
  body: unknown
  files: UploadedFile[]
  at: number
  /** 0 until the call is answered; it stays 0 when a fault cut the connection. */
  status: number
}

export interface RestResponse {
  status: number
  body?: unknown
  headers?: Record<string, string>
}

export interface DoubleRoute {
  method: string
  /** Like `/channels/:channel/messages`. */
  path: string
  handle: (call: RestCall, params: Record<string, string>) => RestResponse
}

export interface Violation {
  rule: string
  detail: string
  call: string
}
