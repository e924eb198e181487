// Daily revenue of an account's games.
import type { RevenueStore } from '../../domain/revenue.js'
import type { Connection } from './connection.js'

export function revenueStore({ raw, write }: Connection): RevenueStore {
  const put = raw.prepare<[number, number, number]>(`
    INSERT INTO revenue (game_id, day, amount) VALUES (?, ?, ?)
    ON CONFLICT (game_id, day) DO UPDATE SET amount = excluded.amount`)
  const between = raw
    .prepare<[number, number, number], [number, number]>(
      'SELECT day, amount FROM revenue WHERE game_id = ? AND day BETWEEN ? AND ? ORDER BY day',
    )
    .raw()
  return {
    put: async (gameId, days) =>
      write(() => {
        for (const { day, amount } of days) put.run(gameId, day, amount)
      }),
    between: async (gameId, range) => new Map(between.all(gameId, range.start, range.end)),
  }
}
