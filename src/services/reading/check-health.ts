// Checks whether the process can do its work (PROCESS-15).
import { type Clock, isoOfMs } from '../../domain/clock.js'
import type { AddressState, Platform, PlatformState } from '../../domain/ports/platform.js'
import type { Store, StoreHealth } from '../../domain/ports/store.js'
import { type ClockCheck, type ClockState, reportedClockState } from '../../domain/time/clock-check.js'
import { readSharedWork, type SharedWork } from '../operator/shared-work.js'
import type { TickHeadroom } from '../sampling/tick-headroom.js'

/** The state of a part that may be off or failing while the rest continues. */
export interface PartState {
  readonly state: string
  readonly since?: string
  readonly detail?: string
  /** How many universes the last tick sampled, and how many gaps it noted. */
  readonly lastTick?: { readonly sampled: number; readonly gaps: number }
  /** How many ticks in a row stored no sample; missing where the last one did. */
  readonly failedTicks?: number
  /** The number of universes that a tick could sample in addition; missing while it is unknown (PROCESS-22). */
  readonly headroom?: number
  /** Whether more than `headroom` may fit, because no tick of so many universes was measured. */
  readonly headroomIsMinimum?: boolean
  /** Before the first tick since the start: the time for which it is due (ISO). */
  readonly firstTickDue?: string
  /** The local addresses from which calls leave; missing where the system chooses (PROCESS-35). */
  readonly addresses?: readonly AddressState[]
}

export interface PollerPart extends PartState {
  /** Its failure is so long ago that it says nothing of now (PROCESS-59). */
  readonly isOutdated?: boolean
}

/** The poller's state while ticks are missing and nothing is sampled. */
export const OVERDUE = 'overdue'
/** Its state after a tick that stored no sample, because the store rejected it or the clock is not right. */
export const FAILING = 'failing'

/** The states that adapters report; the code that starts an adapter adds its probe. */
export interface PartProbes {
  poller: () => PollerPart
  bot: () => PartState
}

export interface HealthProbes extends PartProbes {
  /** Whether the first answers of clients are still prepared after the start (API-82). */
  arePreparingAnswers: () => boolean
}

/** While the clock differs from the platform's, nothing is sampled and no answer about "now" is right, so the service is not ready. */
export interface ClockPart extends PartState {
  readonly state: ClockState
  /** The platform's clock minus ours, negative where ours is ahead; missing while that is not known. */
  readonly skewSeconds?: number
}

export interface Health {
  readonly ready: boolean
  readonly database: StoreHealth
  readonly clock: ClockPart
  readonly poller: PartState
  /** A platform that fails does not make the service unready: it notes the gaps. */
  readonly platform: PartState
  readonly bot: PartState
  /** Only while the first answers are prepared. Clients that can wait find them faster afterwards. */
  readonly answers?: PartState
  /** Missing where one process does everything. A part that nobody does makes no single process unready. */
  readonly sharedWork?: SharedWork
  /** Backups that fail do not make the service unready: it can do its work. */
  readonly backups: PartState
  /** What the last verification found. Damage of the past does not make the service unready while it can store. */
  readonly integrity: IntegrityPart
}

export const INTEGRITY_STATES = ['unknown', 'sound', 'damaged'] as const

export interface IntegrityPart extends PartState {
  readonly state: (typeof INTEGRITY_STATES)[number]
}

interface Deps {
  readonly store: Store
  readonly clock: Clock
  readonly clockCheck: ClockCheck
  readonly parts: HealthProbes
  readonly platform: Pick<Platform, 'addresses' | 'state'>
  readonly tickHeadroom: TickHeadroom
  readonly backups: { report(): Promise<PartState> }
  readonly verification: LastVerification
}

export function createCheckHealth(deps: Deps) {
  const { store, clock, clockCheck, platform, parts, tickHeadroom, backups, verification } = deps
  return async function checkHealth(): Promise<Health> {
    const database = await store.health()
    const { isOutdated = false, ...poller } = parts.poller()
    const clockPart = clockPartOf(clockCheck)
    const isFailing = poller.state === OVERDUE || (poller.state === FAILING && !isOutdated)
    const isSampling = !isFailing && clockPart.state !== 'wrong'
    const headroom = tickHeadroom.now()
    const addresses = platform.addresses()
    // Together, because each of them may wait for a database that does not answer.
    const [sharedWork, backupPart, integrity] = await Promise.all([
      readSharedWork(store.leases, clock).catch(() => undefined),
      stateOf(backups),
      integrityOf(verification),
    ])
    const isPreparing = parts.arePreparingAnswers()
    const ready =
      database.writable && database.migrated === true && database.moved !== true && isSampling && !isPreparing
    return {
      ready,
      database,
      clock: clockPart,
      poller: {
        ...poller,
        ...(headroom !== undefined && { headroom: headroom.universes, headroomIsMinimum: headroom.isMinimum }),
        ...(addresses.length > 0 && { addresses }),
      },
      platform: withIsoTime(platform.state()),
      bot: parts.bot(),
      ...(isPreparing && { answers: { state: 'preparing' } }),
      ...(sharedWork !== undefined && { sharedWork }),
      backups: backupPart,
      integrity,
    }
  }
}

function clockPartOf(clockCheck: ClockCheck): ClockPart {
  const state = reportedClockState(clockCheck)
  const skewMs = clockCheck.skewMs()
  return {
    state,
    ...(skewMs !== undefined && { skewSeconds: Math.round(skewMs / 1_000) }),
    ...(state === 'wrong' && { detail: WRONG_CLOCK }),
  }
}

const WRONG_CLOCK =
  'The clocks of this machine and of the platform differ by more than two minutes; nothing is sampled until they agree. See which one is wrong.'

export interface LastVerification {
  last(): Promise<{ readonly at: number; readonly fileDamage: string | null; readonly lostWeeks: number } | undefined>
}

/** Everybody may read it, so it names no game and no file. */
export async function integrityOf(verification: LastVerification): Promise<IntegrityPart> {
  const found = await verification.last().catch(() => undefined)
  if (found === undefined) return { state: 'unknown' }
  const { at, fileDamage, lostWeeks } = found
  const since = isoOfMs(at)
  if (fileDamage === null && lostWeeks === 0) return { state: 'sound', since }
  const damage = [
    ...(fileDamage === null ? [] : ['The structure of the file is damaged.']),
    ...(lostWeeks === 0 ? [] : [`Weeks of a game that cannot be read: ${lostWeeks}.`]),
  ]
  return { state: 'damaged', since, detail: `${damage.join(' ')} The doctor says where.` }
}

const withIsoTime = ({ since, ...state }: PlatformState): PartState => ({
  ...state,
  ...(since !== undefined && { since: isoOfMs(since) }),
})

/** Without what only the operator reads. A failing read of the settings must not hide the state of the database. */
async function stateOf(backups: Deps['backups']): Promise<PartState> {
  const report = await backups.report().catch(() => ({ state: 'unknown' }) as PartState)
  const { state, since, detail } = report
  return { state, ...(since !== undefined && { since }), ...(detail !== undefined && { detail }) }
}
