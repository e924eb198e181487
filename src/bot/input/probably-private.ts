// Detects places where an answer should not be shown to everyone present.
import {
  ApplicationIntegrationType,
  type BaseInteraction,
  InteractionContextType,
  type MessageComponentInteraction,
} from 'discord.js'

type InteractionScope = Pick<BaseInteraction, 'guildId' | 'context' | 'authorizingIntegrationOwners'>

/**
 * Whether an answer is probably private: in a server where the bot is installed by the asker alone, or in a group chat.
 * A chat with the bot is private already.
 */
export function isProbablyPrivate({ guildId, context, authorizingIntegrationOwners }: InteractionScope): boolean {
  if (guildId === null) return context !== InteractionContextType.BotDM
  return authorizingIntegrationOwners[ApplicationIntegrationType.GuildInstall] === undefined
}

/**
 * Whether the control belongs to another person, or to nobody, as on messages that the bot posts by itself: the presser
 * then gets an answer of their own, and the message stays as it is. The control carries its `owner`; for older ones,
 * Discord's record of the original command is used.
 */
export function isOfAnother(
  { user, message }: Pick<MessageComponentInteraction, 'user' | 'message'>,
  owner: string | undefined,
): boolean {
  return (owner ?? message.interactionMetadata?.user.id) !== user.id
}
