// The service: composes its parts and opens its adapters. main.ts, demo.ts and the tests start it; it stops in reverse
// order.
import type { Logger } from 'pino'
import type { Bot } from './bot/start-bot.js'
import { openPngPainter } from './charts/render-png.js'
import { callerLog, startCommandServer } from './command-server.js'
import { type CompositionRoot, compose } from './compose.js'
import { type Config, listeningOrigin, originOf, publicOrigin } from './config.js'
import { type Clock, systemClock } from './domain/clock.js'
import type { Store } from './domain/ports/store.js'
import { namingRequests } from './http/access/request-context.js'
import { createAnswerMaker } from './http/api/preparation/answer-ahead.js'
import { createApp } from './http/app.js'
import { measureLoad } from './http/overload/event-loop-load.js'
import { RequestTurns } from './http/overload/request-turns.js'
import { type HttpListener, startHttp } from './http/start-http.js'
import { startDelivery } from './poller/start-beside-ticks.js'
import { startReadAhead } from './poller/start-read-ahead.js'
import { operatorMessengerOf } from './roles/operator-messenger.js'
import { startPollerWorkers } from './roles/poller-workers.js'
import { createServiceRunner } from './roles/service-runner.js'
import { createInformOperator } from './services/operator/inform-operator.js'
import { emptyDatabaseOf, warnOfBackupFolder, warnOfEmptyDatabase } from './start-warnings.js'
import { prepareParts } from './store/prepare-parts.js'

export interface Service extends CompositionRoot {
  /** The URL of the HTTP server, without a slash at the end. */
  readonly url: string
  stop(): Promise<void>
}

export interface ServiceOptions {
  readonly clock?: Clock
  /** In tests, every response is validated against its schema. */
  readonly checkAnswers?: boolean
}

/** PROCESS-3: the whole stop fits in 10 s. */
const OPEN_REQUESTS_TIMEOUT_MS = 7_000

export async function startService(config: Config, log: Logger, options: ServiceOptions = {}): Promise<Service> {
  const emptyFile = emptyDatabaseOf(config.DATABASE_URL)
  const composed = await compose(config, options.clock ?? systemClock, callerLog(namingRequests(log)))
  const { services, parts, store } = composed
  const servesApi = config.ROLES.includes('api')
  // Also before it is known what there is to prepare.
  parts.arePreparingAnswers = () => servesApi
  warnOfEmptyDatabase(emptyFile, log)
  void warnOfBackupFolder(config.BACKUP_DIR, log)
  // Draws pictures for Discord and for pages; its thread starts with the first picture.
  const painter = openPngPainter({ fontFolder: config.FONT_FOLDER })
  let bot: () => Bot | undefined = () => undefined
  const turns = new RequestTurns()
  const loadMeter = measureLoad(log, () => turns.longestWaitMs())
  const settings = {
    trustProxy: config.TRUST_PROXY,
    operatorContact: config.OPERATOR_CONTACT,
    publicUrl: publicOrigin(config),
    givenOrigin: config.PUBLIC_URL === undefined ? undefined : new URL(config.PUBLIC_URL).origin,
    ownOrigin: listeningOrigin(config),
    signUp: config.SIGNUP,
    isDevelopment: config.NODE_ENV === 'development',
    discordClientId: () => config.DISCORD_CLIENT_ID ?? bot()?.applicationId(),
    discordOrigin: new URL(config.DISCORD_API_URL).origin,
    painter,
    corsOrigins: config.CORS_ORIGINS,
    legacySegments: config.LEGACY_SEGMENTS,
    legacyRequestsPerMinute: config.LEGACY_REQUESTS_PER_MINUTE,
    hasAccessLog: config.LOG_ACCESS,
    metricsToken: config.METRICS_TOKEN,
    hasGameMetrics: config.METRICS_GAMES,
    checkAnswers: options.checkAnswers ?? false,
    isOverloaded: loadMeter.isOverloaded,
    turns,
    answerInTime: store.answerInTime,
    servesOnlyHealth: !servesApi,
  }
  const app = createApp(services, settings, log)
  const open = () => startHttp(app, config.HOST, config.PORT)
  const originAt = (port: number): string => publicOrigin(config) ?? originOf(config.HOST, port)
  const [http, commands] = await openServers(store, open, ({ port }) =>
    startCommandServer({ config, composed, log, origin: originAt(port) }),
  ).catch(async (error) => {
    await composed.close()
    throw error
  })
  const readAhead = servesApi
    ? startReadAhead({ services, answers: createAnswerMaker({ app, services, settings, store }), log })
    : undefined
  if (readAhead) parts.arePreparingAnswers = readAhead.isAwaited
  const informOperator = createInformOperator({
    signUp: config.SIGNUP,
    services,
    messenger: operatorMessengerOf({ readToken: services.botToken.read, apiUrl: config.DISCORD_API_URL }),
  })
  const polling = config.ROLES.includes('poller')
    ? await startPollerWorkers({ expression: config.POLL_CRON, composed, informOperator, log })
    : { workers: [], last: [] }
  const botOptions = {
    ...{ services, log, painter, apiUrl: config.DISCORD_API_URL, clientId: config.DISCORD_CLIENT_ID },
    operatorContact: config.OPERATOR_CONTACT,
    publicUrl: config.PUBLIC_URL === undefined ? undefined : publicOrigin(config),
  }
  const deliver = ({ sender }: Pick<Bot, 'sender'>) => startDelivery(composed.createDelivery({ sender, painter }), log)
  const runner = createServiceRunner({ options: botOptions, deliver })
  bot = runner.current
  parts.bot = runner.state
  composed.connectBot({ directory: () => bot()?.directory(), sender: () => bot()?.sender, painter })
  const gateway = config.ROLES.includes('bot') ? await runner.start() : undefined
  services.botToken.listen(async () => gateway?.restart())
  return {
    ...composed,
    url: originAt(http.port),
    stop: async () => {
      loadMeter.stop()
      // Whatever fails, the other parts are stopped, and the database is closed last.
      const parts = [
        ...polling.workers.map((worker) => worker.stop()),
        readAhead?.stop(),
        http.stop(OPEN_REQUESTS_TIMEOUT_MS),
        commands.stop(),
        gateway?.stop(),
        runner.stop(),
      ]
      const last = () =>
        Promise.allSettled([
          painter.close(),
          app.requests.save(store.settings),
          ...polling.last.map((worker) => worker.stop()),
        ])
      const stopped = [...(await Promise.allSettled(parts)), ...(await last())]
      for (const { reason } of stopped.filter((part) => part.status === 'rejected'))
        log.error({ err: reason }, 'A part of the service could not be stopped.')
      await composed.close()
    },
  }
}

/** Opens both servers or, if one fails, neither. */
async function openServers(
  store: Store,
  openHttp: () => Promise<HttpListener>,
  openCommands: (http: HttpListener) => Promise<{ stop(): Promise<void> }>,
) {
  prepareParts(store)
  await store.series.warmUp()
  const http = await openHttp()
  try {
    return [http, await openCommands(http)] as const
  } catch (error) {
    await http.stop(0)
    throw error
  }
}
