// Reports the usage of an account compared with the limits of its plan.
import type { Account } from '../../domain/account.js'
import type { ApiKey } from '../../domain/api-key.js'
import { type Clock, dayOf, minuteOf } from '../../domain/clock.js'
import type { Plans } from '../../domain/plan.js'
import type { Store } from '../../domain/ports/store.js'
import { planInForce } from '../../domain/rules/entitlement.js'
import type { DayCount, KeyDayCount } from '../../domain/usage.js'
import type { UsageRecorder } from '../management/record-usage.js'

export interface UsageDay extends DayCount {
  /** Keys that made requests on that day, also revoked ones. */
  readonly keys: readonly KeyDayCount[]
}

export interface UsageReport {
  readonly games: { readonly count: number; readonly max: number }
  readonly requests: { readonly today: number; readonly last30Days: number }
  /** The last 30 days, oldest first, including days without requests. */
  readonly days: readonly UsageDay[]
  readonly keys: readonly ApiKey[]
}

const USAGE_DAYS = 30

export function createReportUsage(ports: { store: Store; clock: Clock; plans: Plans; usage: UsageRecorder }) {
  const { store, clock, plans, usage } = ports
  return async function reportUsage(account: Account): Promise<UsageReport> {
    // If the counts cannot be written now, the report lacks the last seconds.
    await usage.flush().catch(() => undefined)
    const now = clock.now()
    const today = dayOf(minuteOf(now))
    const counted = await store.usage.daily(account.id, today - USAGE_DAYS + 1, today)
    const byKey = await store.usage.dailyByKey(account.id, today - USAGE_DAYS + 1, today)
    const counts = new Map(counted.map(({ day, count }) => [day, count]))
    const days = Array.from({ length: USAGE_DAYS }, (_, index) => today - USAGE_DAYS + 1 + index)
    return {
      games: {
        count: (await store.games.ofAccount(account.id)).length,
        max: planInForce(account, plans, now).maxGames,
      },
      requests: {
        today: counts.get(today) ?? 0,
        last30Days: counted.reduce((sum, { count }) => sum + count, 0),
      },
      days: days.map((day) => ({
        day,
        count: counts.get(day) ?? 0,
        keys: byKey.filter((one) => one.day === day),
      })),
      keys: await store.keys.ofAccount(account.id),
    }
  }
}
