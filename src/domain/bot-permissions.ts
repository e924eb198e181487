// The Discord permissions that the bot needs (CHAT-5). The pages invite the bot with them, and the bot checks them in a channel.

/** For a post in a channel. */
export const POST_PERMISSIONS = ['ViewChannel', 'SendMessages', 'EmbedLinks', 'AttachFiles'] as const
/** For a post in a thread. */
export const THREAD_PERMISSIONS = ['ViewChannel', 'SendMessagesInThreads', 'EmbedLinks', 'AttachFiles'] as const
/** The permission to search a channel for a post that may or may not have been sent. */
export const HISTORY_PERMISSION = 'ReadMessageHistory'

type BotPermission = (typeof POST_PERMISSIONS | typeof THREAD_PERMISSIONS)[number] | typeof HISTORY_PERMISSION

/** The positions of the bits in Discord's bit field of permissions. */
const BIT_POSITIONS: Record<BotPermission, bigint> = {
  ViewChannel: 10n,
  SendMessages: 11n,
  EmbedLinks: 14n,
  AttachFiles: 15n,
  ReadMessageHistory: 16n,
  SendMessagesInThreads: 38n,
}

/** Discord's bit field of all of them, which the invitation asks for. */
export const INVITATION_PERMISSIONS = Object.values(BIT_POSITIONS).reduce((sum, position) => sum | (1n << position), 0n)
