// The linked servers of an account with their names, channels and roles, and the people of Discord by name.
import type { Account } from '../../domain/account.js'
import { rejection } from '../../domain/error.js'
import type { GuildLink } from '../../domain/guild.js'
import type {
  DiscordAccess,
  DiscordChannel,
  DiscordProfile,
  DiscordServer,
  DiscordServerName,
} from '../../domain/ports/discord-directory.js'
import type { IconEncoder } from '../../domain/ports/icons.js'
import type { Store } from '../../domain/ports/store.js'

export interface LinkedServer extends GuildLink {
  /** Undefined if the bot is not in the server, or not connected. */
  readonly server: DiscordServer | undefined
}

/** What an account may name: only channels of its linked servers (DISCORD-7). */
export interface ServerList {
  /** False while the bot is off or not connected; nothing is known by name then. */
  readonly isConnected: boolean
  readonly servers: readonly LinkedServer[]
}

const PROFILE_LIFETIME_MS = 60 * 60_000
const PROFILE_TIMEOUT_MS = 3_000
const MAX_CACHE_SIZE = 1_000

interface Deps {
  readonly store: Store
  readonly encodeIcon: IconEncoder
  readonly discord: DiscordAccess
}

export function createListServers({ store, discord, encodeIcon }: Deps) {
  const profiles = new Map<string, { readonly until: number; readonly found: Promise<DiscordProfile | undefined> }>()

  const list = async (account: Account): Promise<ServerList> => {
    const directory = discord.directory()
    const links = await store.guilds.ofAccount(account.id)
    const servers = links.map((link) => ({ ...link, server: directory?.server(link.guildId) }))
    return { isConnected: directory !== undefined, servers }
  }

  const readProfile = async (userId: string): Promise<DiscordProfile | undefined> => {
    const directory = discord.directory()
    const timeout = new Promise<undefined>((done) => setTimeout(() => done(undefined), PROFILE_TIMEOUT_MS).unref())
    const profile = await Promise.race([directory?.profile(userId), timeout]).catch(() => undefined)
    if (profile?.picture === undefined) return profile
    // Encoded again, so that no page serves the bytes of a stranger.
    const images = await encodeIcon(profile.picture).catch(() => undefined)
    return { ...profile, picture: images?.small }
  }

  return {
    list,

    /** The channels in which something about the account's games is posted. */
    usedChannels: async (account: Account): Promise<ReadonlySet<string>> => {
      const games = await store.games.ofAccount(account.id)
      const routes = await store.routes.ofAccount(account.id)
      const gameChannels = games.map(({ channelId }) => channelId)
      const routed = routes.flatMap(({ channelId, enabled }) => (enabled ? [channelId] : []))
      return new Set([...gameChannels, ...routed].filter((id) => id !== null))
    },

    /** The servers that this person could link: linked to no account yet, and managed by the person. */
    candidates: async (userId: string | null): Promise<readonly DiscordServerName[]> => {
      const directory = discord.directory()
      if (!directory || userId === null) return []
      const accounts = await store.accounts.list()
      const links = await Promise.all(accounts.map(({ id }) => store.guilds.ofAccount(id)))
      const linked = new Set(links.flat().map(({ guildId }) => guildId))
      const timeout = new Promise<readonly DiscordServerName[]>((done) =>
        setTimeout(() => done([]), PROFILE_TIMEOUT_MS).unref(),
      )
      return Promise.race([directory.managedBy(userId, (guildId) => !linked.has(guildId)), timeout])
    },

    requireCandidate: async (candidates: readonly DiscordServerName[], guildId: string): Promise<void> => {
      if (!candidates.some(({ id }) => id === guildId))
        throw rejection('INSUFFICIENT_PERMISSIONS', { name: 'server not managed', facts: {} })
    },

    /** A channel that was chosen from the list; rejected if it is not in a linked server. */
    require: async (account: Account, channelId: string): Promise<DiscordChannel & { readonly guildId: string }> => {
      const { servers } = await list(account)
      for (const { server } of servers) {
        const channel = server?.channels.find(({ id }) => id === channelId)
        if (server && channel) return { ...channel, guildId: server.id }
      }
      throw rejection('INVALID_PARAMETERS', { name: 'unknown channel', facts: {} })
    },

    /** From memory for an hour; undefined if Discord knows nobody or does not answer. */
    profile: (userId: string): Promise<DiscordProfile | undefined> => {
      const now = performance.now()
      const known = profiles.get(userId)
      if (known && known.until > now) return known.found
      if (discord.directory() === undefined) return Promise.resolve(undefined)
      if (profiles.size >= MAX_CACHE_SIZE) profiles.clear()
      const found = readProfile(userId)
      profiles.set(userId, { until: now + PROFILE_LIFETIME_MS, found })
      void found.then((profile) => profile === undefined && profiles.delete(userId))
      return found
    },
  }
}
