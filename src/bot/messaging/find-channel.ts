// Finds a channel that the bot posts in by itself.
import type { Client, GuildBasedChannel } from 'discord.js'

export interface ChannelLocation {
  readonly guildId: string
  readonly channelId: string
}

/**
 * Undefined while the bot is not in the server or the server is unavailable, because both may be temporary. Throws the
 * error of Discord if the channel does not exist or the bot may not see it. Archived threads are found too.
 */
export async function findChannel(
  client: Client<true>,
  { guildId, channelId }: ChannelLocation,
): Promise<GuildBasedChannel | undefined> {
  const guild = client.guilds.cache.get(guildId)
  if (!guild?.available) return undefined
  return guild.channels.cache.get(channelId) ?? (await guild.channels.fetch(channelId)) ?? undefined
}
