// The table `restored_week`: retention does not touch a restored week for as long as removed samples are kept, so that
// the operator can correct the cause of the removal.
import { and, eq, lte, sql } from 'drizzle-orm'
import type { CorrectTime, RestoredWeeks } from '../../../../series/removal/removed-segments.js'
import type { Connection } from '../../connection.js'
import { restoredWeek } from './schema.js'

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
