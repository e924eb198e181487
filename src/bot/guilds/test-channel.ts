// Checks whether the bot can work in a channel before anything is saved for it: first its permissions, then a test
// post.
import { randomUUID } from 'node:crypto'
import {
  ChannelType,
  DiscordAPIError,
  type EmbedBuilder,
  type ForumChannel,
  type Guild,
  type GuildBasedChannel,
  type GuildTextBasedChannel,
  type Message,
  type MessageCreateOptions,
  PermissionFlagsBits,
  RESTJSONErrorCodes,
} from 'discord.js'
import { POST_PERMISSIONS, THREAD_PERMISSIONS } from '../../domain/bot-permissions.js'
import type { MessageCatalog } from '../../messages/catalog.js'
import { InteractionRejection } from '../command.js'

/** Channel types in which the bot can post by itself. */
export const POSTABLE = [
  ChannelType.GuildText,
  ChannelType.GuildAnnouncement,
  ChannelType.PublicThread,
  ChannelType.PrivateThread,
  ChannelType.AnnouncementThread,
] as const

/** Channels whose posts are threads. */
export const FORUMS = [ChannelType.GuildForum] as const

/** CHAT-10: errors that no retry can fix. */
const REJECTIONS: readonly (number | string)[] = [
  RESTJSONErrorCodes.MissingAccess,
  RESTJSONErrorCodes.MissingPermissions,
  RESTJSONErrorCodes.UnknownChannel,
]

/** Keys of the permission texts; some uses need more than the permission to post. */
export type PermissionName = keyof MessageCatalog['channels']['permissions']

/** For a thread of each game: it is begun, written in, and found again among the archived ones. */
export const OWN_THREAD_PERMISSIONS: readonly PermissionName[] = [
  'CreatePublicThreads',
  'SendMessagesInThreads',
  'ReadMessageHistory',
]

export interface ChannelTest {
  readonly guild: Guild | null
  readonly channelId: string
  /** The content of the test post, which says what the channel will be used for. */
  readonly test: EmbedBuilder
  readonly more?: readonly PermissionName[]
}

/**
 * Checks the permissions, then posts; throws an `InteractionRejection` that names what is missing. Returns the channel
 * and the post.
 */
export async function testChannel(
  { guild, channelId, test, more = [] }: ChannelTest,
  catalog: MessageCatalog,
): Promise<{ readonly channel: GuildTextBasedChannel; readonly post: Message }> {
  const channel = requireChannel(guild, channelId, catalog, more)
  return { channel, post: await postOnce(channel, { embeds: [test] }, catalog) }
}

/** Throws an `InteractionRejection` with a text if Discord rejects the post. */
export async function postOnce(
  channel: GuildTextBasedChannel,
  message: MessageCreateOptions,
  catalog: MessageCatalog,
  // CHAT-11: the nonce prevents a duplicate post if the acknowledgment is lost.
  nonce = randomUUID().replaceAll('-', '').slice(0, 25),
): Promise<Message> {
  try {
    return await channel.send({ ...message, nonce, enforceNonce: true })
  } catch (error) {
    if (!(error instanceof DiscordAPIError && REJECTIONS.includes(error.code))) throw error
    throw new InteractionRejection(catalog.channels.postRejected(`<#${channel.id}>`))
  }
}

/** DISCORD-36: a forum in which the bot may begin posts; undefined if the channel is none. A test would begin a thread. */
export function requireForum(
  guild: Guild | null,
  channelId: string,
  catalog: MessageCatalog,
): ForumChannel | undefined {
  const channel = ownChannel(guild, channelId)
  if (channel?.type !== ChannelType.GuildForum) return undefined
  const missing = missingIn(channel, catalog, ['SendMessagesInThreads', 'ReadMessageHistory'])
  if (missing.length === 0) return channel
  throw new InteractionRejection(catalog.channels.missing(`<#${channelId}>`, missing.join(', ')))
}

/** The channel from the bot's cache, because the data in an interaction is not enough to post there. */
export function requireChannel(
  guild: Guild | null,
  channelId: string,
  catalog: MessageCatalog,
  more: readonly PermissionName[] = [],
): GuildTextBasedChannel {
  const channel = ownChannel(guild, channelId)
  const me = guild?.members.me
  if (!channel?.isTextBased() || !me) throw new InteractionRejection(catalog.channels.unseen)
  const missing = missingIn(channel, catalog, more)
  if (missing.length === 0) return channel
  throw new InteractionRejection(catalog.channels.missing(`<#${channelId}>`, missing.join(', ')))
}

/**
 * DISCORD-7: the channel must belong to the server itself. discord.js caches whatever channel an interaction names
 * under the server where it was used, including a channel of another server that the bot sees.
 */
export function ownChannel(guild: Guild | null, channelId: string): GuildBasedChannel | undefined {
  const channel = guild?.channels.cache.get(channelId)
  // Its `guildId` is overwritten by the latest interaction; its `guild` never changes.
  return channel?.guild.id === guild?.id ? channel : undefined
}

/** The permissions for posting that the bot lacks, as Discord names them. */
export function missingIn(
  channel: GuildTextBasedChannel | ForumChannel,
  { channels }: Pick<MessageCatalog, 'channels'>,
  more: readonly PermissionName[] = [],
): string[] {
  const { me } = channel.guild.members
  const needed: readonly PermissionName[] = [...(channel.isThread() ? THREAD_PERMISSIONS : POST_PERMISSIONS), ...more]
  const has = me && channel.permissionsFor(me)
  return needed.filter((name) => !has?.has(PermissionFlagsBits[name])).map((name) => channels.permissions[name])
}
