// Counts how many private servers each account opened on a day. Only the latest day is needed, and older ones are
// deleted while the clock is correct.
import { and, eq, gt, lt, sql } from 'drizzle-orm'
import type { PrivateServerUseStore } from '../../domain/private-server.js'
import type { ClockState } from '../../domain/time/clock-check.js'
import type { Connection } from './connection.js'
import { privateServerUse as use } from './schema.js'

export function privateServerUseStore({ orm, write }: Connection, clockState: () => ClockState): PrivateServerUseStore {
  const forgetBefore = (accountId: number, day: number): void => {
    orm
      .delete(use)
      .where(and(eq(use.accountId, accountId), lt(use.day, day)))
      .run()
  }
  return {
    take: async (accountId, day, most) =>
      write(() => {
        if (clockState() === 'correct') forgetBefore(accountId, day)
        const taken = orm
          .insert(use)
          .values({ accountId, day, uses: 1 })
          .onConflictDoUpdate({
            target: [use.accountId, use.day],
            set: { uses: sql`${use.uses} + 1` },
            setWhere: lt(use.uses, most),
          })
          .run()
        return taken.changes === 1
      }),
    revert: async (accountId, day) =>
      write(() => {
        orm
          .update(use)
          .set({ uses: sql`${use.uses} - 1` })
          .where(and(eq(use.accountId, accountId), eq(use.day, day), gt(use.uses, 0)))
          .run()
      }),
  }
}
