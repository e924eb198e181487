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

export function groupLookups(client: LookupClient): Pick<Lookups, 'group'> {
  const batch = new BatchQueue<number, GroupRow>({
    maxIds: MAX_IDS,
    deadline: () => client.deadline(),
    ask: async (ids, deadline) => byKey(await rowsOf(client, ids, deadline), groupRow, ({ id }) => id),
  })
  const options = {
    freshMs: NAME_LIFETIME_MS,
    concurrency: MAX_CONCURRENT_CALLS,
    limitReached: () => client.limitReached(ENDPOINT),
    clock: client.clock,
    onRead: client.onCacheRead,
  }
  const groups = new LookupCache<number, GroupFacts>(options, async (id) => {
    const row = await batch.get(id)
    return row && { id, name: row.name, description: row.description ?? '', ownerId: row.owner?.id ?? null }
  })
  return { group: (id) => groups.get(id) }
}

async function rowsOf(client: LookupClient, ids: readonly number[], deadline: Deadline): Promise<readonly unknown[]> {
  const path = `/v2/groups?groupIds=${ids.join(',')}`
  return (await client.ask({ endpoint: ENDPOINT, service: 'groups', path, answer: listAnswer }, deadline)).data
}
