// The Discord bot: it logs in, reconnects, registers its commands and answers them. No other part of the service waits
// for it.

import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from 'discord.js'
import type { PngPainter } from '../charts/render-png.js'
import type { NotificationSender } from '../domain/notifications/sender.js'
import { noteReads } from '../domain/ports/activity.js'
import type { DiscordDirectory } from '../domain/ports/discord-directory.js'
import type { Log } from '../domain/ports/events.js'
import type { PartState } from '../services/reading/check-health.js'
import type { Services } from '../services/services.js'
import { type DiscordConnection, openConnection } from './client.js'
import type { Command } from './command.js'
import { ConnectionState } from './connection-state.js'
import { describeError, reasonOf } from './describe-error.js'
import { createDispatch, type Dispatch } from './dispatch.js'
import { isWrongToken, WRONG_TOKEN } from './gateway-rejections.js'
import { createDirectory } from './guilds/directory.js'
import { watchGuilds } from './guilds/watch-guilds.js'
import { listen } from './listen.js'
import { startLiveUpdates } from './live-updates/start-live-updates.js'
import { gatewayPlaces } from './messaging/places.js'
import { PostThrottle } from './messaging/post-throttle.js'
import { createSender } from './notifications/sender.js'
import { loadCommands } from './registration/load-commands.js'
import { registerCommands } from './registration/register-commands.js'
import { BotChartCache } from './rendering/pictures.js'
import { retry } from './retry.js'
import type { BotShard } from './sharding/bot-shard.js'

export interface BotOptions {
  readonly token: string
  readonly apiUrl: string
  readonly clientId?: string | undefined
  /** Owned by the caller, which closes it. */
  readonly painter: PngPainter
  /** The address or URL at which people reach the operator. */
  readonly operatorContact?: string | undefined
  /** The public URL of the service, if the operator configured one. */
  readonly publicUrl?: string | undefined
  readonly services: Services
  readonly log: Log
  /** Undefined where this bot opens all shards. */
  readonly shard?: BotShard | undefined
  /** What the bots of a process have in common; without it, this is the only one. */
  readonly common?: CommonParts | undefined
}

/** What the bots of a process share whose shards are opened one by one. */
export interface CommonParts {
  readonly pace: PostThrottle
  readonly pictures: BotChartCache
}

export interface Bot {
  state(): PartState
  /** Posts notifications to Discord; the caller passes it to the delivery. */
  readonly sender: NotificationSender
  /** Names what the bot sees; undefined while it is not connected. */
  directory(): DiscordDirectory | undefined
  /** Undefined while the bot is not connected. */
  client(): Client<true> | undefined
  /** The id of the Discord application, which is known after the first login. */
  applicationId(): string | undefined
  /** Resolves when all answers, updates and records that were under way at the call have ended, however they ended. */
  idle(): Promise<void>
  stop(): Promise<void>
}

/** Each login can use one of the 1,000 sessions that Discord allows per day; at this pace they last. */
const LOGIN_TIMEOUT_MS = 120_000
/** Between two logins that Discord ends because it asks for more shards. */
const LOGIN_INTERVAL_MS = 60_000
const REGISTRATION_TIMEOUT_MS = 600_000
const WARM_UP_DELAY_MS = 1_500
/** How long answers in progress may still be sent when the bot stops. */
const LAST_ANSWERS_TIMEOUT_MS = 2_000

