// Requests counted by account and day, and the last use of keys; written in one transaction now and then.
import type { DayCount, UsageStore } from '../../domain/usage.js'
import type { Changes } from './changes.js'
import type { Connection } from './connection.js'

export function usageStore({ raw, write }: Connection, changes: Changes): UsageStore {
  // An account or key that was removed meanwhile is passed over.
  const count = raw.prepare<[number, number, number]>(`
    INSERT INTO request_count (account_id, day, count)
    SELECT id, ?, ? FROM account WHERE id = ?
    ON CONFLICT (account_id, day) DO UPDATE SET count = count + excluded.count`)
  const touch = raw.prepare<[number, number]>(
    'UPDATE api_key SET last_used_at = max(coalesce(last_used_at, 0), ?) WHERE id = ?',
  )
  const daily = raw.prepare<[number, number, number], DayCount>(
    'SELECT day, count FROM request_count WHERE account_id = ? AND day BETWEEN ? AND ? ORDER BY day',
  )
  return {
    add: async ({ requests, keys }) =>
      write(() => {
        for (const request of requests) count.run(request.day, request.count, request.accountId)
        for (const { keyId, at } of keys) touch.run(at, keyId)
        if (keys.length > 0) changes.bump('keys')
      }),
    daily: async (accountId, from, until) => daily.all(accountId, from, until),
  }
}
