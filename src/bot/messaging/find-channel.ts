// A channel that the bot speaks in by itself.
import type { Client, GuildBasedChannel } from 'discord.js'

export interface ChannelLocation {
  readonly guildId: string
  readonly channelId: string
}

/**
 * Nothing while the bot is not in the server, or the server is out of order: both may pass. Throws what Discord says where
 * there is no such channel, or the bot may not see it; threads that slept are found again.
 */
export async function findChannel(
  client: Client<true>,
  { guildId, channelId }: ChannelLocation,
): Promise<GuildBasedChannel | undefined> {
  const guild = client.guilds.cache.get(guildId)
  if (!guild?.available) return undefined
  return guild.channels.cache.get(channelId) ?? (await guild.channels.fetch(channelId)) ?? undefined
}
