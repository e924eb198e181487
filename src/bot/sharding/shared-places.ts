// Where posts go while processes share the shards: what a shard of this process sees is known from its events, everything else is read by
// requests.
import type { Channel, Client, Guild } from 'discord.js'
import { LRUCache } from 'lru-cache'
import { createMembership } from '../guilds/membership.js'
import type { SenderPlaces } from '../messaging/places.js'
import { guildIdOf, type RequestedPlaces, requestPlaces } from './requested-places.js'

const MAX_KNOWN_CHANNELS = 10_000

interface SharedPlacesDeps {
  readonly apiUrl: string
  readonly token: string
  /** The clients of this process that are connected now. */
  readonly clients: () => readonly Client<true>[]
}

export function sharedPlaces({ apiUrl, token, clients }: SharedPlacesDeps): SenderPlaces & { close(): Promise<void> } {
  /** A channel never moves to another server. */
  const guildIds = new LRUCache<string, string>({ max: MAX_KNOWN_CHANNELS })
  let requested: RequestedPlaces | undefined
  const requestedBy = ({ user }: Client<true>): RequestedPlaces => {
    requested ??= requestPlaces({ apiUrl, token, user })
    return requested
  }
  const seen = (channelId: string): Channel | undefined => {
    for (const { channels } of clients()) {
      const channel = channels.cache.get(channelId)
      if (channel !== undefined) return channel
    }
    return undefined
  }
  const clientOf = (guildId: string): Client<true> | undefined =>
    clients().find(({ guilds }) => guilds.cache.has(guildId))

  const findGuild = async (guildId: string): Promise<Guild | null | undefined> => {
    const [ready] = clients()
    if (ready === undefined) return undefined
    return clientOf(guildId)?.guilds.cache.get(guildId) ?? requestedBy(ready).guild(guildId)
  }

  return {
    client: () => clients()[0],
    known: (channelId) => seen(channelId) ?? requested?.known(channelId),
    find: async (ready, channelId) => {
      const known = seen(channelId)
      if (known !== undefined) return known
      const guildId = guildIds.get(channelId) ?? (await guildIdOf(ready, channelId))
      if (guildId === undefined) return null
      guildIds.set(channelId, guildId)
      // An archived thread of a server of this process is in no cache.
      const own = clientOf(guildId)
      return own === undefined ? requestedBy(ready).find(channelId, guildId) : own.channels.fetch(channelId)
    },
    refresh: async (channelId) => {
      if (seen(channelId) === undefined) await requested?.refresh(channelId)
    },
    isMember: createMembership(findGuild),
    isComplete: false,
    close: async () => requested?.close(),
  }
}
