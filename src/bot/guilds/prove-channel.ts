// Whether the bot can work in a channel: its permissions there, then a test post. Before anything is saved for it.
import { randomUUID } from 'node:crypto'
import {
  DiscordAPIError,
  type EmbedBuilder,
  type Guild,
  type GuildTextBasedChannel,
  type Message,
  PermissionFlagsBits,
  RESTJSONErrorCodes,
} from 'discord.js'
import type { Words } from '../../words/words.js'
import { Refusal } from '../command.js'

/** discord.md §4: what `channel.send` needs. */
const NEEDED = ['ViewChannel', 'SendMessages', 'EmbedLinks', 'AttachFiles'] as const
const NEEDED_IN_THREADS = ['ViewChannel', 'SendMessagesInThreads', 'EmbedLinks', 'AttachFiles'] as const

/** discord.md §7: what no second try would change. */
const REFUSALS: readonly (number | string)[] = [
  RESTJSONErrorCodes.MissingAccess,
  RESTJSONErrorCodes.MissingPermissions,
  RESTJSONErrorCodes.UnknownChannel,
]

/** Known by their words; a kind of use may need more than posting. */
export type PermissionName = keyof Words['channels']['permissions']

export interface Proof {
  readonly guild: Guild | null
  readonly channelId: string
  /** What stands in the test post: what the channel will be used for. */
  readonly test: EmbedBuilder
  readonly more?: readonly PermissionName[]
}

/** Checks the permissions, then posts; a Refusal says what is missing. Answers the channel and the post. */
export async function proveChannel(
  { guild, channelId, test, more = [] }: Proof,
  words: Words,
): Promise<{ readonly channel: GuildTextBasedChannel; readonly post: Message }> {
  const channel = requireChannel(guild, channelId, words, more)
  try {
    // discord.md §7: a lost acknowledgment must not post it twice.
    const nonce = randomUUID().replaceAll('-', '').slice(0, 25)
    return { channel, post: await channel.send({ embeds: [test], nonce, enforceNonce: true }) }
  } catch (error) {
    if (!(error instanceof DiscordAPIError && REFUSALS.includes(error.code))) throw error
    throw new Refusal(words.channels.postRefused(`<#${channelId}>`))
  }
}

/** The channel as the bot sees it; what an interaction says of a channel is not enough to post there. */
export function requireChannel(
  guild: Guild | null,
  channelId: string,
  words: Words,
  more: readonly PermissionName[] = [],
): GuildTextBasedChannel {
  const channel = guild?.channels.cache.get(channelId)
  const me = guild?.members.me
  if (!channel?.isTextBased() || !me) throw new Refusal(words.channels.unseen)
  const has = channel.permissionsFor(me)
  const needed: readonly PermissionName[] = [...(channel.isThread() ? NEEDED_IN_THREADS : NEEDED), ...more]
  const missing = needed.filter((name) => !has.has(PermissionFlagsBits[name]))
  if (missing.length === 0) return channel
  const list = missing.map((name) => words.channels.permissions[name]).join(', ')
  throw new Refusal(words.channels.missing(`<#${channelId}>`, list))
}