/** Never throws: HTTP and sampling continue whatever happens to the bot, whose condition is shown in `state`. */
export function startBot(options: BotOptions): Bot {
  const { token, apiUrl, services, log, painter, publicUrl, shard } = options
  const stopping = new AbortController()
  const connectionState = new ConnectionState(services.clock)
  const underway = new Set<Promise<void>>()
  const track = (work: Promise<void>): void => {
    const tracked = work.finally(() => underway.delete(tracked))
    underway.add(tracked)
  }
  const idle = async (): Promise<void> => void (await Promise.allSettled(underway))
  const { pictures, pace } = options.common ?? openCommonParts(options)
  let connection: DiscordConnection | undefined

  const stopConnecting = (why: string): void => {
    if (connectionState.name === 'failed') return
    connectionState.set('failed', why)
    log.error({}, `The bot is off. ${why}`)
    void connection?.abandon()
  }

  const logIn = async ({ commands, dispatch, logInAgain }: LoginRun): Promise<void> => {
    const newConnection = openConnection(apiUrl, shard)
    connection = newConnection
    const connectionEnd = new AbortController()
    const stop = AbortSignal.any([stopping.signal, connectionEnd.signal])
    listen(newConnection.client, {
      log,
      connectionState,
      onReady: (client) => {
        watchGuilds(client, { services, log, stop, track, shard })
        startLiveUpdates({ client, services, log, pace, pictures, publicUrl, stop }, track)
        if (shard === undefined || shard.id === 0) void keepRegistered(client, { ...options, commands, stop })
      },
      onRejected: stopConnecting,
      onOutgrown: () => {
        connectionState.set('connecting')
        connectionEnd.abort()
        void newConnection.abandon().then(shard?.onOutgrown ?? logInAgain)
      },
      onInteraction: (interaction) => track(dispatch(interaction)),
    })
    try {
      await newConnection.client.login(token)
    } catch (error) {
      await newConnection.abandon()
      if (connectionEnd.signal.aborted) return
      if (isWrongToken(error)) stopConnecting(WRONG_TOKEN)
      if (connectionState.name !== 'failed') throw error
    }
  }

  const run = async (): Promise<void> => {
    const commands = await loadCommands()
    const { operatorContact } = options
    const dispatch = createDispatch({ commands, services, pictures, log, operatorContact, publicUrl })
    let earliest = 0
    const connect = async (): Promise<void> => {
      // The first time again at once; logins that all end in the same way must not use up the sessions of the day.
      await sleep(earliest - performance.now(), undefined, { ref: false, signal: stopping.signal }).catch(
        () => undefined,
      )
      earliest = earliest === 0 ? 1 : performance.now() + LOGIN_INTERVAL_MS
      await retry(() => logIn({ commands, dispatch, logInAgain }), {
        stop: stopping.signal,
        maxWaitMs: LOGIN_TIMEOUT_MS,
        onFailure: (error, retryInMs) => {
          connectionState.set('connecting', reasonOf(error))
          log.warn({ ...describeError(error), retryInMs }, 'The bot could not log in to Discord and will try again.')
        },
      })
    }
    const logInAgain = (): void => {
      log.info({}, 'Discord asks for more shards; the bot logs in again with them.')
      connect().catch((error: unknown) => stopConnecting(reasonOf(error)))
    }
    await connect()
  }
  run().catch((error: unknown) => stopConnecting(reasonOf(error)))
  if (options.common === undefined) void warmUp(painter, log, stopping.signal)

  return {
    state: () => connectionState.state(),
    sender: createSender({ places: gatewayPlaces(() => readyClient(connection)), pace }),
    directory: () => {
      const client = readyClient(connection)
      return client && createDirectory(client)
    },
    client: () => readyClient(connection),
    applicationId: () => connection?.client.application?.id,
    idle,
    stop: async () => {
      stopping.abort()
      connectionState.set('stopped')
      await Promise.race([idle(), sleep(LAST_ANSWERS_TIMEOUT_MS, undefined, { ref: false })])
      await connection?.abandon()
    },
  }
}

export const openCommonParts = ({ painter, services }: Pick<BotOptions, 'painter' | 'services'>): CommonParts => ({
  pictures: new BotChartCache(painter, noteReads(services.activity, 'pictures')),
  /** Limits every message that the bot sends without being asked. */
  pace: new PostThrottle(),
})

interface LoginRun {
  readonly commands: ReadonlyMap<string, Command>
  readonly dispatch: Dispatch
  /** Called when Discord has ended the session because it asks for more shards. */
  readonly logInAgain: () => void
}

function readyClient(connection: DiscordConnection | undefined): Client<true> | undefined {
  const client = connection?.client
  // An abandoned client has no token.
  return client?.isReady() && client.token !== null ? client : undefined
}

/**
 * Runs in the background: the first chart should not wait for the thread to start, and the start should not wait for a
 * chart.
 */
export async function warmUp(painter: PngPainter, log: Log, stop: AbortSignal): Promise<void> {
  try {
    await sleep(WARM_UP_DELAY_MS, undefined, { ref: false, signal: stop })
    const { added, rejected } = await painter.warmUp()
    if (added.length > 0) log.info({ fonts: added }, 'Added fonts for pictures.')
    if (rejected.length > 0) log.warn({ fonts: rejected }, 'Font files could not be read.')
  } catch (error) {
    if (!stop.aborted) log.warn(describeError(error), 'The first chart could not be drawn; the next one tries again.')
  }
}

interface BotRegistrationOptions extends BotOptions {
  readonly commands: ReadonlyMap<string, Command>
  readonly stop: AbortSignal
}

/** The bot answers in the meantime, because Discord still has the commands that were registered before. */
function keepRegistered({ rest, application }: Client<true>, registering: BotRegistrationOptions): Promise<void> {
  const { services, log, commands, clientId, stop } = registering
  if (clientId !== undefined && clientId !== application.id) {
    log.warn({ clientId, applicationId: application.id }, 'DISCORD_CLIENT_ID names another application than this bot.')
  }
  const register = async (): Promise<void> => {
    const registration = { rest, applicationId: application.id, settings: services.settings, commands }
    if (await registerCommands(registration)) {
      log.info({ commands: [...commands.keys()] }, 'The commands are registered with Discord.')
    }
  }
  return retry(register, {
    stop,
    maxWaitMs: REGISTRATION_TIMEOUT_MS,
    onFailure: (error, retryInMs) =>
      log.warn({ ...describeError(error), retryInMs }, 'Discord rejected the commands; they are sent again.'),
  })
}
