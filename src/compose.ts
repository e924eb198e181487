// The composition root, where implementations meet ports. The service, the demo, the command line and the tests all use
// it.

import { backupEvery, backupKeep } from './backup-settings.js'
import { createIconEncoder } from './charts/icons/start-encoder.js'
import type { PngPainter } from './charts/render-png.js'
import type { Config } from './config.js'
import { type Clock, systemClock } from './domain/clock.js'
import type { NotificationSender } from './domain/notifications/sender.js'
import { createActivity } from './domain/ports/activity.js'
import type { DiscordAccess } from './domain/ports/discord-directory.js'
import type { Log } from './domain/ports/events.js'
import type { DiscordIdentity } from './domain/ports/identity.js'
import type { Store } from './domain/ports/store.js'
import { type ClockCheck, createClockCheck } from './domain/time/clock-check.js'
import { createDrill } from './drill/create-drill.js'
import { askPoller } from './http/ask-readiness.js'
import { openDiscordIdentity } from './identity/open-discord-identity.js'
import { doctorTexts } from './messages/error-text.js'
import { createRenderer, nothingYet, sampleRenderer } from './messages/notifications/render.js'
import { openIconSource } from './platform/icons/open-icon-source.js'
import { openLookups } from './platform/lookups/open-lookups.js'
import { openPlatform } from './platform/open-platform.js'
import { cronSchedule } from './poller/cron-schedule.js'
import { openPopularity } from './popularity/open-popularity.js'
import { createDelivery, type DeliveryRun } from './services/notifications/deliver.js'
import type { SampleOutlet } from './services/notifications/past-example.js'
import { createBackups } from './services/operator/backups.js'
import type { TokenCheckResult } from './services/operator/bot-token.js'
import type { BackupPlan } from './services/operator/copies/backup-plan.js'
import type { BackupReport } from './services/operator/copies/report-backups.js'
import { createInspectBackups } from './services/operator/doctor/inspect-backups.js'
import { createRecordBackup } from './services/operator/measure-process.js'
import { createOperatorService, type OperatorService } from './services/operator/operator-service.js'
import { readSharedWork } from './services/operator/shared-work.js'
import { createVerifyStore } from './services/operator/verify-store.js'
import type { HealthProbes } from './services/reading/check-health.js'
import { createServices, type Services } from './services/services.js'
import { backupFolderProblem, isOnDiskOf } from './store/backup-folder-problem.js'
import { databaseFileOf } from './store/database-file.js'
import { createStoreMover } from './store/move-store.js'
import { hasOneProcess, openBackupFolder, openStore, openUpkeep, type StoreOptions } from './store/open-store.js'

export interface CompositionRoot {
  readonly services: Services
  readonly store: Store
  /** What this process knows about the correctness of its clock; every response of the platform updates it. */
  readonly clockCheck: ClockCheck
  /** The adapters report their state here, and the health check reads it. */
  readonly parts: HealthProbes
  /**
   * Not one of the services, because a sender has those, and it must not be able to call the delivery that calls it.
   */
  createDelivery(deps: {
    readonly sender: NotificationSender
    readonly painter: Pick<PngPainter, 'paint'>
  }): DeliveryRun
  /** Lets the services ask the bot that runs now. */
  connectBot(bot: {
    readonly directory: DiscordAccess['directory']
    readonly sender: SampleOutlet['sender']
    readonly painter: Pick<PngPainter, 'paint'>
  }): void
  close(): Promise<void>
}

const silentLog: Log = { info: () => undefined, warn: () => undefined, error: () => undefined }

/** Limits that no variable sets; drills and tests do. */
type StorageLimits = Pick<StoreOptions, 'maxBytes'>

