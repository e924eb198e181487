// Creates the discord.js client with one intent, small caches and a reliable shutdown.
import {
  Client,
  type ClientOptions,
  Events,
  GatewayIntentBits,
  Options,
  Partials,
  type RateLimitData,
  SimpleShardingStrategy,
} from 'discord.js'
import { MINUTE_MS } from '../domain/clock.js'
import { makeRequest } from './make-request.js'
import { type BotShard, type GatewayManager, shareAnswers, throttlerOf } from './sharding/bot-shard.js'

export interface DiscordConnection {
  readonly client: Client
  /** Shuts the client down permanently in any state; it emits nothing afterwards. */
  abandon(): Promise<void>
}

/** In ms. ws waits up to 30 s for the other side to close the connection. */
const GATEWAY_CLOSE_TIMEOUT_MS = 2_000
/** In ms. Unavailable servers must not delay the answers in all others. */
const GUILDS_TIMEOUT_MS = 2_000

const CHANNEL_SWEEP_INTERVAL_MS = 10 * MINUTE_MS

const MAX_UNUSED_ENTRIES = 0
const SMALL_CACHES = {
  MessageManager: MAX_UNUSED_ENTRIES,
  DMMessageManager: MAX_UNUSED_ENTRIES,
  GuildMessageManager: MAX_UNUSED_ENTRIES,
  ReactionManager: MAX_UNUSED_ENTRIES,
  PresenceManager: MAX_UNUSED_ENTRIES,
  VoiceStateManager: MAX_UNUSED_ENTRIES,
  StageInstanceManager: MAX_UNUSED_ENTRIES,
  ThreadMemberManager: MAX_UNUSED_ENTRIES,
  GuildEmojiManager: MAX_UNUSED_ENTRIES,
  GuildStickerManager: MAX_UNUSED_ENTRIES,
  GuildInviteManager: MAX_UNUSED_ENTRIES,
  GuildScheduledEventManager: MAX_UNUSED_ENTRIES,
  GuildBanManager: MAX_UNUSED_ENTRIES,
  AutoModerationRuleManager: MAX_UNUSED_ENTRIES,
  EntitlementManager: MAX_UNUSED_ENTRIES,
}

const keepOverLimit = (person: { readonly id: string; readonly client: Client }): boolean =>
  person.id === person.client.user?.id

/** Of every client, also of one that is never connected. */
export const clientOptions = (apiUrl: string): ClientOptions => ({
  intents: [GatewayIntentBits.Guilds],
  // Uses channels from interactions as they are, because the bot may be used where it sees no channels.
  partials: [Partials.Channel],
  allowedMentions: { parse: [] },
  rest: { api: apiUrl, makeRequest, rejectOnRateLimit: isLongWait, ...filesOf(apiUrl) },
  waitGuildTimeout: GUILDS_TIMEOUT_MS,
  makeCache: Options.cacheWithLimits({
    ...SMALL_CACHES,
    UserManager: { maxSize: MAX_UNUSED_ENTRIES, keepOverLimit },
    GuildMemberManager: { maxSize: MAX_UNUSED_ENTRIES, keepOverLimit },
  }),
})

/** `shard`: only this one is opened. */
export function openConnection(apiUrl: string, shard?: BotShard): DiscordConnection {
  let abandoned = false
  const buildStrategy = (manager: GatewayManager): SimpleShardingStrategy => {
    if (shard !== undefined) shareAnswers(manager, shard.answers)
    return strategyThatEnds(manager, () => abandoned)
  }
  const client = new Client({
    ...clientOptions(apiUrl),
    // DISCORD-51: as many connections as Discord asks for, in this process; discord.js begins them at Discord's pace.
    ...(shard === undefined
      ? { shards: 'auto', ws: { buildStrategy } }
      : {
          ...{ shards: [shard.id], shardCount: shard.count },
          ws: { buildStrategy, buildIdentifyThrottler: throttlerOf(shard) },
        }),
  })
  // Without a listener, an `error` event would end the process.
  client.on(Events.Error, () => undefined)
  const sweeping = setInterval(() => sweepChannels(client), CHANNEL_SWEEP_INTERVAL_MS)
  sweeping.unref()
  return {
    client,
    abandon: async () => {
      abandoned = true
      clearInterval(sweeping)
      client.removeAllListeners()
      client.on(Events.Error, () => undefined)
      await Promise.race([client.destroy(), new Promise((done) => setTimeout(done, GATEWAY_CLOSE_TIMEOUT_MS).unref())])
    },
  }
}

/**
 * DISCORD-51: discord.js keeps each chat in which a command was used, and has no limit for channels. The channels of the
 * bot's own servers stay, because permissions are computed from them.
 */
const sweepChannels = (client: Client): number => client.channels.cache.sweep((channel) => channel.isDMBased())

/** Behind another address than Discord's own, a proxy or a double also serves the files, below /cdn. */
const filesOf = (apiUrl: string): { readonly cdn?: string } => {
  const { hostname, origin } = new URL(apiUrl)
  return hostname.endsWith('discord.com') ? {} : { cdn: `${origin}/cdn` }
}

/** CHAT-9, CHAT-15: waiting for a rename or a publication would take minutes unnoticed. Only renames use the first route. */
const isLongWait = ({ method, route }: RateLimitData): boolean =>
  (method === 'PATCH' && route === '/channels/:id') || route.endsWith('/crosspost')

/**
 * Measured with discord.js 14.28.1: a client whose login failed, or that is destroyed while it connects, keeps
 * reconnecting every 500 ms and identifies as soon as it can, and every command is then answered twice. It requests the
 * session before each connection; for an abandoned client that request never resolves.
 */
function strategyThatEnds(manager: GatewayManager, isAbandoned: () => boolean): SimpleShardingStrategy {
  const { options } = manager
  const retrieve = options.retrieveSessionInfo
  options.retrieveSessionInfo = (shardId) => (isAbandoned() ? new Promise<never>(() => undefined) : retrieve(shardId))
  return new SimpleShardingStrategy(manager)
}
