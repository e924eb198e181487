// Notes when the bot joins and leaves servers, and deletes what was kept of those left long ago (DISCORD-9).
import { type Client, Events } from 'discord.js'
import { MINUTE_MS } from '../../domain/clock.js'
import type { Log } from '../../domain/ports/log.js'
import type { Services } from '../../services/services.js'
import { describeError } from '../describe-error.js'

/** Often enough for a service that is restarted every day: right after the start, nobody knows yet whether the clock is correct. */
const SWEEP_EVERY_MS = 60 * MINUTE_MS

export interface GuildWatcherDeps {
  readonly services: Pick<Services, 'guildKeeping'>
  readonly log: Log
  readonly stop: AbortSignal
}

export function watchGuilds(client: Client<true>, { services: { guildKeeping }, log, stop }: GuildWatcherDeps): void {
  const note = (work: Promise<void>): void => {
    work.catch((error: unknown) =>
      log.error(describeError(error), 'A server that was joined or left could not be noted'),
    )
  }
  const sweep = async (): Promise<void> => {
    // First who is still there: an event may have been missed, and nobody's settings go while the bot is with them.
    await guildKeeping.reconcile((guildId) => client.guilds.cache.has(guildId))
    const forgotten = await guildKeeping.sweep()
    if (forgotten.length > 0) log.info({ guilds: forgotten }, 'What was kept of servers left 30 days ago is deleted')
  }
  // An outage of a server is no leaving: discord.js tells it by another event.
  client.on(Events.GuildCreate, ({ id }) => note(guildKeeping.joined(id)))
  client.on(Events.GuildDelete, ({ id }) => note(guildKeeping.left(id)))
  note(sweep())
  const hourly = setInterval(() => note(sweep()), SWEEP_EVERY_MS)
  hourly.unref()
  stop.addEventListener('abort', () => clearInterval(hourly), { once: true })
}
