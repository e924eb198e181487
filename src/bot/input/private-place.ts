// Places where what an asker sees is not for everybody there.
import {
  ApplicationIntegrationType,
  type BaseInteraction,
  InteractionContextType,
  type MessageComponentInteraction,
} from 'discord.js'

type InteractionScope = Pick<BaseInteraction, 'guildId' | 'context' | 'authorizingIntegrationOwners'>

/**
 * Whether an answer there is probably for the asker alone: a server in which the bot is the asker's own, or a group of
 * friends. A chat with the bot is private as it is.
 */
export function isPrivatePlace({ guildId, context, authorizingIntegrationOwners }: InteractionScope): boolean {
  if (guildId === null) return context !== InteractionContextType.BotDM
  return authorizingIntegrationOwners[ApplicationIntegrationType.GuildInstall] === undefined
}

/**
 * Whether somebody presses what another person asked for, or nobody, as what the bot posts by itself: they get an answer
 * of their own, and the message stays as it is. `owner` stands in the control; of older ones, Discord remembers whose
 * command it was.
 */
export function isOfAnother({ user, message }: MessageComponentInteraction, owner: string | undefined): boolean {
  return (owner ?? message.interactionMetadata?.user.id) !== user.id
}
