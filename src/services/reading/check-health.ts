// Checks whether the process can do its work (PROCESS-15).
import { type Clock, isoOfMs } from '../../domain/clock.js'
import type { AddressState, Platform, PlatformState } from '../../domain/ports/platform.js'
import type { Store, StoreHealth } from '../../domain/ports/store.js'
import { readSharedWork, type SharedWork } from '../operator/shared-work.js'
import type { TickHeadroom } from '../sampling/tick-headroom.js'

/** The state of a part that may be off or failing while the rest continues. */
export interface PartState {
  readonly state: string
  readonly since?: string
  readonly detail?: string
  /** How many universes the last tick sampled, and how many gaps it noted. */
  readonly lastTick?: { readonly sampled: number; readonly gaps: number }
  /** The number of universes that a tick could sample in addition; missing while it is unknown (PROCESS-22). */
  readonly headroom?: number
  /** The local addresses from which calls leave; missing where the system chooses (PROCESS-35). */
  readonly addresses?: readonly AddressState[]
}

/** The poller's state while ticks are missing and nothing is sampled. */
export const OVERDUE = 'overdue'

/** The states that adapters report; the code that starts an adapter adds its probe. */
export interface HealthProbes {
  poller: () => PartState
  bot: () => PartState
}

export interface Health {
  readonly ready: boolean
  readonly database: StoreHealth
  readonly poller: PartState
  /** A platform that fails does not make the service unready: it notes the gaps. */
  readonly platform: PartState
  readonly bot: PartState
  /** Missing where one process does everything. A part that nobody does makes no single process unready. */
  readonly sharedWork?: SharedWork
  /** Backups that fail do not make the service unready: it can do its work. */
  readonly backups: PartState
}

interface Deps {
  readonly store: Store
  readonly clock: Clock
  readonly parts: HealthProbes
  readonly platform: Pick<Platform, 'addresses' | 'state'>
  readonly tickHeadroom: TickHeadroom
  readonly backups: { report(): Promise<PartState> }
}

export function createCheckHealth({ store, clock, platform, parts, tickHeadroom, backups }: Deps) {
  return async function checkHealth(): Promise<Health> {
    const database = await store.health()
    const poller = parts.poller()
    const ready = database.writable && database.migrated && database.moved !== true && poller.state !== OVERDUE
    const headroom = tickHeadroom.universes()
    const addresses = platform.addresses()
    const sharedWork = await readSharedWork(store.leases, clock).catch(() => undefined)
    return {
      ready,
      database,
      poller: {
        ...poller,
        ...(headroom !== undefined && { headroom }),
        ...(addresses.length > 0 && { addresses }),
      },
      platform: withIsoTime(platform.state()),
      bot: parts.bot(),
      ...(sharedWork !== undefined && { sharedWork }),
      backups: await stateOf(backups),
    }
  }
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
