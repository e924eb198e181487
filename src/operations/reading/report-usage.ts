// What an account has used of what its plan allows.
import type { Account } from '../../domain/account.js'
import type { ApiKey } from '../../domain/api-key.js'
import { type Clock, dayOf, minuteOf } from '../../domain/clock.js'
import type { Plans } from '../../domain/plan.js'
import type { Store } from '../../domain/ports/store.js'
import { planInForce } from '../../domain/rules/entitlement.js'
import type { UsageRecorder } from '../managing/record-usage.js'

export interface UsageReport {
  readonly games: { readonly count: number; readonly max: number }
  readonly requests: { readonly today: number; readonly last30Days: number }
  readonly keys: readonly ApiKey[]
}

const DAYS = 30

export function bindReportUsage(ports: { store: Store; clock: Clock; plans: Plans; usage: UsageRecorder }) {
  const { store, clock, plans, usage } = ports
  return async function reportUsage(account: Account): Promise<UsageReport> {
    // Where the counts cannot be written now, they are told without the last seconds.
    await usage.flush().catch(() => undefined)
    const now = clock.now()
    const today = dayOf(minuteOf(now))
    return {
      games: {
        count: (await store.games.ofAccount(account.id)).length,
        max: planInForce(account, plans, now).maxGames,
      },
      requests: {
        today: await store.usage.requests(account.id, today, today),
        last30Days: await store.usage.requests(account.id, today - DAYS + 1, today),
      },
      keys: await store.keys.ofAccount(account.id),
    }
  }
}
