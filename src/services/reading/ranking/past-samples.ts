// Reads the samples before a minute of the past as an account sees them, for a ranking of that minute.
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { Account } from '../../../domain/account.js'
import { type Clock, HOUR_MINUTES, type Minute, minuteOf } from '../../../domain/clock.js'
import { MEASURES } from '../../../domain/measures.js'
import type { Plans } from '../../../domain/plan.js'
import type { Store } from '../../../domain/ports/store.js'
import { readingPlan } from '../../../domain/rules/entitlement.js'
import { visibleInterval } from '../../../domain/rules/visible.js'
import { type Block, type Sample, thin, toNullable } from '../../../domain/sample.js'

/** Two days, for the change of the day before, and the tolerance around its beginning. */
const MAX_REACH_MINUTES = 60 * HOUR_MINUTES

export interface PastSamples {
  /** The last sample at or before the minute; missing votes are the last known ones, at most two days old. */
  readonly latest: Sample | undefined
  /** The sample nearest to a minute, at most `tolerance` minutes away; the earlier one of two equally near. */
  nearest(minute: Minute, tolerance: number): Sample | undefined
}

export function createPastSamples({ store, clock, plans }: { store: Store; clock: Clock; plans: Plans }) {
  return async function pastSamples(account: Account, universeId: number, at: Minute): Promise<PastSamples> {
    const now = minuteOf(clock.now())
    const plan = readingPlan(account, plans, clock.now())
    // Kept as columns: an object for each of these thousands of samples would take ten times as long as reading them.
    const blocks: Block[] = []
    for await (const block of store.series.blocks(universeId, at - MAX_REACH_MINUTES, at + 1))
      blocks.push(thin(block, visibleInterval(plan, now, block.minutes[0] ?? 0)))
    await yieldToEventLoop()
    return { latest: latestOf(blocks), nearest: (minute, tolerance) => nearestOf(blocks, minute, tolerance) }
  }
}

function latestOf(blocks: readonly Block[]): Sample | undefined {
  const last = blocks.findLast(({ minutes }) => minutes.length > 0)
  if (last === undefined) return undefined
  const latest = sampleAt(last, last.minutes.length - 1)
  for (const block of blocks.toReversed()) {
    const row = lastVotedRow(block)
    if (row === undefined) continue
    const { likes, dislikes } = sampleAt(block, row)
    return { ...latest, likes, dislikes }
  }
  return latest
}

function lastVotedRow({ minutes, columns: { likes, dislikes } }: Block): number | undefined {
  for (let row = minutes.length - 1; row >= 0; row--)
    if (!Number.isNaN(likes[row]) && !Number.isNaN(dislikes[row])) return row
  return undefined
}

function nearestOf(blocks: readonly Block[], minute: Minute, tolerance: number): Sample | undefined {
  let best: { readonly block: Block; readonly row: number; readonly away: number } | undefined
  for (const block of blocks)
    for (const [row, at] of block.minutes.entries()) {
      const away = Math.abs(at - minute)
      if (away <= tolerance && away < (best?.away ?? Number.POSITIVE_INFINITY)) best = { block, row, away }
    }
  return best && sampleAt(best.block, best.row)
}

function sampleAt({ universeId, minutes, columns }: Block, row: number): Sample {
  const values = MEASURES.map(({ name, nullable }) => {
    const value = columns[name][row]
    return [name, nullable ? toNullable(value) : (value ?? 0)]
  })
  return { universeId, minute: minutes[row] ?? 0, ...Object.fromEntries(values) } as Sample
}
