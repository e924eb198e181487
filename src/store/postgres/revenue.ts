// Stores the daily revenue of an account's games.
import { and, between, eq, sql } from 'drizzle-orm'
import type { RevenueStore } from '../../domain/revenue.js'
import type { Connection } from './connection.js'
import { revenue } from './schema.js'

/** A statement takes at most 65,535 bound values, and each day has three. */
const MAX_DAYS_OF_STATEMENT = 10_000

export const revenueStore = ({ read, write }: Connection): RevenueStore => ({
  put: (gameId, days) =>
    write(async ({ orm, changed }) => {
      changed('revenue')
      // The last amount of a day counts, and a statement may not write one row twice.
      const amounts = [...new Map(days.map(({ day, amount }) => [day, amount]))].sort(([a], [b]) => a - b)
      for (let from = 0; from < amounts.length; from += MAX_DAYS_OF_STATEMENT) {
        const rows = amounts.slice(from, from + MAX_DAYS_OF_STATEMENT)
        await orm
          .insert(revenue)
          .values(rows.map(([day, amount]) => ({ gameId, day, amount })))
          .onConflictDoUpdate({ target: [revenue.gameId, revenue.day], set: { amount: sql`excluded.amount` } })
      }
    }),
  between: async (gameId, { start, end }) => {
    const isInRange = and(eq(revenue.gameId, gameId), between(revenue.day, start, end))
    const rows = await read((orm) => orm.select().from(revenue).where(isInRange).orderBy(revenue.day))
    return new Map(rows.map(({ day, amount }) => [day, amount]))
  },
})
