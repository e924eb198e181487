// Servers and channels of shards that other processes have open: no event reports them, so they are read by requests, and again after
// some minutes. The client that knows them is never connected to the gateway.
import {
  type Channel,
  Client,
  type ClientUser,
  DiscordAPIError,
  type Guild,
  RESTJSONErrorCodes,
  Routes,
} from 'discord.js'
import { z } from 'zod'
import { MINUTE_MS } from '../../domain/clock.js'
import { clientOptions } from '../client.js'

const MAX_AGE_MS = 10 * MINUTE_MS
/** Above this number, what was read before is forgotten. */
const MAX_REQUESTED_CHANNELS = 5_000
const OUTSIDE: readonly (number | string)[] = [RESTJSONErrorCodes.UnknownGuild, RESTJSONErrorCodes.MissingAccess]

const placedSchema = z.object({ guild_id: z.string().optional() })

export interface RequestedPlaces {
  known(channelId: string): Channel | undefined
  find(channelId: string, guildId: string): Promise<Channel | null>
  refresh(channelId: string): Promise<void>
  /** Null where the bot is not in the server, undefined where Discord does not say. */
  guild(guildId: string): Promise<Guild | null | undefined>
  close(): Promise<void>
}

interface RequesterDeps {
  readonly apiUrl: string
  readonly token: string
  /** The user of the bot. */
  readonly user: ClientUser
}

export function requestPlaces({ apiUrl, token, user }: RequesterDeps): RequestedPlaces {
  const client = new Client(clientOptions(apiUrl))
  client.rest.setToken(token)
  client.token = token
  // Permissions are computed for this user.
  client.user = user
  const readAt = new Map<string, number>()
  const isFresh = (id: string): boolean => performance.now() - (readAt.get(id) ?? Number.NEGATIVE_INFINITY) < MAX_AGE_MS

  const readGuild = async (guildId: string): Promise<Guild> => {
    const known = client.guilds.cache.get(guildId)
    if (known !== undefined && isFresh(guildId)) return known
    const guild = await client.guilds.fetch({ guild: guildId, force: true, withCounts: false })
    await guild.members.fetchMe({ force: true })
    // discord.js takes a server without its channels for one in an outage.
    guild.available = true
    readAt.set(guildId, performance.now())
    return guild
  }

  const readChannel = async (channelId: string, guildId: string): Promise<Channel | null> => {
    const guild = await readGuild(guildId)
    const known = client.channels.cache.get(channelId)
    const channel = known && isFresh(channelId) ? known : await client.channels.fetch(channelId, { force: true })
    readAt.set(channelId, performance.now())
    const parentId = channel?.isThread() ? channel.parentId : null
    // The permissions in a thread are those of its channel.
    if (parentId !== null && !isFresh(parentId)) await readChannel(parentId, guild.id)
    return channel
  }

  const forgetMany = (): void => {
    if (client.channels.cache.size <= MAX_REQUESTED_CHANNELS) return
    client.channels.cache.clear()
    client.guilds.cache.clear()
    readAt.clear()
  }

  return {
    known: (channelId) => client.channels.cache.get(channelId),
    find: async (channelId, guildId) => {
      forgetMany()
      return readChannel(channelId, guildId)
    },
    refresh: async (channelId) => {
      const channel = client.channels.cache.get(channelId)
      if (channel === undefined || channel.isDMBased()) return
      for (const id of [channelId, channel.guildId, channel.parentId ?? '']) readAt.delete(id)
      await readChannel(channelId, channel.guildId).catch(() => undefined)
    },
    guild: async (guildId) => {
      try {
        return await readGuild(guildId)
      } catch (error) {
        return error instanceof DiscordAPIError && OUTSIDE.includes(error.code) ? null : undefined
      }
    },
    close: () => client.destroy(),
  }
}

/** The server of a channel; undefined for a direct message. Throws the error of Discord. */
export async function guildIdOf(client: Client, channelId: string): Promise<string | undefined> {
  return placedSchema.parse(await client.rest.get(Routes.channel(channelId))).guild_id
}
