// The discord.js client as this bot needs it: one intent, hardly any memory, and an end that is an end.
import {
  Client,
  Events,
  GatewayIntentBits,
  Options,
  Partials,
  type RateLimitData,
  SimpleShardingStrategy,
} from 'discord.js'
import { makeRequest } from './make-request.js'

/** What discord.js hands to a strategy; it does not export the type. */
type GatewayManager = ConstructorParameters<typeof SimpleShardingStrategy>[0]

export interface DiscordConnection {
  readonly client: Client
  /** Ends it for good, whatever state it is in; nothing is heard from it any more. */
  abandon(): Promise<void>
}

/** ws waits up to 30 s for the other side's goodbye. */
const GOODBYE_MS = 2_000
/** Servers that are out of order must not hold up the answers in all others. */
const WAIT_FOR_GUILDS_MS = 2_000

const NOTHING = 0
const SMALL_CACHES = {
  MessageManager: NOTHING,
  DMMessageManager: NOTHING,
  GuildMessageManager: NOTHING,
  ReactionManager: NOTHING,
  PresenceManager: NOTHING,
  VoiceStateManager: NOTHING,
  StageInstanceManager: NOTHING,
  ThreadMemberManager: NOTHING,
  GuildEmojiManager: NOTHING,
  GuildStickerManager: NOTHING,
  GuildInviteManager: NOTHING,
  GuildScheduledEventManager: NOTHING,
  GuildBanManager: NOTHING,
  AutoModerationRuleManager: NOTHING,
  EntitlementManager: NOTHING,
}

export function openConnection(apiUrl: string): DiscordConnection {
  let abandoned = false
  const keepOverLimit = (person: { readonly id: string; readonly client: Client }): boolean =>
    person.id === person.client.user?.id
  const client = new Client({
    intents: [GatewayIntentBits.Guilds],
    // What an interaction says of its channel is believed: it may lie where the bot sees no channels.
    partials: [Partials.Channel],
    allowedMentions: { parse: [] },
    rest: { api: apiUrl, makeRequest, rejectOnRateLimit: isRename },
    waitGuildTimeout: WAIT_FOR_GUILDS_MS,
    makeCache: Options.cacheWithLimits({
      ...SMALL_CACHES,
      UserManager: { maxSize: NOTHING, keepOverLimit },
      GuildMemberManager: { maxSize: NOTHING, keepOverLimit },
    }),
    ws: { buildStrategy: (manager) => strategyThatEnds(manager, () => abandoned) },
  })
  // Without a listener, an `error` would end the process.
  client.on(Events.Error, () => undefined)
  return {
    client,
    abandon: async () => {
      abandoned = true
      client.removeAllListeners()
      client.on(Events.Error, () => undefined)
      await Promise.race([client.destroy(), new Promise((done) => setTimeout(done, GOODBYE_MS).unref())])
    },
  }
}

/** CHAT-9: a limited rename would be waited out for minutes, unseen. Nothing else here changes a channel. */
const isRename = ({ method, route }: RateLimitData): boolean => method === 'PATCH' && route === '/channels/:id'

/**
 * discord.js 14.28.1, measured: a client whose login failed, or that is destroyed while it connects, goes on connecting
 * every 500 ms and identifies as soon as it can, and every command is then answered twice. Before each connection it
 * asks for the session; an abandoned one never gets an answer.
 */
function strategyThatEnds(manager: GatewayManager, isAbandoned: () => boolean): SimpleShardingStrategy {
  const { options } = manager
  const retrieve = options.retrieveSessionInfo
  options.retrieveSessionInfo = (shardId) => (isAbandoned() ? new Promise<never>(() => undefined) : retrieve(shardId))
  return new SimpleShardingStrategy(manager)
}
