// Counts requests by account and day, and the last use of API keys; written in one transaction from time to time.
import { and, between, eq, sql } from 'drizzle-orm'
import type { UsageStore } from '../../domain/usage.js'
import type { Changes } from './cached-reads.js'
import type { Connection } from './connection.js'
import { account, apiKey, keyRequestCount, requestCount } from './schema.js'

export function usageStore(connection: Connection, changes: Changes): UsageStore {
  const { orm, write } = connection
  const { placeholder } = sql
  const count = countStatement(connection)
  const countKey = countKeyStatement(connection)
  const touch = orm
    .update(apiKey)
    .set({ lastUsedAt: sql`max(coalesce(${apiKey.lastUsedAt}, 0), ${placeholder('at')})` })
    .where(eq(apiKey.id, placeholder('keyId')))
    .prepare()
  const daily = orm
    .select({ day: requestCount.day, count: requestCount.count })
    .from(requestCount)
    .where(
      and(
        eq(requestCount.accountId, placeholder('accountId')),
        between(requestCount.day, placeholder('from'), placeholder('until')),
      ),
    )
    .orderBy(requestCount.day)
    .prepare()
  const dailyByKey = orm
    .select({ keyId: keyRequestCount.keyId, day: keyRequestCount.day, count: keyRequestCount.count })
    .from(keyRequestCount)
    .innerJoin(apiKey, eq(apiKey.id, keyRequestCount.keyId))
    .where(
      and(
        eq(apiKey.accountId, placeholder('accountId')),
        between(keyRequestCount.day, placeholder('from'), placeholder('until')),
      ),
    )
    .orderBy(keyRequestCount.day, keyRequestCount.keyId)
    .prepare()
  return {
    add: async ({ requests, keyRequests = [], keys }) =>
      write(() => {
        for (const { accountId, day, count: more } of requests) count.run({ accountId, day, more })
        for (const { keyId, day, count: more } of keyRequests) countKey.run({ keyId, day, more })
        for (const { keyId, at } of keys) touch.run({ keyId, at })
        if (keys.length > 0) changes.bump('keys')
      }),
    dailyByKey: async (accountId, from, until) => dailyByKey.all({ accountId, from, until }),
    daily: async (accountId, from, until) => daily.all({ accountId, from, until }),
  }
}

/** Selects the account to insert the count, so that an account that was removed in the meantime is skipped. */
function countStatement({ orm }: Connection) {
  const { placeholder } = sql
  return orm
    .insert(requestCount)
    .select(
      orm
        .select({
          accountId: account.id,
          day: sql<number>`${placeholder('day')}`.as('day'),
          count: sql<number>`${placeholder('more')}`.as('count'),
        })
        .from(account)
        .where(eq(account.id, placeholder('accountId'))),
    )
    .onConflictDoUpdate({
      target: [requestCount.accountId, requestCount.day],
      set: { count: sql`${requestCount.count} + excluded.count` },
    })
    .prepare()
}

/** The same by key. */
function countKeyStatement({ orm }: Connection) {
  const { placeholder } = sql
  return orm
    .insert(keyRequestCount)
    .select(
      orm
        .select({
          keyId: apiKey.id,
          day: sql<number>`${placeholder('day')}`.as('day'),
          count: sql<number>`${placeholder('more')}`.as('count'),
        })
        .from(apiKey)
        .where(eq(apiKey.id, placeholder('keyId'))),
    )
    .onConflictDoUpdate({
      target: [keyRequestCount.keyId, keyRequestCount.day],
      set: { count: sql`${keyRequestCount.count} + excluded.count` },
    })
    .prepare()
}
