// Keeps what a removed account read readable for thirty days (PLANS-14), although its games are deleted with it.
import { lte, sql } from 'drizzle-orm'
import { GRACE_PERIOD_MS } from '../../domain/account.js'
import type { PlanName } from '../../domain/plan.js'
import type { Orm } from './connection.js'
import { formerReader, game } from './schema.js'

export const formerReaders = {
  /**
   * Must be called in the transaction that deletes the account, before the deletion. Games that were removed before
   * keep their own thirty days.
   */
  keep: async (orm: Orm, { id, plan }: { readonly id: number; readonly plan: PlanName }, now: number): Promise<void> =>
    void (await orm.execute(sql`
      INSERT INTO ${formerReader} AS known (universe_id, plan, until)
      SELECT universe_id, ${plan}, max(coalesce(removed_at, ${now}::bigint)) + ${GRACE_PERIOD_MS}::bigint FROM ${game}
      WHERE account_id = ${id} AND (removed_at IS NULL OR removed_at > ${now - GRACE_PERIOD_MS}) GROUP BY universe_id
      ON CONFLICT (universe_id, plan) DO UPDATE SET until = greatest(known.until, excluded.until)`)),

  /** Must be called only while the clock is correct. */
  prune: async (orm: Orm, now: number): Promise<void> =>
    void (await orm.delete(formerReader).where(lte(formerReader.until, now))),
}
