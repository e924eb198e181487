// Places where what an asker sees is not for everybody there.
import { ApplicationIntegrationType, type BaseInteraction, InteractionContextType } from 'discord.js'

type Place = Pick<BaseInteraction, 'guildId' | 'context' | 'authorizingIntegrationOwners'>

/**
 * Whether an answer there is probably for the asker alone: a server in which the bot is the asker's own, or a group of
 * friends. A chat with the bot is private as it is.
 */
export function isPrivatePlace({ guildId, context, authorizingIntegrationOwners }: Place): boolean {
  if (guildId === null) return context !== InteractionContextType.BotDM
  return authorizingIntegrationOwners[ApplicationIntegrationType.GuildInstall] === undefined
}
