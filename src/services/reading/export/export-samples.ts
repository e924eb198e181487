// Exports a game's series over a range of days, oldest first, at the account's own resolution, with the game's revenue.
import type { Account } from '../../../domain/account.js'
import { type Clock, dayOf, minuteOf } from '../../../domain/clock.js'
import { rejection } from '../../../domain/error.js'
import type { Game } from '../../../domain/game.js'
import type { Plans } from '../../../domain/plan.js'
import type { StoreEvent } from '../../../domain/ports/events.js'
import type { Store } from '../../../domain/ports/store.js'
import { damagedRange } from '../../../domain/rules/damage.js'
import type { DateRange } from '../../../domain/rules/date-range.js'
import { readingPlan } from '../../../domain/rules/entitlement.js'
import type { Span } from '../../../domain/rules/span.js'
import { type ResolutionPart, resolutionOf, visibleInterval } from '../../../domain/rules/visible.js'
import { type Block, thin } from '../../../domain/sample.js'
import type { SampleExport } from '../../../domain/sample-file.js'
import { type LocalDateRange, spanOfDays } from '../../../domain/time/local-days.js'
import type { DataVersions } from '../data-versions.js'

export interface AccountExport extends SampleExport {
  readonly resolution: readonly ResolutionPart[]
  /** Changes with every sample of these days; undefined while the last day is not over. */
  readonly version: string | undefined
}

/** Most imports of one universe take less. */
const REWRITE_RETRY_SECONDS = 5

function mayRewrite(event: StoreEvent, universeId: number, { from, until }: Span): boolean {
  if (event.type === 'changes missed') return true
  if (event.type !== 'history rewritten' || event.universeId !== universeId || event.hasSameSamples) return false
  return event.from < until && event.until > from
}

const rewritten = () =>
  rejection('UNAVAILABLE', { name: 'history rewritten', facts: {} }, { retryAfterSeconds: REWRITE_RETRY_SECONDS })

interface Deps {
  readonly store: Store
  readonly clock: Clock
  readonly plans: Plans
  readonly dataVersions: DataVersions
}

export function createExportSamples({ store, clock, plans, dataVersions }: Deps) {
  const requireWhole = async ({ universeId }: Game, span: Span, look: 'known' | 'fresh'): Promise<void> => {
    const damage = await store.series.damage(universeId, span, look)
    const lost = damage.filter(({ what }) => what === 'samples')
    if (lost.length > 0) throw damagedRange(lost)
  }

  /** Of days of UTC, unless the range names another zone. */
  return async function exportSamples(
    account: Account,
    game: Game,
    range: DateRange & Partial<LocalDateRange>,
  ): Promise<AccountExport> {
    const now = clock.now()
    const version = dataVersions.past(game.universeId)
    const span = spanOfDays(range, range.timeZone ?? 'UTC')
    // Every week is checked before the first byte is sent, because a file with missing days must not look complete.
    await requireWhole(game, span, 'fresh')
    const plan = readingPlan(account, plans, now)
    const blocks = async function* (): AsyncGenerator<Block> {
      // What was sent of the state before and what follows would be samples that never stood beside each other.
      let isRewritten = dataVersions.past(game.universeId) !== version
      const stop = store.events.subscribe((event) => {
        isRewritten ||= mayRewrite(event, game.universeId, span)
      })
      try {
        for await (const block of store.series.wholeBlocks(game.universeId, span)) {
          const seen = thin(block, visibleInterval(plan, minuteOf(now), block.minutes[0] ?? 0))
          if (isRewritten) throw rewritten()
          if (seen.minutes.length > 0) yield seen
        }
        // A week that was damaged meanwhile may have been rewritten without the lost samples.
        await requireWhole(game, span, 'known')
        if (isRewritten) throw rewritten()
      } finally {
        stop()
      }
    }
    // DATA-11: revenue belongs to the account's game; other accounts that export the universe have their own game.
    const revenue = game.accountId === account.id ? await store.revenue.between(game.id, range) : new Map()
    return {
      game,
      range,
      blocks: blocks(),
      revenue,
      resolution: resolutionOf(plan, minuteOf(now), span),
      version: dataVersions.isComplete(dayOf(span.until - 1)) ? version : undefined,
    }
  }
}
