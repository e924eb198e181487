// The Discord permissions that the bot needs (CHAT-5). The pages invite the bot with them, and the bot checks them in a channel.

/** For a post in a channel. */
export const POST_PERMISSIONS = ['ViewChannel', 'SendMessages', 'EmbedLinks', 'AttachFiles'] as const
/** For a post in a thread. */
export const THREAD_PERMISSIONS = ['ViewChannel', 'SendMessagesInThreads', 'EmbedLinks', 'AttachFiles'] as const
/** The permission to search a channel for a post that may or may not have been sent. */
export const HISTORY_PERMISSION = 'ReadMessageHistory'

export type PostPermission = (typeof POST_PERMISSIONS | typeof THREAD_PERMISSIONS)[number]
type BotPermission = PostPermission | typeof HISTORY_PERMISSION

/** The positions of the bits in Discord's bit field of permissions. */
const BIT_POSITIONS: Record<BotPermission, bigint> = {
  ViewChannel: 10n,
  SendMessages: 11n,
  EmbedLinks: 14n,
  AttachFiles: 15n,
  ReadMessageHistory: 16n,
  SendMessagesInThreads: 38n,
}

/** Discord's bit field of all of them. */
export const INVITATION_PERMISSIONS = Object.values(BIT_POSITIONS).reduce((sum, position) => sum | (1n << position), 0n)

/** Where people use Discord in the browser. */
export const INVITATION_SCOPE = 'bot applications.commands'

const DISCORD_ORIGIN = 'https://discord.com'

/** The address at which a person adds the bot of an application to a server, or gives it what it lacks in the server `guildId`. */
export function invitationAddress(applicationId: string, { origin = DISCORD_ORIGIN, guildId = '' } = {}): string {
  const query = new URLSearchParams({
    client_id: applicationId,
    scope: INVITATION_SCOPE,
    permissions: `${INVITATION_PERMISSIONS}`,
    ...(guildId === '' ? {} : { guild_id: guildId }),
  })
  return `${origin}/oauth2/authorize?${query}`
}
