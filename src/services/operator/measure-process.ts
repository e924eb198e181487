// Reads the state of this process for its metrics and the operator's page: what runs, what waits, how much is stored, and how many players each game
// has (PROCESS-18).
import { type Clock, MINUTE_MS, minuteOf } from '../../domain/clock.js'
import type { AddressState, Platform, PlatformState } from '../../domain/ports/platform.js'
import type { Store } from '../../domain/ports/store.js'
import { type ClockCheck, type ClockState, reportedClockState } from '../../domain/time/clock-check.js'
import {
  type IntegrityPart,
  integrityOf,
  type LastVerification,
  type PartProbes,
  type PartState,
} from '../reading/check-health.js'
import type { Backups } from './backups.js'
import type { BackupReport } from './copies/report-backups.js'

/** The setting that holds when the last backup by hand was complete, as an ISO time. */
const LAST_MANUAL_BACKUP = 'backup.finished_at'
/** The games beyond have no metric. */
const MAX_MEASURED_GAMES = 5_000

/** What the process knows without its database. */
export interface OwnState {
  readonly poller: PartState
  readonly platform: PlatformState
  readonly addresses: readonly AddressState[]
  readonly bot: PartState
  /** `skewMs`: the platform's clock minus ours; undefined while that is not known. */
  readonly clock: { readonly state: ClockState; readonly skewMs: number | undefined }
}

/** What is read from the database. */
export interface StoredState {
  readonly notifications: { readonly pending: number; readonly claimed: number }
  readonly databaseBytes: number
  readonly games: number
  /** In ms; undefined if there was none, or if nothing is known of it. */
  readonly lastTickAt: number | undefined
  /** The last scheduled one that lies in its folder, so that one by hand hides no schedule that fails; without a schedule, the last by hand. */
  readonly lastBackupAt: number | undefined
  /** The last one of the command `backup`. */
  readonly lastManualBackupAt: number | undefined
  readonly backups: BackupReport
  readonly integrity: IntegrityPart
}

export interface ProcessState extends OwnState, StoredState {}

export interface GamePlayers {
  readonly universeId: number
  readonly name: string
  readonly players: number
}

interface MeasureProcessDeps {
  readonly store: Store
  readonly platform: Pick<Platform, 'addresses' | 'state'>
  readonly parts: PartProbes
  readonly clock: Clock
  readonly clockCheck: ClockCheck
  readonly backups: Pick<Backups, 'report'>
  readonly verification: LastVerification
}

export function createMeasureProcess(deps: MeasureProcessDeps) {
  const { store, platform, parts, clock, clockCheck, backups, verification } = deps
  const own = (): OwnState => ({
    poller: parts.poller(),
    platform: platform.state(),
    addresses: platform.addresses(),
    bot: parts.bot(),
    clock: { state: reportedClockState(clockCheck), skewMs: clockCheck.skewMs() },
  })
  const stored = async (): Promise<StoredState> => {
    const cursor = await store.series.cursor()
    const manual = Date.parse((await store.settings.get(LAST_MANUAL_BACKUP)) ?? '')
    const lastManualBackupAt = Number.isNaN(manual) ? undefined : manual
    const scheduled = await backups.report()
    const tracked = await store.universes.tracked()
    return {
      notifications: await store.outbox.countOpen(),
      databaseBytes: await store.bytes(),
      games: tracked.filter(({ subscribers }) => subscribers.length > 0).length,
      lastTickAt: cursor && cursor.minute * MINUTE_MS,
      lastBackupAt: scheduled.state === 'off' ? lastManualBackupAt : scheduled.heldCopyAt,
      lastManualBackupAt,
      backups: scheduled,
      integrity: await integrityOf(verification),
    }
  }
  return {
    own,
    stored,
    state: async (): Promise<ProcessState> => ({ ...(await stored()), ...own() }),
    /** The players of each game at its last sample, of at most 5,000 games; one that had no sample for two of its intervals is omitted. */
    players: async (): Promise<GamePlayers[]> => {
      const tracked = (await store.universes.tracked()).slice(0, MAX_MEASURED_GAMES)
      const latest = await store.series.latest(tracked.map(({ id }) => id))
      const now = minuteOf(clock.now())
      return tracked.flatMap(({ id, name, schedule }) => {
        const sample = latest.get(id)
        const interval = schedule?.interval ?? 0
        if (sample === undefined || interval === 0 || sample.minute <= now - 2 * interval) return []
        return [{ universeId: id, name, players: sample.ccu }]
      })
    },
  }
}

/** Returns what notes that a backup by hand is complete now. */
export const createRecordBackup =
  ({ store, clock }: Pick<MeasureProcessDeps, 'store' | 'clock'>) =>
  (): Promise<void> =>
    store.settings.set(LAST_MANUAL_BACKUP, new Date(clock.now()).toISOString())
