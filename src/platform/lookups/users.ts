// Looks up users by id and by name, and their presence, with three batch calls (PLATFORM-14, PLATFORM-25).
import type { Lookups, UserFacts } from '../../domain/ports/lookups.js'
import type { Deadline } from '../outgoing/deadline.js'
import {
  type PresenceRow,
  presenceAnswer,
  presenceRow,
  type UserByIdRow,
  type UserByNameRow,
  userByIdRow,
  userByNameRow,
} from '../schemas/users.js'
import { listAnswer } from '../schemas/wire.js'
import { BatchQueue } from './batch-queue.js'
import type { LookupClient } from './client.js'
import { LookupCache, NAME_LIFETIME_MS, VISITS_LIFETIME_MS } from './lookup-cache.js'
import { byKey } from './rows.js'

const MAX_USERS = 100
const MAX_PRESENCES = 50
const MAX_CONCURRENT_CALLS = 500
/** In milliseconds; presence is optional, so it must not delay a response for long. */
const PRESENCE_TIMEOUT_MS = 3_000
const OFFLINE_CODE = 0

export function userLookups(client: LookupClient): Pick<Lookups, 'userById' | 'userByName' | 'isOnline'> {
  const ids = new BatchQueue<number, UserByIdRow>({
    maxIds: MAX_USERS,
    deadline: () => client.deadline(),
    ask: async (userIds, deadline) => byKey(await askById(client, userIds, deadline), userByIdRow, ({ id }) => id),
  })
  const names = new BatchQueue<string, UserByNameRow>({
    maxIds: MAX_USERS,
    deadline: () => client.deadline(),
    ask: async (usernames, deadline) =>
      byKey(await askByName(client, usernames, deadline), userByNameRow, (row) => row.requestedUsername.toLowerCase()),
  })
  const presences = new BatchQueue<number, PresenceRow>({
    maxIds: MAX_PRESENCES,
    deadline: () => client.deadline(PRESENCE_TIMEOUT_MS),
    ask: async (userIds, deadline) =>
      byKey(await askPresence(client, userIds, deadline), presenceRow, (row) => row.userId),
  })
  const optionsFor = (freshMs: number, endpoint: string) => ({
    freshMs,
    concurrency: MAX_CONCURRENT_CALLS,
    limitReached: () => client.limitReached(endpoint),
    clock: client.clock,
    onRead: client.onCacheRead,
  })
  const byId = new LookupCache<number, UserFacts>(optionsFor(NAME_LIFETIME_MS, 'users:by-id'), async (id) =>
    factsOf(await ids.get(id)),
  )
  const byName = new LookupCache<string, UserFacts>(optionsFor(NAME_LIFETIME_MS, 'users:by-name'), async (name) =>
    factsOf(await names.get(name)),
  )
  const online = new LookupCache<number, boolean>(optionsFor(VISITS_LIFETIME_MS, 'presence:users'), async (id) => {
    const row = await presences.get(id)
    return row && row.userPresenceType !== OFFLINE_CODE
  })
  return {
    userById: (id) => byId.get(id),
    userByName: (name) => byName.get(name.toLowerCase()),
    isOnline: (id) => online.get(id),
  }
}

const factsOf = (row: UserFacts | undefined): UserFacts | undefined => row && { id: row.id, name: row.name }

/** PLATFORM-14: banned users are included. */
async function askById(
  client: LookupClient,
  userIds: readonly number[],
  deadline: Deadline,
): Promise<readonly unknown[]> {
  const body = { userIds, excludeBannedUsers: false }
  const call = { endpoint: 'users:by-id', service: 'users', path: '/v1/users', method: 'POST' as const, body }
  return (await client.ask({ ...call, answer: listAnswer }, deadline)).data
}

/** PLATFORM-14: past names match too. */
async function askByName(
  client: LookupClient,
  usernames: readonly string[],
  deadline: Deadline,
): Promise<readonly unknown[]> {
  const body = { usernames, excludeBannedUsers: false }
  const call = { endpoint: 'users:by-name', service: 'users', path: '/v1/usernames/users', method: 'POST' as const }
  return (await client.ask({ ...call, body, answer: listAnswer }, deadline)).data
}

/** PLATFORM-25: reads whether users are online. */
async function askPresence(
  client: LookupClient,
  userIds: readonly number[],
  deadline: Deadline,
): Promise<readonly unknown[]> {
  const call = { endpoint: 'presence:users', service: 'presence', path: '/v1/presence/users', method: 'POST' as const }
  return (await client.ask({ ...call, body: { userIds }, answer: presenceAnswer }, deadline)).userPresences
}
