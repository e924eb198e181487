// Looks up the past names of a user. The platform allows one call per minute (PLATFORM-15), so unknown users are excluded first.
import type { LookUps } from '../../domain/ports/look-ups.js'
import { pastNameRow } from '../schemas/users.js'
import type { LookUpClient } from './client.js'
import { LookUpCache, NAMES_MS } from './look-up-cache.js'
import { allPages } from './rows.js'

const ENDPOINT = 'users:name-history'
/** With more concurrent calls, few would get their turn within the limited wait. */
const MAX_CONCURRENT_CALLS = 20

export function pastNameLookUps(line: LookUpClient, userById: LookUps['userById']): Pick<LookUps, 'pastNames'> {
  const terms = {
    freshMs: NAMES_MS,
    concurrency: MAX_CONCURRENT_CALLS,
    limitReached: () => line.limitReached(ENDPOINT),
    clock: line.clock,
    onRead: line.onCacheRead,
  }
  const names = new LookUpCache<number, readonly string[]>(terms, async (id) => {
    const user = await userById(id)
    if (user.value === undefined) return undefined
    // The default order without `sortOrder` is unverified (PLATFORM-15).
    const path = `/v1/users/${id}/username-history?limit=100&sortOrder=Desc`
    const rows = await allPages(line, { endpoint: ENDPOINT, service: 'users', path, row: pastNameRow }, line.deadline())
    if (rows === undefined) throw line.limitReached(ENDPOINT)
    return rows.map(({ name }) => name)
  })
  return { pastNames: (id) => names.get(id) }
}
