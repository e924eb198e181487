// What the doctor examines: each check observes one thing, through the ports, and findings.ts decides what that means.
import type { Clock } from '../../../domain/clock.js'
import type { Platform } from '../../../domain/ports/platform.js'
import type { RemovedSamples } from '../../../domain/ports/removed-samples.js'
import type { Store } from '../../../domain/ports/store.js'
import type { Inspection, Upkeep } from '../../../domain/ports/upkeep.js'
import type { ClockCheck } from '../../../domain/time/clock-check.js'
import type { TickSchedule } from '../../../domain/time/tick-schedule.js'
import type { PartState } from '../../reading/check-health.js'
import type { TokenCheckResult } from '../bot-token.js'
import type { SharedWork } from '../shared-work.js'
import type { FoundDamage } from '../verify-store.js'
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
} from './findings.js'
import { type BackupInspection, checkBackups, type DatabasePresence } from './inspect-backups.js'
import { type Check, ok, warning, wrong } from './run-checks.js'

export interface DoctorCheckDeps {
  readonly upkeep: Upkeep
  readonly platform: Platform
  readonly clock: Clock
  readonly clockCheck: ClockCheck
  /** The problems of the configuration, one sentence each. */
  readonly problems: readonly string[]
  /** Why the service that owns the database does not answer; undefined if it answers or no service runs. */
  readonly hanging: Error | undefined
  /** Opens the series and checks its segments, for at most so long. The database must have been found to have this program's schema. */
  inspectSeries(withinMs: number): Promise<SeriesFindings>
  /** The file of the store that this process has open, if any. */
  readonly openFile: Store['openFile']
  /** Stores damage for health, if this process owns the database. */
  noteDamage(damage: FoundDamage): Promise<void>
  /** The schedule of POLL_CRON. */
  readonly schedule: TickSchedule
  /** The state that the running service reports of its poller; undefined if none answers. */
  askPoller(): Promise<PartState | undefined>
  /** The samples that retention removed and that can be restored. */
  inspectRemoved(): Promise<RemovedSamples>
  /** Looks at scheduled backups: `off` without BACKUP_DIR; missing where the server of the database makes its own. */
  readonly inspectBackups?: 'off' | ((database: DatabasePresence) => Promise<BackupInspection>) | undefined
  /** How processes divide the work; missing where one process does everything. */
  readonly inspectSharedWork?: (() => Promise<SharedWork | undefined>) | undefined
  /** Discord's response to the token; undefined if none is set. */
  checkToken(): Promise<TokenCheckResult | undefined>
}

/** For each check; that of a large database file takes longest. */
export const CHECK_TIMEOUT_MS = 30_000
/** Shorter than the check that waits for the inspection, so that its result is still reported. */
const INSPECTION_TIMEOUT_MS = CHECK_TIMEOUT_MS - 1_000
/** The series are checked after the inspection, for at least so long. */
const MIN_SERIES_TIMEOUT_MS = 1_000
/** What closing the store takes at most, which also counts. */
const CLOSING_TIMEOUT_MS = 2_000

/** False for an older schema, because opening such a store would migrate it, which only the service may do. */
const isOpenable = ({ exists, foreignFileError, schema, expectedSchema }: Inspection): boolean =>
  exists && foreignFileError === null && schema === expectedSchema

const isSound = (inspection: Inspection): boolean =>
  isOpenable(inspection) && inspection.damage === null && inspection.writeProblem === null

function presenceOf(inspection: Inspection): DatabasePresence {
  if (!inspection.exists) return 'missing'
  // A database that takes nothing more can still be read.
  return isOpenable(inspection) && inspection.damage === null ? 'readable' : 'unreadable'
}

/** The checks of one examination, in the order in which they are reported. The inspection and the probe begin at once. */
export function createChecks(ports: DoctorCheckDeps): Check[] {
  const { upkeep, platform, clock, clockCheck, problems, hanging, schedule, askPoller, checkToken } = ports
  const began = clock.monotonic()
  /** Milliseconds that remain for the series. */
  const timeLeft = (): number =>
    Math.max(MIN_SERIES_TIMEOUT_MS, Math.round(CHECK_TIMEOUT_MS - CLOSING_TIMEOUT_MS - (clock.monotonic() - began)))
  // Started once, and used by several checks each.
  const inspection = upkeep.inspect(INSPECTION_TIMEOUT_MS)
  const probe = platform.probe()
  const findClock = () => checkClock(clockCheck.skewMs() ?? null)
  const unknown = async () => warning('not known', {})
  // A service that hangs still owns the database, so its series cannot be opened.
  const unknownWhileHanging = async () => warning('series with service', {})
  return [
    ...(hanging === undefined ? [] : [HANGING_CHECK]),
    {
      name: 'configuration',
      look: async () => checkConfiguration(problems),
    },
    {
      name: 'database',
      look: async () => {
        const { openFile } = ports
        if (openFile !== undefined && (await openFile.isMoved()))
          return wrong('database moved', { file: openFile.path })
        return checkDatabase(await inspection)
      },
    },
    {
      name: 'series',
      look: async () => {
        if (hanging !== undefined) return unknownWhileHanging()
        const result = await inspection.catch(() => undefined)
        if (result === undefined || !isOpenable(result)) return unknown()
        // Also shows which samples a damaged page has destroyed, as far as the rest can be read.
        const found = await ports.inspectSeries(timeLeft()).catch((error: unknown) => {
          if (isSound(result)) throw error
          return undefined
        })
        // The doctor reports it in any case.
        await ports.noteDamage({ fileDamage: result.damage, lost: found?.lost }).catch(() => undefined)
        return found === undefined ? unknown() : checkSeries({ ...found, isFileBroken: result.damage !== null })
      },
    },
    {
      name: 'retention',
      look: async () => {
        if (hanging !== undefined) return unknownWhileHanging()
        const result = await inspection.catch(() => undefined)
        return result && isSound(result) ? checkRemoved(await ports.inspectRemoved()) : unknown()
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
function addressChecks({ platform, askPoller }: DoctorCheckDeps): Check[] {
  if (platform.addresses().length === 0) return []
  const look = async () => {
    const live = (await askPoller())?.addresses
    return checkAddresses(live ?? (await platform.probeAddresses()), live !== undefined)
  }
  return [{ name: 'addresses', look }]
}

function backupChecks({ inspectBackups, hanging, clock }: DoctorCheckDeps, inspection: Promise<Inspection>): Check[] {
  if (inspectBackups === undefined) return []
  const look = async () => {
    if (inspectBackups === 'off') return ok('backups off', {})
    if (hanging !== undefined) return checkBackups(await inspectBackups('held'), clock)
    const database = await inspection.then(presenceOf, (): DatabasePresence => 'unreadable')
    return checkBackups(await inspectBackups(database), clock)
  }
  return [{ name: 'backups', look }]
}

function sharedWorkChecks({ inspectSharedWork }: DoctorCheckDeps): Check[] {
  if (inspectSharedWork === undefined) return []
  const look = async () => {
    const work = await inspectSharedWork()
    return work === undefined ? warning('not known', {}) : checkSharedWork(work)
  }
  return [{ name: 'processes', look }]
}

const HANGING_CHECK: Check = { name: 'service', look: async () => wrong('service hangs', {}) }
