// Keeps what a removed account read readable for thirty days (PLANS-14), although its games are deleted with it.
import { GRACE_PERIOD_MS } from '../../../../domain/account.js'
import type { PlanName } from '../../../../domain/plan.js'
import type { Connection } from '../../connection.js'

export interface FormerReaders {
  /**
   * Must be called in the transaction that deletes the account, before the deletion. Games that were removed before
   * keep their own thirty days.
   */
  keep(account: { readonly id: number; readonly plan: PlanName }, now: number): void
  /** Must be called only while the clock is correct. */
  prune(now: number): void
  /** The plans with which removed accounts read a universe. */
  of(universeId: number, now: number): PlanName[]
}

export function formerReaders({ raw }: Connection): FormerReaders {
  const prune = raw.prepare<[number]>('DELETE FROM former_reader WHERE until <= ?')
  const keep = raw.prepare<[{ id: number; plan: PlanName; now: number; grace: number }]>(`
    INSERT INTO former_reader (universe_id, plan, until)
    SELECT universe_id, @plan, max(coalesce(removed_at, @now)) + @grace FROM game
    WHERE account_id = @id AND (removed_at IS NULL OR removed_at > @now - @grace) GROUP BY universe_id
    ON CONFLICT (universe_id, plan) DO UPDATE SET until = max(until, excluded.until)`)
  const select = raw.prepare<[number, number], { readonly plan: PlanName }>(
    'SELECT plan FROM former_reader WHERE universe_id = ? AND until > ?',
  )
  return {
    keep: ({ id, plan }, now) => void keep.run({ id, plan, now, grace: GRACE_PERIOD_MS }),
    prune: (now) => void prune.run(now),
    of: (universeId, now) => select.all(universeId, now).map(({ plan }) => plan),
  }
}
