// Creates a private server of a place with the operator's credential, limited per account and day (LEGACY-14).
import type { Account } from '../../domain/account.js'
import { type Clock, DAY_MS, dayOf, isoOfMs, minuteOf } from '../../domain/clock.js'
import { type HeadcountError, rejection } from '../../domain/error.js'
import type { Lookups } from '../../domain/ports/lookups.js'
import type { Platform } from '../../domain/ports/platform.js'
import type { Store } from '../../domain/ports/store.js'
import { MAX_SERVERS_PER_DAY, type PrivateServer } from '../../domain/private-server.js'

interface Deps {
  readonly lookups: Lookups
  readonly platform: Platform
  readonly store: Store
  readonly clock: Clock
}

export function createOpenPrivateServer({ lookups: { privateServers }, platform, store, clock }: Deps) {
  return async (account: Account, placeId: number): Promise<PrivateServer> => {
    if (privateServers.missing !== undefined)
      throw rejection('NOT_CONFIGURED', { name: 'private servers off', facts: { missing: privateServers.missing } })
    const universeId = await platform.universeOfPlace(placeId)
    if (universeId === undefined) throw rejection('NOT_FOUND', { name: 'unknown place', facts: { id: placeId } })
    const now = clock.now()
    const day = dayOf(minuteOf(now))
    if (!(await store.privateServerUses.take(account.id, day, MAX_SERVERS_PER_DAY))) throw usedUp(now, day)
    // At most 50 characters (PLATFORM-18).
    const name = `Headcount ${isoOfMs(now).slice(0, 16).replace('T', ' ')}`
    const opened = await privateServers.open({ universeId, placeId, name })
    if (opened.outcome === 'opened') return opened.server
    await store.privateServerUses.revert(account.id, day)
    throw rejection('UPSTREAM_ERROR', { name: 'server not opened', facts: { platformText: opened.platformText } })
  }
}

function usedUp(now: number, day: number): HeadcountError {
  const retryAfterSeconds = Math.max(1, Math.ceil(((day + 1) * DAY_MS - now) / 1000))
  const facts = { most: MAX_SERVERS_PER_DAY }
  return rejection('RATE_LIMIT_EXCEEDED', { name: 'servers used up', facts }, { retryAfterSeconds })
}
