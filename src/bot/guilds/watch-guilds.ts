// Records when the bot joins and leaves servers, and deletes what was stored for those that it left long ago
// (DISCORD-9).
import { type Client, Events } from 'discord.js'
import { MINUTE_MS } from '../../domain/clock.js'
import type { Log } from '../../domain/ports/events.js'
import { gatewayShardOf } from '../../domain/processes/gateway-shards.js'
import type { Services } from '../../services/services.js'
import { describeError } from '../describe-error.js'
import type { BotShard } from '../sharding/bot-shard.js'

/** Short enough for a service that is restarted every day; a sweep right at the start could run on a wrong clock. */
const SWEEP_INTERVAL_MS = 60 * MINUTE_MS

export interface GuildWatcherDeps {
  readonly services: Pick<Services, 'guildKeeping' | 'personAlerts'>
  readonly log: Log
  readonly stop: AbortSignal
  /** Receives work that must finish before a stop. */
  readonly track: (work: Promise<void>) => void
  /** Undefined where the client sees all servers of the bot. */
  readonly shard?: Pick<BotShard, 'id' | 'count'> | undefined
}

export function watchGuilds(client: Client<true>, { services, log, stop, track, shard }: GuildWatcherDeps): void {
  const { guildKeeping, personAlerts } = services
  const note = (work: Promise<void>): void => {
    const logged = work.catch((error: unknown) =>
      log.error(describeError(error), 'Joining or leaving a server could not be recorded.'),
    )
    track(logged)
  }
  /** Undefined for servers of other shards, about which this client knows nothing. */
  const isPresent = (guildId: string): boolean | undefined =>
    shard !== undefined && gatewayShardOf(guildId, shard.count) !== shard.id
      ? undefined
      : client.guilds.cache.has(guildId)
  const removeDepartedGuilds = async (): Promise<void> => {
    // Reconcile first: an event may have been missed, and settings must not be deleted while the bot is in the server.
    await guildKeeping.reconcile(isPresent)
    await personAlerts.removeEnded()
    const forgotten = await guildKeeping.removeDeparted()
    if (forgotten.length > 0)
      log.info({ guilds: forgotten }, 'Deleted what was stored for servers that the bot left 30 days ago.')
  }
  // An outage of a server does not count as leaving: discord.js emits a different event for it.
  client.on(Events.GuildCreate, ({ id }) => note(guildKeeping.joined(id)))
  client.on(Events.GuildDelete, ({ id }) => note(guildKeeping.left(id)))
  // Where there are several shards, the others may not have said yet where the bot is.
  note(shard === undefined || shard.count === 1 ? removeDepartedGuilds() : guildKeeping.reconcile(isPresent))
  const hourly = setInterval(() => note(removeDepartedGuilds()), SWEEP_INTERVAL_MS)
  hourly.unref()
  stop.addEventListener('abort', () => clearInterval(hourly), { once: true })
}
