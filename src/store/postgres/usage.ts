// Counts requests by account and day, and the last use of API keys; written in one transaction from time to time.
import { and, between, eq, sql } from 'drizzle-orm'
import type { UsageStore } from '../../domain/usage.js'
import type { Connection } from './connection.js'
import { account, apiKey, keyRequestCount, requestCount } from './schema.js'

export const usageStore = ({ read, write }: Connection): UsageStore => ({
  add: ({ requests, keyRequests = [], keys }) =>
    write(async ({ orm, changed }) => {
      // Each selects what it counts for, so that an account or key that was removed in the meantime is skipped. In the order
      // of their ids, so that two processes do not wait for each other.
      for (const { accountId, day, count } of requests.toSorted((a, b) => a.accountId - b.accountId || a.day - b.day))
        await orm.execute(sql`INSERT INTO ${requestCount} AS known (account_id, day, count)
          SELECT id, ${day}::bigint, ${count}::bigint FROM ${account} WHERE id = ${accountId}
          ON CONFLICT (account_id, day) DO UPDATE SET count = known.count + excluded.count`)
      for (const { keyId, day, count } of keyRequests.toSorted((a, b) => a.keyId - b.keyId || a.day - b.day))
        await orm.execute(sql`INSERT INTO ${keyRequestCount} AS known (key_id, day, count)
          SELECT id, ${day}::bigint, ${count}::bigint FROM ${apiKey} WHERE id = ${keyId}
          ON CONFLICT (key_id, day) DO UPDATE SET count = known.count + excluded.count`)
      for (const { keyId, at } of keys.toSorted((a, b) => a.keyId - b.keyId))
        await orm
          .update(apiKey)
          .set({ lastUsedAt: sql`greatest(${apiKey.lastUsedAt}, ${at}::bigint)` })
          .where(eq(apiKey.id, keyId))
      if (keys.length > 0) changed('keys')
    }),
  daily: (accountId, from, until) =>
    read((orm) =>
      orm
        .select({ day: requestCount.day, count: requestCount.count })
        .from(requestCount)
        .where(and(eq(requestCount.accountId, accountId), between(requestCount.day, from, until)))
        .orderBy(requestCount.day),
    ),
  dailyByKey: (accountId, from, until) =>
    read((orm) =>
      orm
        .select({ keyId: keyRequestCount.keyId, day: keyRequestCount.day, count: keyRequestCount.count })
        .from(keyRequestCount)
        .innerJoin(apiKey, eq(apiKey.id, keyRequestCount.keyId))
        .where(and(eq(apiKey.accountId, accountId), between(keyRequestCount.day, from, until)))
        .orderBy(keyRequestCount.day, keyRequestCount.keyId),
    ),
})
