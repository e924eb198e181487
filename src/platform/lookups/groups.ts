// Looks up groups with the call that allows a hundred ids per second (PLATFORM-16), not the one that allows seven per minute.
import type { GroupFacts, Lookups } from '../../domain/ports/lookups.js'
import type { Deadline } from '../outgoing/deadline.js'
import { type GroupRow, groupRow } from '../schemas/groups.js'
import { listAnswer } from '../schemas/wire.js'
import { BatchQueue } from './batch-queue.js'
import type { LookupClient } from './client.js'
import { LookupCache, NAME_LIFETIME_MS } from './lookup-cache.js'
import { byKey } from './rows.js'

const ENDPOINT = 'groups:list'
const MAX_IDS = 100
const MAX_CONCURRENT_CALLS = 500

export function groupLookups(line: LookupClient): Pick<Lookups, 'group'> {
  const batch = new BatchQueue<number, GroupRow>({
    most: MAX_IDS,
    deadline: () => line.deadline(),
    ask: async (ids, deadline) => byKey(await rowsOf(line, ids, deadline), groupRow, ({ id }) => id),
  })
  const terms = {
    freshMs: NAME_LIFETIME_MS,
    concurrency: MAX_CONCURRENT_CALLS,
    limitReached: () => line.limitReached(ENDPOINT),
    clock: line.clock,
    onRead: line.onCacheRead,
  }
  const groups = new LookupCache<number, GroupFacts>(terms, async (id) => {
    const row = await batch.get(id)
    return row && { id, name: row.name, description: row.description ?? '', ownerId: row.owner?.id ?? null }
  })
  return { group: (id) => groups.get(id) }
}

async function rowsOf(line: LookupClient, ids: readonly number[], deadline: Deadline): Promise<readonly unknown[]> {
  const path = `/v2/groups?groupIds=${ids.join(',')}`
  return (await line.ask({ endpoint: ENDPOINT, service: 'groups', path, answer: listAnswer }, deadline)).data
}
