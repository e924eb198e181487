// The language and the time zone for what the bot posts in a server by itself.
import type { Client } from 'discord.js'
import { catalogFor, type MessageCatalog } from '../../messages/catalog.js'
import type { Services } from '../../services/services.js'

export interface GuildLocale {
  readonly catalog: MessageCatalog
  /** IANA name. */
  readonly timeZone: string
}

/** What the server chose; otherwise its language on Discord, and UTC. */
export async function guildCatalog(
  client: Client<true>,
  { guildKeeping }: Pick<Services, 'guildKeeping'>,
  guildId: string,
): Promise<GuildLocale> {
  const { language, timeZone } = await guildKeeping.settings(guildId)
  const guildLanguage = client.guilds.cache.get(guildId)?.preferredLocale
  return { catalog: catalogFor(language ?? guildLanguage ?? 'en-US'), timeZone: timeZone ?? 'UTC' }
}
