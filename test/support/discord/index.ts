// What tests import of the Discord double.

export { type DiscordDouble, startDiscordDouble } from './double.js'
export { attachmentOption, channelOption, roleOption, userOption } from './people/command-options.js'
export type { InteractionHandle, SuggestedChoice as Choice } from './people/interaction-handle.js'
export { SOMEBODY } from './people/interaction-payload.js'
export type { DoubleMessage, DoubleOptions, DoubleUser, GuildSetup, SentFile } from './types.js'
