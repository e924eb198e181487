// A game's series over a range of days, oldest first, at the account's own resolution.
import type { Account } from '../../domain/account.js'
import { type Clock, minuteOf } from '../../domain/clock.js'
import type { Game } from '../../domain/game.js'
import type { Plans } from '../../domain/plan.js'
import type { Store } from '../../domain/ports/store.js'
import { type DateRange, endMinute, firstMinute } from '../../domain/rules/date-range.js'
import { readingPlan } from '../../domain/rules/entitlement.js'
import { visibleInterval } from '../../domain/rules/visible.js'
import { type Block, thin } from '../../domain/sample.js'

export interface SampleExport {
  readonly game: Game
  readonly range: DateRange
  readonly blocks: AsyncIterable<Block>
}

export function bindExportSamples({ store, clock, plans }: { store: Store; clock: Clock; plans: Plans }) {
  return function exportSamples(account: Account, game: Game, range: DateRange): SampleExport {
    const now = clock.now()
    const plan = readingPlan(account, plans, now)
    const blocks = async function* (): AsyncGenerator<Block> {
      for await (const block of store.series.blocks(game.universeId, firstMinute(range), endMinute(range))) {
        const seen = thin(block, visibleInterval(plan, minuteOf(now), block.minutes[0] ?? 0))
        if (seen.minutes.length > 0) yield seen
      }
    }
    return { game, range, blocks: blocks() }
  }
}
