// The service: what compose made, with its doors open. main.ts, demo.ts and the tests start it; stop closes in reverse.
import { type Bot, type BotOptions, startBot } from './bot/start-bot.js'
import { openPngPainter } from './charts/render-png.js'
import type { CommandServer } from './cli/socket/server.js'
import { startCommandServer } from './command-server.js'
import { type Composed, compose } from './compose.js'
import { type Config, originOf, publicOrigin } from './config.js'
import { type Clock, systemClock } from './domain/clock.js'
import type { Log } from './domain/ports/log.js'
import type { Store } from './domain/ports/store.js'
import { createApp } from './http/app.js'
import { type HttpDoor, startHttp } from './http/start-http.js'
import { startJudge } from './poller/start-judge.js'
import { startMaintenance } from './poller/start-maintenance.js'
import { startPoller } from './poller/start-poller.js'

export interface Service extends Composed {
  /** Where the HTTP door listens, without a slash at the end. */
  readonly url: string
  stop(): Promise<void>
}

export interface ServiceOptions {
  readonly clock?: Clock
  /** In tests every answer is held against its schema. */
  readonly checkAnswers?: boolean
}

/** contract §6: the whole stop fits in 10 s. */
const REQUESTS_IN_FLIGHT_MS = 7_000

export async function startService(config: Config, log: Log, options: ServiceOptions = {}): Promise<Service> {
  const clock = options.clock ?? systemClock
  const composed = await compose(config, clock, log)
  const { operations, parts, store } = composed
  // Pictures for Discord and for pages: its thread starts with the first.
  const painter = openPngPainter({ fontFolder: config.FONT_FOLDER })
  let bot: Bot | undefined
  const settings = {
    trustProxy: config.TRUST_PROXY,
    operatorContact: config.OPERATOR_CONTACT,
    publicUrl: publicOrigin(config),
    givenOrigin: config.PUBLIC_URL === undefined ? undefined : new URL(config.PUBLIC_URL).origin,
    signUp: config.SIGNUP,
    discordClientId: () => config.DISCORD_CLIENT_ID ?? bot?.applicationId(),
    discordOrigin: new URL(config.DISCORD_API_URL).origin,
    painter,
    corsOrigins: config.CORS_ORIGINS,
    legacySegments: config.LEGACY_SEGMENTS,
    legacyRequestsPerMinute: config.LEGACY_REQUESTS_PER_MINUTE,
    checkAnswers: options.checkAnswers ?? false,
  }
  const open = () => startHttp(createApp(operations, settings, log), config.HOST, config.PORT)
  const originAt = (port: number): string => publicOrigin(config) ?? originOf(config.HOST, port)
  const [http, commands] = await openEntrances(store, open, ({ port }) =>
    startCommandServer({ config, composed, clock, log, origin: originAt(port) }),
  ).catch(async (error) => {
    await composed.close()
    throw error
  })
  const poller = startPoller(config.POLL_CRON, operations, log)
  parts.poller = poller.state
  const judge = startJudge(operations, log)
  const maintenance = startMaintenance(store.series, composed.operations.clock, log)
  bot = openBot(config, { operations, log, painter })
  if (bot) parts.bot = bot.state
  return {
    ...composed,
    url: originAt(http.port),
    stop: async () => {
      await Promise.all([
        poller.stop(),
        judge.stop(),
        maintenance.stop(),
        http.stop(REQUESTS_IN_FLIGHT_MS),
        commands.stop(),
        bot?.stop(),
      ])
      await painter.close()
      await composed.close()
    },
  }
}

/** Both or none of them is open afterwards. */
async function openEntrances(
  store: Store,
  openHttp: () => Promise<HttpDoor>,
  openCommands: (http: HttpDoor) => Promise<CommandServer>,
) {
  await store.series.warmUp()
  const http = await openHttp()
  try {
    return [http, await openCommands(http)] as const
  } catch (error) {
    await http.stop(0)
    throw error
  }
}

function openBot(config: Config, shared: Pick<BotOptions, 'operations' | 'log' | 'painter'>): Bot | undefined {
  const { DISCORD_TOKEN: token, DISCORD_API_URL: apiUrl, DISCORD_CLIENT_ID: clientId } = config
  if (token === undefined) return undefined
  const publicUrl = config.PUBLIC_URL === undefined ? undefined : publicOrigin(config)
  return startBot({ token, apiUrl, clientId, operatorContact: config.OPERATOR_CONTACT, publicUrl, ...shared })
}
