// The table `restored_week`: what was restored is left alone for as long as what is removed is kept, so that the operator
// can mend what made retention remove it.
import { and, eq, lte, sql } from 'drizzle-orm'
import type { Connection } from '../../connection.js'
import type { CorrectTime } from './correct-time.js'
import type { RemovedWeek } from './removed-segments.js'
import { restoredWeek } from './schema.js'

export interface RestoredWeeks {
  has(week: RemovedWeek): boolean
  /** To be called in the transaction that restores it. */
  add(week: RemovedWeek): void
  /** Forgets those that were restored at `restoredAt` or before. */
  forgetBefore(restoredAt: number): void
}

export function restoredWeekTable({ orm }: Connection, correctTime: CorrectTime): RestoredWeeks {
  const { universeId, week } = restoredWeek
  const find = orm
    .select({ week })
    .from(restoredWeek)
    .where(and(eq(universeId, sql.placeholder('universeId')), eq(week, sql.placeholder('week'))))
    .prepare()
  return {
    has: ({ universeId, week }) => find.get({ universeId, week }) !== undefined,
    add({ universeId, week }) {
      const restoredAt = correctTime.ms()
      const target = [restoredWeek.universeId, restoredWeek.week]
      orm
        .insert(restoredWeek)
        .values({ universeId, week, restoredAt })
        .onConflictDoUpdate({ target, set: { restoredAt } })
        .run()
    },
    forgetBefore: (restoredAt) => void orm.delete(restoredWeek).where(lte(restoredWeek.restoredAt, restoredAt)).run(),
  }
}
