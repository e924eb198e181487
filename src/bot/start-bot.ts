// The Discord bot: logs in, comes back, registers its commands and answers. Nothing else waits for it.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from 'discord.js'
import type { PngPainter } from '../charts/render-png.js'
import type { NotificationSender } from '../domain/notifications/sender.js'
import type { Log } from '../domain/ports/log.js'
import type { OperatorMessenger } from '../services/operator/inform-operator.js'
import type { PartState } from '../services/reading/check-health.js'
import type { Services } from '../services/services.js'
import { type DiscordConnection, openConnection } from './client.js'
import type { Command } from './command.js'
import { ConnectionState } from './connection-state.js'
import { describeError, reasonOf } from './describe-error.js'
import { createDispatch, type Dispatch } from './dispatch.js'
import { isWrongToken, WRONG_TOKEN } from './gateway-rejections.js'
import { watchGuilds } from './guilds/watch-guilds.js'
import { listen } from './listen.js'
import { keepLive } from './live/keep-live.js'
import { tellOperator } from './messaging/message-operator.js'
import { PostThrottle } from './messaging/pace.js'
import { createSender } from './notifications/sender.js'
import { loadCommands } from './registration/load-commands.js'
import { registerCommands } from './registration/register-commands.js'
import { BotChartCache } from './rendering/pictures.js'
import { retry } from './retry.js'

export interface BotOptions {
  readonly token: string
  readonly apiUrl: string
  readonly clientId?: string | undefined
  /** Whoever opened it closes it. */
  readonly painter: PngPainter
  /** Where people reach the operator. */
  readonly operatorContact?: string | undefined
  /** Where the service is reached, if the operator said so. */
  readonly publicUrl?: string | undefined
  readonly services: Services
  readonly log: Log
}

export interface Bot {
  state(): PartState
  /** Takes notifications to Discord; whoever starts the bot hands it to the delivery. */
  readonly sender: NotificationSender
  /** Of the Discord application: known once it has logged in. */
  applicationId(): string | undefined
  /** False where nobody was reached, or it is not connected. */
  tellOperator: OperatorMessenger['tellOperator']
  stop(): Promise<void>
}

/** A login can use up one of the day's 1,000 sessions; at this pace they last. */
const LOGIN_TIMEOUT_MS = 120_000
const REGISTRATION_TIMEOUT_MS = 600_000
const WARM_UP_AFTER_MS = 1_500
/** For answers on their way when the bot stops. */
const LAST_ANSWERS_MS = 2_000

/** Never throws: HTTP and sampling go on whatever becomes of the bot, which shows in `state`. */
export function startBot(options: BotOptions): Bot {
  const { token, apiUrl, services, log, painter } = options
  const stopping = new AbortController()
  const connectionState = new ConnectionState(services.clock)
  const underway = new Set<Promise<void>>()
  const track = (work: Promise<void>): void => {
    const tracked = work.finally(() => underway.delete(tracked))
    underway.add(tracked)
  }
  const pictures = new BotChartCache(painter)
  /** Of all that the bot says without being asked. */
  const pace = new PostThrottle()
  let connection: DiscordConnection | undefined

  const giveUp = (why: string): void => {
    if (connectionState.name === 'failed') return
    connectionState.set('failed', why)
    log.error({}, `The bot is off. ${why}`)
    void connection?.abandon()
  }

  const logIn = async (commands: ReadonlyMap<string, Command>, dispatch: Dispatch): Promise<void> => {
    connection = openConnection(apiUrl)
    listen(connection.client, {
      log,
      connectionState,
      onReady: (client) => {
        watchGuilds(client, { services, log, stop: stopping.signal })
        keepLive({ client, services, log, pace, stop: stopping.signal }, track)
        void keepRegistered(client, { ...options, commands, stop: stopping.signal })
      },
      onRejected: giveUp,
      onInteraction: (interaction) => track(dispatch(interaction)),
    })
    try {
      await connection.client.login(token)
    } catch (error) {
      await connection.abandon()
      if (isWrongToken(error)) giveUp(WRONG_TOKEN)
      if (connectionState.name !== 'failed') throw error
    }
  }

  const run = async (): Promise<void> => {
    const commands = await loadCommands()
    const { operatorContact, publicUrl } = options
    const dispatch = createDispatch({ commands, services, pictures, log, operatorContact, publicUrl })
    await retry(() => logIn(commands, dispatch), {
      stop: stopping.signal,
      maxWaitMs: LOGIN_TIMEOUT_MS,
      onFailure: (error, retryInMs) => {
        connectionState.set('connecting', reasonOf(error))
        log.warn({ ...describeError(error), retryInMs }, 'The bot could not log in to Discord and will try again')
      },
    })
  }
  run().catch((error: unknown) => giveUp(reasonOf(error)))
  void warmUp(painter, log, stopping.signal)

  return {
    state: () => connectionState.state(),
    sender: createSender({ client: () => readyClient(connection), pace }),
    applicationId: () => connection?.client.application?.id,
    tellOperator: async (report, others) => {
      const client = connection?.client
      return client?.isReady() ? tellOperator(client, report, others) : false
    },
    stop: async () => {
      stopping.abort()
      connectionState.set('stopped')
      await Promise.race([Promise.allSettled(underway), sleep(LAST_ANSWERS_MS, undefined, { ref: false })])
      await connection?.abandon()
    },
  }
}

function readyClient(connection: DiscordConnection | undefined): Client<true> | undefined {
  const client = connection?.client
  // A client that was given up has no token any more.
  return client?.isReady() && client.token !== null ? client : undefined
}

/** Beside everything else, and after it: the first chart must not wait for the thread, nor a start for a chart. */
async function warmUp(painter: PngPainter, log: Log, stop: AbortSignal): Promise<void> {
  try {
    await sleep(WARM_UP_AFTER_MS, undefined, { ref: false, signal: stop })
    const { added, rejected } = await painter.warmUp()
    if (added.length > 0) log.info({ fonts: added }, 'Pictures are written in these fonts, too')
    if (rejected.length > 0) log.warn({ fonts: rejected }, 'These fonts could not be read')
  } catch (error) {
    if (!stop.aborted) log.warn(describeError(error), 'The first chart could not be drawn; the next one tries again')
  }
}

interface BotRegistrationOptions extends BotOptions {
  readonly commands: ReadonlyMap<string, Command>
  readonly stop: AbortSignal
}

/** The bot answers meanwhile: the commands of the last time are still there. */
function keepRegistered({ rest, application }: Client<true>, registering: BotRegistrationOptions): Promise<void> {
  const { services, log, commands, clientId, stop } = registering
  if (clientId !== undefined && clientId !== application.id) {
    log.warn({ clientId, applicationId: application.id }, 'DISCORD_CLIENT_ID names another application than this bot')
  }
  const register = async (): Promise<void> => {
    const registration = { rest, applicationId: application.id, settings: services.settings, commands }
    if (await registerCommands(registration)) {
      log.info({ commands: [...commands.keys()] }, 'The commands are registered with Discord')
    }
  }
  return retry(register, {
    stop,
    maxWaitMs: REGISTRATION_TIMEOUT_MS,
    onFailure: (error, retryInMs) =>
      log.warn({ ...describeError(error), retryInMs }, 'Discord did not take the commands; they are sent again'),
  })
}
