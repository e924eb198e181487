// The operator's work on the whole installation: backup, restore, and the doctor.
import type { Clock } from '../../domain/clock.js'
import type { MoveOptions, StoreMover } from '../../domain/operation/moving.js'
import type { Drill, DrillOptions } from '../../domain/ports/drill.js'
import type { Platform } from '../../domain/ports/platform.js'
import type { RemovedSamples } from '../../domain/ports/removed-samples.js'
import type { Store } from '../../domain/ports/store.js'
import type { CopyOptions, FileRestoreOptions, Inspection, Upkeep } from '../../domain/ports/upkeep.js'
import type { ClockCheck } from '../../domain/time/clock-check.js'
import type { TickSchedule } from '../../domain/time/tick-schedule.js'
import type { PartState } from '../reading/check-health.js'
import { type Check, type DoctorTexts, type Examination, examine, ok, warning, wrong } from './examine.js'
import {
  checkAddresses,
  checkClock,
  checkConfiguration,
  checkDatabase,
  checkDisk,
  checkLastTick,
  checkRemoved,
  checkSeries,
  checkSharedWork,
  checkTokenAnswer,
  type SeriesFindings,
  type TokenCheckResult,
} from './findings.js'
import { type BackupInspection, checkBackups, type DatabasePresence } from './inspect-backups.js'
import type { SharedWork } from './shared-work.js'
import type { FoundDamage } from './verify-store.js'

export interface OperatorServiceDeps {
  readonly upkeep: Upkeep
  readonly platform: Platform
  readonly drill: Drill
  readonly mover: StoreMover
  readonly clock: Clock
  readonly clockCheck: ClockCheck
  /** The problems of the configuration, one sentence each. */
  readonly problems: readonly string[]
  /** Why the service that owns the database does not answer; undefined if it answers or no service runs. */
  readonly hanging: Error | undefined
  readonly texts: DoctorTexts
  /** Opens the series and checks its segments; the database must have been found undamaged before. */
  inspectSeries(withinMs: number): Promise<SeriesFindings>
  /** The file of the store that this process has open, if any. */
  readonly openFile: Store['openFile']
  /** Stores that a backup was complete, if this process owns the database. */
  recordBackup(): Promise<void>
  /** Stores damage for health, if this process owns the database. */
  noteDamage(damage: FoundDamage): Promise<void>
  /** The schedule of POLL_CRON. */
  readonly schedule: TickSchedule
  /** Asks the running service; undefined if none answers. */
  askPoller(): Promise<PartState | undefined>
  /** The samples that retention removed and that can be restored. */
  inspectRemoved(): Promise<RemovedSamples>
  /** Looks at scheduled backups: `off` without BACKUP_DIR; missing where the server of the database makes its own. */
  readonly inspectBackups?: 'off' | ((database: DatabasePresence) => Promise<BackupInspection>) | undefined
  /** How processes divide the work; missing where one process does everything. */
  readonly inspectSharedWork?: (() => Promise<SharedWork | undefined>) | undefined
  /** Asks Discord; undefined if no token is set. */
  checkToken(): Promise<TokenCheckResult | undefined>
}

/** In milliseconds; the check of a large database file is the slowest. */
const CHECK_TIMEOUT_MS = 30_000
/**
 * The minimum time for checking the series, which follows the inspection, and the time to close the store; in
 * milliseconds.
 */
const MIN_INSPECTION_TIMEOUT_MS = 1_000
const CLOSING_TIMEOUT_MS = 2_000
/** Shorter than the check that waits for the inspection, so that its result is still reported. */
const INSPECTION_TIMEOUT_MS = CHECK_TIMEOUT_MS - 1_000

export function createOperatorService(ports: OperatorServiceDeps) {
  return {
    makeCopy: async (options: CopyOptions) => {
      const { openFile } = ports
      const isMoved = openFile !== undefined && (await openFile.isMoved())
      return isMoved ? ports.upkeep.makeCopyOf(openFile, options) : ports.upkeep.makeCopy(options)
    },
    recordBackup: () => ports.recordBackup(),
    drill: (options: DrillOptions) => ports.drill.run(options),
    moveStore: (options: MoveOptions) => ports.mover.move(options),
    restore: (source: string, options: FileRestoreOptions) => ports.upkeep.restore(source, options),
    examine: (): Promise<Examination> => examine(checksOf(ports), CHECK_TIMEOUT_MS, ports.texts),
  }
}

export type OperatorService = ReturnType<typeof createOperatorService>

/** False for an older schema, because opening such a store would migrate it, which only the service may do. */
const isReadable = (inspection: Inspection): boolean =>
  inspection.exists &&
  inspection.foreignFileError === null &&
  inspection.damage === null &&
  inspection.writeProblem === null &&
  inspection.schema === inspection.expectedSchema

