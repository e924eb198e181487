// Says from when on a rule that compares with the usual can tell: a game that was just added has no usual yet.
import type { Account } from '../../domain/account.js'
import { type Clock, type Minute, minuteOf } from '../../domain/clock.js'
import type { Game } from '../../domain/game.js'
import type { RuleDraft } from '../../domain/notifications/settings.js'
import type { Plans } from '../../domain/plan.js'
import type { Store } from '../../domain/ports/store.js'
import { planInForce } from '../../domain/rules/entitlement.js'
import { createUsualHistory } from './usual-history.js'

export function createRuleReady({ store, clock, plans }: { store: Store; clock: Clock; plans: Plans }) {
  const usualHistory = createUsualHistory(store)

  /** Null if the rule can tell now, or compares with nothing that must be known. */
  return async function ruleReady(
    account: Account,
    game: Game,
    { condition }: Pick<RuleDraft, 'condition'>,
  ): Promise<Minute | null> {
    if (condition.is !== 'unusual') return null
    const now = minuteOf(clock.now())
    const usual = await usualHistory({
      universeId: game.universeId,
      interval: planInForce(account, plans, clock.now()).intervalMinutes,
      span: { from: now, until: now + 1 },
      excluded: await store.expectedSpans.ofGame(game.id),
    })
    const found = usual.at(now)
    return found.kind === 'not yet' ? found.from : null
  }
}
