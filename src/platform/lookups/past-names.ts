// Looks up the past names of a user. The platform allows one call per minute (PLATFORM-15), so no call is spent on a user that does
// not exist.
import type { Lookups } from '../../domain/ports/lookups.js'
import { pastNameRow } from '../schemas/users.js'
import type { LookupClient } from './client.js'
import { LookupCache, NAME_LIFETIME_MS } from './lookup-cache.js'
import { readAllPages } from './rows.js'

const ENDPOINT = 'users:name-history'
/** With more concurrent calls, few would get their turn within the limited wait. */
const MAX_CONCURRENT_CALLS = 20

export function pastNameLookups(client: LookupClient, userById: Lookups['userById']): Pick<Lookups, 'pastNames'> {
  const options = {
    freshMs: NAME_LIFETIME_MS,
    concurrency: MAX_CONCURRENT_CALLS,
    limitReached: () => client.limitReached(ENDPOINT),
    clock: client.clock,
    onRead: client.onCacheRead,
  }
  const names = new LookupCache<number, readonly string[]>(options, async (id) => {
    const user = await userById(id)
    if (user.value === undefined) return undefined
    // The default order without `sortOrder` is unverified (PLATFORM-15).
    const path = `/v1/users/${id}/username-history?limit=100&sortOrder=Desc`
    const rows = await readAllPages(
      client,
      { endpoint: ENDPOINT, service: 'users', path, row: pastNameRow },
      client.deadline(),
    )
    if (rows === undefined) throw client.limitReached(ENDPOINT)
    return rows.map(({ name }) => name)
  })
  return { pastNames: (id) => names.get(id) }
}
