// Builds the context of one interaction, with the message catalog and the time zone of the place where it was used.
import type { BaseInteraction } from 'discord.js'
import { NO_GUILD_SETTINGS } from '../../domain/guild.js'
import { catalogFor } from '../../messages/catalog.js'
import type { Context } from '../command.js'

type InteractionOrigin = Pick<BaseInteraction, 'guildId' | 'client'> & { readonly locale: string }

export async function prepareContext(
  { guildId, client, locale }: InteractionOrigin,
  shared: Pick<Context, 'services' | 'commands' | 'guildGames' | 'pictures' | 'operatorContact' | 'publicUrl'>,
  keepPrivate: () => void,
): Promise<Context> {
  const settings = guildId === null ? undefined : await shared.guildGames.settingsOf(guildId)
  const { language, timeZone } = settings ?? NO_GUILD_SETTINGS
  const isPresent = guildId !== null && client.guilds.cache.has(guildId)
  return { ...shared, isPresent, catalog: catalogFor(language ?? locale), timeZone: timeZone ?? 'UTC', keepPrivate }
}
