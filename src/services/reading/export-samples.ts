// A game's series over a range of days, oldest first, at the account's own resolution, with the game's revenue.
import type { Account } from '../../domain/account.js'
import { type Clock, minuteOf } from '../../domain/clock.js'
import type { Game } from '../../domain/game.js'
import type { Plans } from '../../domain/plan.js'
import type { Store } from '../../domain/ports/store.js'
import { damagedRange } from '../../domain/rules/damage.js'
import { type DateRange, endMinute, firstMinute } from '../../domain/rules/date-range.js'
import { readingPlan } from '../../domain/rules/entitlement.js'
import type { Span } from '../../domain/rules/span.js'
import { visibleInterval } from '../../domain/rules/visible.js'
import { type Block, thin } from '../../domain/sample.js'
import type { SampleExport } from '../../domain/sample-export.js'

export function createExportSamples({ store, clock, plans }: { store: Store; clock: Clock; plans: Plans }) {
  const requireWhole = async ({ universeId }: Game, span: Span, look: 'known' | 'fresh'): Promise<void> => {
    const damage = await store.series.damage(universeId, span, look)
    const lost = damage.filter(({ what }) => what === 'samples')
    if (lost.length > 0) throw damagedRange(lost)
  }

  return async function exportSamples(account: Account, game: Game, range: DateRange): Promise<SampleExport> {
    const now = clock.now()
    const span = { from: firstMinute(range), until: endMinute(range) }
    // A look at every week, before anything is handed out: a file that lacks days must not look like a whole one.
    await requireWhole(game, span, 'fresh')
    const plan = readingPlan(account, plans, now)
    const blocks = async function* (): AsyncGenerator<Block> {
      for await (const block of store.series.blocks(game.universeId, span.from, span.until, true)) {
        const seen = thin(block, visibleInterval(plan, minuteOf(now), block.minutes[0] ?? 0))
        if (seen.minutes.length > 0) yield seen
      }
      // What broke meanwhile may have been written anew without what was lost.
      await requireWhole(game, span, 'known')
    }
    // DATA-11: it belongs to the account's game; whoever else exports the universe has another game of it.
    const revenue = game.accountId === account.id ? await store.revenue.between(game.id, range) : new Map()
    return { game, range, blocks: blocks(), revenue }
  }
}
