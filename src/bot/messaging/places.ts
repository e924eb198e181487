// Where the sender finds servers and channels: what the client of the bot sees, or what it reads by requests.
import type { Channel, Client } from 'discord.js'
import { createMembership, type IsMember } from '../guilds/membership.js'

export interface SenderPlaces {
  /** By which people are messaged; undefined while the bot is not connected. */
  client(): Client<true> | undefined
  /** From memory; undefined if nothing is known of it. */
  known(channelId: string): Channel | undefined
  /** Null where the bot is not in the server. Throws the error of Discord. */
  find(client: Client<true>, channelId: string): Promise<Channel | null>
  /** Reads again what is known of the server of the channel, where no events report it. */
  refresh(channelId: string): Promise<void>
  readonly isMember: IsMember
  /** Whether `find` has to be called before `known` says anything. */
  readonly isComplete: boolean
}

/** All that the bot may post to, as one client sees it. */
export const gatewayPlaces = (client: () => Client<true> | undefined): SenderPlaces => ({
  client,
  known: (channelId) => client()?.channels.cache.get(channelId),
  find: async (ready, channelId) => ready.channels.cache.get(channelId) ?? ready.channels.fetch(channelId),
  refresh: async () => undefined,
  isMember: createMembership((guildId) => {
    const ready = client()
    return ready === undefined ? undefined : (ready.guilds.cache.get(guildId) ?? null)
  }),
  isComplete: true,
})
