// Stores the daily revenue of an account's games.
import { and, between, eq, sql } from 'drizzle-orm'
import type { RevenueStore } from '../../domain/revenue.js'
import type { Changes } from './cached-reads.js'
import type { Connection } from './connection.js'
import { revenue } from './schema.js'

export function revenueStore({ orm, write }: Connection, changes: Changes): RevenueStore {
  const { placeholder } = sql
  const put = orm
    .insert(revenue)
    .values({ gameId: placeholder('gameId'), day: placeholder('day'), amount: placeholder('amount') })
    .onConflictDoUpdate({ target: [revenue.gameId, revenue.day], set: { amount: sql`excluded.amount` } })
    .prepare()
  const inRange = orm
    .select({ day: revenue.day, amount: revenue.amount })
    .from(revenue)
    .where(
      and(eq(revenue.gameId, placeholder('gameId')), between(revenue.day, placeholder('start'), placeholder('end'))),
    )
    .orderBy(revenue.day)
    .prepare()
  return {
    put: async (gameId, days) =>
      write(() => {
        changes.bump('revenue')
        for (const { day, amount } of days) put.run({ gameId, day, amount })
      }),
    between: async (gameId, { start, end }) =>
      new Map(inRange.all({ gameId, start, end }).map(({ day, amount }) => [day, amount])),
  }
}