export async function compose(
  config: Config,
  clock: Clock = systemClock,
  log: Log = silentLog,
  limits: StorageLimits = {},
): Promise<CompositionRoot> {
  const clockCheck = createClockCheck(clock)
  const activity = createActivity()
  const options = {
    clock,
    clockState: clockCheck.state,
    plans: config.plans,
    maxRemovedBytes: maxRemovedBytesOf(config),
    secretKeys: secretKeysOf(config),
    log,
    activity,
    ...limits,
  }
  const store = await openStore(config.DATABASE_URL, options)
  const platformClock = { clock, compare: clockCheck.compare, activity }
  const platform = openPlatform(config.PLATFORM_URL, platformClock, config.POLLER_ADDRESSES)
  const lookups = openLookups(config.PLATFORM_URL, config.PLATFORM_COOKIE, platformClock)
  const iconSource = openIconSource(config.PLATFORM_URL, platformClock, config.POLLER_ADDRESSES)
  const popularity = openPopularity(config.POPULARITY_URL, { clock, log, readCharts: platform.readCharts })
  const parts: HealthProbes = {
    poller: () => ({ state: 'off' }),
    bot: () => ({ state: 'off' }),
    arePreparingAnswers: () => false,
  }
  const { plans, SIGNUP: signUp, MARKET: market } = config
  const identity = openIdentity(config)
  const upkeep = openUpkeep(config.DATABASE_URL, { clock })
  const infrastructure = {
    store,
    platform,
    lookups,
    popularity,
    identity,
    upkeep,
    iconSource,
    encodeIcon: createIconEncoder(),
  }
  const discord: DiscordAccess = { directory: () => undefined }
  const outlet: SampleOutlet = { sender: () => undefined, render: undefined, nothingYet }
  const services = createServices({
    ...infrastructure,
    signUp,
    market,
    operators: config.OPERATORS,
    environmentToken: config.DISCORD_TOKEN,
    checkToken: tokenCheck(config),
    backupPlan: backupPlanOf(config, store.openFile),
    clock,
    clockCheck,
    plans,
    parts,
    activity,
    log,
    discord,
    outlet,
  })
  const rendererOf = ({ paint }: Pick<PngPainter, 'paint'>) =>
    createRenderer({
      readLine: services.chartSeries.readWindow,
      paint,
      readIcon: services.icons.ofUniverse,
      log,
    })
  return {
    services,
    store,
    clockCheck,
    parts,
    createDelivery: ({ sender, painter }) =>
      createDelivery({ store, clock, clockCheck, render: rendererOf(painter), sender }),
    connectBot: ({ directory, sender, painter }) => {
      discord.directory = directory
      outlet.sender = sender
      outlet.render = sampleRenderer(rendererOf(painter))
    },
    close: async () => {
      const clients = [platform, lookups, iconSource, popularity]
      const closed = [services.usage.close(), services.savedHours.close(), ...clients.map((client) => client.close())]
      for (const { reason } of (await Promise.allSettled(closed)).filter((one) => one.status === 'rejected')) {
        log.error({ err: reason }, 'A part of the service could not be closed.')
      }
      store.close()
    },
  }
}

const maxRemovedBytesOf = (config: Config): number => config.REMOVED_SAMPLES_MAX_MIB * 1024 ** 2

function backupPlanOf(
  { BACKUP_DIR, BACKUP_EVERY, BACKUP_KEEP, DATABASE_URL }: Config,
  openFile?: Store['openFile'],
): BackupPlan | undefined {
  const [every, keep] = [backupEvery(BACKUP_EVERY), backupKeep(BACKUP_KEEP)]
  if (BACKUP_DIR === undefined || every === undefined || keep === undefined) return undefined
  return { folder: openBackupFolder(DATABASE_URL, BACKUP_DIR, openFile), every, keep }
}

/** The server of a database makes its own copies. */
function inspectBackupsOf(config: Config, report: (plan: BackupPlan) => Promise<BackupReport>) {
  const plan = backupPlanOf(config)
  const [folderName, file] = [config.BACKUP_DIR, databaseFileOf(config.DATABASE_URL)]
  if (!hasOneProcess(config.DATABASE_URL)) return undefined
  if (plan === undefined || folderName === undefined) return 'off'
  return createInspectBackups({
    ...plan,
    folderName,
    folderProblem: backupFolderProblem,
    isOnDatabaseDisk: async (folder) => file !== undefined && (await isOnDiskOf(file, folder)),
    report: () => report(plan),
  })
}

const secretKeysOf = ({ SECRET_KEY: current, SECRET_KEY_FORMER: former }: Config) => ({ current, former })

function openIdentity(config: Config): DiscordIdentity | undefined {
  const { DISCORD_CLIENT_ID: clientId, DISCORD_CLIENT_SECRET: clientSecret, DISCORD_API_URL } = config
  if (clientId === undefined || clientSecret === undefined) return undefined
  return openDiscordIdentity({ clientId, clientSecret, apiUrl: DISCORD_API_URL.replace(/(?<!\/)\/+$/, '') })
}

