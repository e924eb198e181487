// Counts how many private servers each account opened on a day. Only the latest day is needed, and older ones are
// deleted while the clock is correct.
import { and, eq, gt, lt, sql } from 'drizzle-orm'
import type { PrivateServerUseStore } from '../../domain/private-server.js'
import type { ClockState } from '../../domain/time/clock-check.js'
import type { Connection } from './connection.js'
import { privateServerUse as use } from './schema.js'

export const privateServerUseStore = ({ write }: Connection, clockState: () => ClockState): PrivateServerUseStore => ({
  take: (accountId, day, most) =>
    write(async ({ orm }) => {
      if (clockState() === 'correct') await orm.delete(use).where(and(eq(use.accountId, accountId), lt(use.day, day)))
      const { rowCount } = await orm
        .insert(use)
        .values({ accountId, day, uses: 1 })
        .onConflictDoUpdate({
          target: [use.accountId, use.day],
          set: { uses: sql`${use.uses} + 1` },
          setWhere: lt(use.uses, most),
        })
      return rowCount === 1
    }),
  revert: (accountId, day) =>
    write(async ({ orm }) => {
      const isTaken = and(eq(use.accountId, accountId), eq(use.day, day), gt(use.uses, 0))
      await orm
        .update(use)
        .set({ uses: sql`${use.uses} - 1` })
        .where(isTaken)
    }),
})
