// Whether the bot can work in a channel: its permissions there, then a test post. Before anything is saved for it.
import { randomUUID } from 'node:crypto'
import {
  ChannelType,
  DiscordAPIError,
  type EmbedBuilder,
  type Guild,
  type GuildBasedChannel,
  type GuildTextBasedChannel,
  type Message,
  type MessageCreateOptions,
  PermissionFlagsBits,
  RESTJSONErrorCodes,
} from 'discord.js'
import type { MessageCatalog } from '../../messages/catalog.js'
import { InteractionRejection } from '../command.js'

/** CHAT-5: what `channel.send` needs. */
const NEEDED = ['ViewChannel', 'SendMessages', 'EmbedLinks', 'AttachFiles'] as const
const NEEDED_IN_THREADS = ['ViewChannel', 'SendMessagesInThreads', 'EmbedLinks', 'AttachFiles'] as const

/** Where the bot can post by itself. */
export const POSTABLE = [
  ChannelType.GuildText,
  ChannelType.GuildAnnouncement,
  ChannelType.PublicThread,
  ChannelType.PrivateThread,
  ChannelType.AnnouncementThread,
] as const

/** CHAT-10: what no second try would change. */
const REFUSALS: readonly (number | string)[] = [
  RESTJSONErrorCodes.MissingAccess,
  RESTJSONErrorCodes.MissingPermissions,
  RESTJSONErrorCodes.UnknownChannel,
]

/** Known by their words; a kind of use may need more than posting. */
export type PermissionName = keyof MessageCatalog['channels']['permissions']

export interface ChannelTest {
  readonly guild: Guild | null
  readonly channelId: string
  /** What stands in the test post: what the channel will be used for. */
  readonly test: EmbedBuilder
  readonly more?: readonly PermissionName[]
}

/** Checks the permissions, then posts; a Refusal says what is missing. Answers the channel and the post. */
export async function proveChannel(
  { guild, channelId, test, more = [] }: ChannelTest,
  catalog: MessageCatalog,
): Promise<{ readonly channel: GuildTextBasedChannel; readonly post: Message }> {
  const channel = requireChannel(guild, channelId, catalog, more)
  return { channel, post: await postOnce(channel, { embeds: [test] }, catalog) }
}

/** Refuses, in words, where Discord does. */
export async function postOnce(
  channel: GuildTextBasedChannel,
  message: MessageCreateOptions,
  catalog: MessageCatalog,
): Promise<Message> {
  try {
    // CHAT-11: a lost acknowledgment must not post it twice.
    const nonce = randomUUID().replaceAll('-', '').slice(0, 25)
    return await channel.send({ ...message, nonce, enforceNonce: true })
  } catch (error) {
    if (!(error instanceof DiscordAPIError && REFUSALS.includes(error.code))) throw error
    throw new InteractionRejection(catalog.channels.postRefused(`<#${channel.id}>`))
  }
}

/** The channel as the bot sees it; what an interaction says of a channel is not enough to post there. */
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
 * DISCORD-7: a channel must lie in the server itself. discord.js puts whatever an interaction names into the memory of
 * the server in which it was used, also a channel of another server that the bot sees.
 */
export function ownChannel(guild: Guild | null, channelId: string): GuildBasedChannel | undefined {
  const channel = guild?.channels.cache.get(channelId)
  // Its `guildId` is what the interaction said last; its `guild` never changes.
  return channel?.guild.id === guild?.id ? channel : undefined
}

/** The permissions that posting there takes and the bot lacks, as Discord names them. */
export function missingIn(
  channel: GuildTextBasedChannel,
  { channels }: Pick<MessageCatalog, 'channels'>,
  more: readonly PermissionName[] = [],
): string[] {
  const { me } = channel.guild.members
  const needed: readonly PermissionName[] = [...(channel.isThread() ? NEEDED_IN_THREADS : NEEDED), ...more]
  const has = me && channel.permissionsFor(me)
  return needed.filter((name) => !has?.has(PermissionFlagsBits[name])).map((name) => channels.permissions[name])
}
