// Where a notification goes: the channel, held against what contract §9 says of channels, or the owners' direct messages.
import type { Client, DMChannel, GuildTextBasedChannel } from 'discord.js'
import type { Operations } from '../../operations/operations.js'
import { defaultWords } from '../../words/words.js'
import { missingIn } from '../guilds/prove-channel.js'
import { type NotSent, outcomeBefore } from './post-result.js'

export interface Addressing {
  readonly client: Client<true>
  readonly operations: Operations
}

/** Reasons are stored, and read in lists: they are in the language of the table. */
const { notifications: text } = defaultWords
const { refusals } = text

/** The channel, or why nothing can be posted there. */
export async function findAddress(
  { client, operations }: Addressing,
  channelId: string,
  accountId: number,
): Promise<GuildTextBasedChannel | NotSent> {
  try {
    const channel = client.channels.cache.get(channelId) ?? (await client.channels.fetch(channelId))
    if (!channel || channel.isDMBased()) return { outcome: 'refused', reason: refusals.unseen }
    if (!channel.guild.available) return { outcome: 'failed', reason: refusals.away }
    if (!channel.isTextBased()) return { outcome: 'refused', reason: refusals.notPostable }
    // contract §9: a channel named on the command line is held against its server when it is first used.
    const owner = await operations.guildView.accountOf(channel.guild.id)
    return owner?.id === accountId ? channel : { outcome: 'refused', reason: refusals.notOurs }
  } catch (error) {
    return outcomeBefore(error, text, refusals.unseen)
  }
}

export const isChannel = (found: GuildTextBasedChannel | NotSent): found is GuildTextBasedChannel => 'guild' in found

/** In words that say what to do about it. */
export function whyRefused(channel: GuildTextBasedChannel): string {
  const missing = missingIn(channel, defaultWords)
  return missing.length === 0 ? refusals.unseen : refusals.missing(missing.join(', '))
}

/** The direct messages of each of these people; who cannot be reached gives `Failed`. */
export async function toEach<Done>(
  userIds: readonly string[],
  client: Client<true>,
  work: (direct: DMChannel) => Promise<Done>,
): Promise<(Done | NotSent)[]> {
  const done: (Done | NotSent)[] = []
  for (const userId of userIds) {
    const direct = await client.users
      .createDM(userId)
      .catch((error: unknown) => outcomeBefore(error, text, refusals.closed))
    done.push('outcome' in direct ? direct : await work(direct))
  }
  return done
}