/** discord.js takes long to load, and a check is rare. */
const tokenCheck =
  ({ DISCORD_API_URL: apiUrl }: Config) =>
  async (token: string): Promise<TokenCheckResult> => {
    const { checkToken } = await import('./bot/login/check-token.js')
    return checkToken({ token, apiUrl })
  }

export interface OperatorRoot {
  readonly operating: OperatorService
  close(): Promise<void>
}

export interface OperatorRootOptions {
  /** The problems of the configuration, one sentence each. */
  readonly problems?: readonly string[]
  readonly clock?: Clock
  /** The store that this process has open, if any. */
  readonly store?: Store
  /** Why the service that owns the database does not answer; undefined if it answers or no service runs. */
  readonly hanging?: Error | undefined
}

/** Opens no store of its own at first: a broken database must not prevent a restore or the doctor from running. */
export function composeOperating(config: Config, options: OperatorRootOptions): OperatorRoot {
  const { problems = [], clock = systemClock, store, hanging } = options
  const upkeep = openUpkeep(config.DATABASE_URL, { clock })
  const clockCheck = createClockCheck(clock)
  const platform = openPlatform(config.PLATFORM_URL, { clock, compare: clockCheck.compare }, config.POLLER_ADDRESSES)
  const checkToken = async () => {
    if (config.DISCORD_TOKEN === undefined) return undefined
    return tokenCheck(config)(config.DISCORD_TOKEN)
  }
  let opened: Promise<Store> | undefined
  const withOpenStore = async <T>(work: (store: Store) => Promise<T>): Promise<T> => {
    if (hanging !== undefined) throw hanging
    if (store !== undefined) return work(store)
    const { DATABASE_URL, plans } = config
    // Several checks run concurrently, and a process can open a database only once.
    const maxRemovedBytes = maxRemovedBytesOf(config)
    opened ??= openStore(DATABASE_URL, { clock, plans, maxRemovedBytes, secretKeys: secretKeysOf(config) })
    return work(await opened)
  }
  const inspectSeries = (withinMs: number) =>
    withOpenStore(async (store) => {
      const late = AbortSignal.timeout(withinMs)
      const verified = (await createVerifyStore({ store, upkeep, clock }).last()) ?? null
      const lost = await store.series.findDamage(late).catch((error: unknown) => {
        if (!late.aborted) throw error
        return undefined
      })
      const size = await store.series.size().catch(() => undefined)
      return { lost, verified, size }
    })
  const recordBackup = store ? createRecordBackup({ store, clock }) : async () => undefined
  const noteDamage = store ? createVerifyStore({ store, upkeep, clock }).noteDamage : async () => undefined
  const backupReport = (backupPlan: BackupPlan) =>
    withOpenStore(({ settings }) =>
      createBackups({ settings, clock, clockState: clockCheck.state, backupPlan }).report(),
    )
  const inspectRemoved = () => withOpenStore(({ removedSamples }) => removedSamples.summary())
  const schedule = cronSchedule(config.POLL_CRON)
  const operating = createOperatorService({
    upkeep,
    platform,
    clock,
    clockCheck,
    problems,
    hanging,
    texts: doctorTexts,
    schedule,
    inspectSeries,
    inspectRemoved,
    // A command without a service only copies the file, and changes nothing in it.
    drill: createDrill({
      config,
      clock,
      copyInto: upkeep.copyInto,
      verify: (file, signal) => openUpkeep(`file:${file}`, { clock }).verify(signal),
    }),
    mover: createStoreMover(clock),
    openFile: store?.openFile,
    recordBackup,
    noteDamage,
    inspectBackups: inspectBackupsOf(config, backupReport),
    askPoller: () => askPoller(config.HOST, config.PORT),
    checkToken,
    inspectSharedWork: hasOneProcess(config.DATABASE_URL)
      ? undefined
      : () => withOpenStore(({ leases }) => readSharedWork(leases, clock)),
  })
  const close = async (): Promise<void> => {
    await opened?.then((connection) => connection.close()).catch(() => undefined)
    await platform.close()
  }
  return { operating, close }
}
