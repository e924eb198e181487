// Whether the bot can work in a channel: its permissions there, and a test post, before the channel is linked.
import { randomUUID } from 'node:crypto'
import {
  ChannelType,
  DiscordAPIError,
  EmbedBuilder,
  type Guild,
  type GuildTextBasedChannel,
  type MessageCreateOptions,
  PermissionFlagsBits,
  RESTJSONErrorCodes,
} from 'discord.js'
import type { Game } from '../../domain/game.js'
import type { Words } from '../../words/words.js'
import { Refusal } from '../command.js'
import { showName } from '../show-name.js'

/** discord.md §4: what `channel.send` needs. */
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

const LONGEST_NAME = 80
/** discord.md §7: what no second try would change. */
const REFUSALS: readonly (number | string)[] = [
  RESTJSONErrorCodes.MissingAccess,
  RESTJSONErrorCodes.MissingPermissions,
  RESTJSONErrorCodes.UnknownChannel,
]

/** The channel as the bot sees it; what an interaction says of a channel is not enough to post there. */
export function requireChannel(guild: Guild | null, channelId: string, words: Words): GuildTextBasedChannel {
  const channel = guild?.channels.cache.get(channelId)
  const me = guild?.members.me
  if (!channel?.isTextBased() || !me) throw new Refusal(words.track.unseenChannel)
  const missing = missingIn(channel, words)
  if (missing.length === 0) return channel
  throw new Refusal(words.track.missing(`<#${channelId}>`, missing.join(', ')))
}

/** The permissions that posting there takes and the bot lacks, as Discord names them. */
export function missingIn(channel: GuildTextBasedChannel, { track }: Pick<Words, 'track'>): string[] {
  const { me } = channel.guild.members
  const needed = channel.isThread() ? NEEDED_IN_THREADS : NEEDED
  const has = me && channel.permissionsFor(me)
  return needed.filter((name) => !has?.has(PermissionFlagsBits[name])).map((name) => track.permissions[name])
}

export async function postTest(channel: GuildTextBasedChannel, game: Game, words: Words): Promise<void> {
  const embed = new EmbedBuilder()
    .setTitle(words.track.test.title(showName(game.name, LONGEST_NAME)))
    .setDescription(words.track.test.text)
  await postOnce(channel, { embeds: [embed] }, words)
}

/** Refuses, in words, where Discord does. */
export async function postOnce(
  channel: GuildTextBasedChannel,
  message: MessageCreateOptions,
  words: Words,
): Promise<void> {
  try {
    // discord.md §7: a lost acknowledgment must not post it twice.
    const nonce = randomUUID().replaceAll('-', '').slice(0, 25)
    await channel.send({ ...message, nonce, enforceNonce: true })
  } catch (error) {
    if (!(error instanceof DiscordAPIError && REFUSALS.includes(error.code))) throw error
    throw new Refusal(words.track.postRefused(`<#${channel.id}>`))
  }
}