function presenceOf(inspection: Inspection): DatabasePresence {
  if (!inspection.exists) return 'missing'
  // A database that takes nothing more can still be read.
  return isReadable({ ...inspection, writeProblem: null }) ? 'readable' : 'unreadable'
}

function checksOf(ports: OperatorServiceDeps): Check[] {
  const { upkeep, platform, clock, clockCheck, problems, hanging, schedule, askPoller, checkToken, ...store } = ports
  const began = clock.monotonic()
  const timeLeft = (): number =>
    Math.max(MIN_INSPECTION_TIMEOUT_MS, Math.round(CHECK_TIMEOUT_MS - CLOSING_TIMEOUT_MS - (clock.monotonic() - began)))
  // Started once, and used by two checks each.
  const inspection = upkeep.inspect(INSPECTION_TIMEOUT_MS)
  const probe = platform.probe()
  const findClock = () => checkClock(clockCheck.skewMs() ?? null)
  const unknown = async () => warning('not known', {})
  // A service that hangs still owns the database, so its series cannot be opened.
  const unopened = async () => warning('series with service', {})
  return [
    ...(hanging === undefined ? [] : [HANGING_CHECK]),
    {
      name: 'configuration',
      look: async () => checkConfiguration(problems),
    },
    {
      name: 'database',
      look: async () => {
        const { openFile } = store
        if (openFile !== undefined && (await openFile.isMoved()))
          return wrong('database moved', { file: openFile.path })
        return checkDatabase(await inspection)
      },
    },
    {
      name: 'series',
      look: async () => {
        if (hanging !== undefined) return unopened()
        const result = await inspection.catch(() => undefined)
        if (result === undefined || !isReadable({ ...result, damage: null, writeProblem: null })) return unknown()
        // Also shows which samples a damaged page has destroyed, as far as the rest can be read.
        const found = await store.inspectSeries(timeLeft()).catch((error: unknown) => {
          if (isReadable(result)) throw error
          return undefined
        })
        // The doctor reports it in any case.
        await store.noteDamage({ fileDamage: result.damage, lost: found?.lost }).catch(() => undefined)
        return found === undefined ? unknown() : checkSeries({ ...found, isFileBroken: result.damage !== null })
      },
    },
    {
      name: 'retention',
      look: async () => {
        if (hanging !== undefined) return unopened()
        const result = await inspection.catch(() => undefined)
        return result && isReadable(result) ? checkRemoved(await store.inspectRemoved()) : unknown()
      },
    },
    {
      name: 'clock',
      // An error response also contains the platform's time.
      look: () => probe.then(findClock, findClock),
    },
    {
      name: 'disk',
      look: async () => checkDisk(await upkeep.freeBytes()),
    },
    ...backupChecks(ports, inspection),
    {
      name: 'platform',
      look: () => probe.then(() => ok('platform answers', {})),
    },
    ...addressChecks(ports),
    ...sharedWorkChecks(ports),
    {
      name: 'discord',
      look: async () => checkTokenAnswer(await checkToken()),
    },
    {
      name: 'last tick',
      look: async () => {
        const poller = await askPoller()
        return inspection.then((seen) => checkLastTick(seen, { clock, schedule, poller }), unknown)
      },
    },
  ]
}

/** Where the system chooses the address, there is nothing to check. */
function addressChecks({ platform, askPoller }: OperatorServiceDeps): Check[] {
  if (platform.addresses().length === 0) return []
  const look = async () => {
    const live = (await askPoller())?.addresses
    return checkAddresses(live ?? (await platform.probeAddresses()), live !== undefined)
  }
  return [{ name: 'addresses', look }]
}

function backupChecks(
  { inspectBackups, hanging, clock }: OperatorServiceDeps,
  inspection: Promise<Inspection>,
): Check[] {
  if (inspectBackups === undefined) return []
  const look = async () => {
    if (inspectBackups === 'off') return ok('backups off', {})
    if (hanging !== undefined) return checkBackups(await inspectBackups('held'), clock)
    const database = await inspection.then(presenceOf, (): DatabasePresence => 'unreadable')
    return checkBackups(await inspectBackups(database), clock)
  }
  return [{ name: 'backups', look }]
}

function sharedWorkChecks({ inspectSharedWork }: OperatorServiceDeps): Check[] {
  if (inspectSharedWork === undefined) return []
  const look = async () => {
    const work = await inspectSharedWork()
    return work === undefined ? warning('not known', {}) : checkSharedWork(work)
  }
  return [{ name: 'processes', look }]
}

const HANGING_CHECK: Check = { name: 'service', look: async () => wrong('service hangs', {}) }
