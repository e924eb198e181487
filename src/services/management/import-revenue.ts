// Imports the daily revenue of one game from its owner's file (DATA-11).
import { setImmediate } from 'node:timers/promises'
import { type Clock, dayOf, minuteOf } from '../../domain/clock.js'
import { invalid } from '../../domain/error.js'
import type { Game } from '../../domain/game.js'
import type { Store } from '../../domain/ports/store.js'
import type { RevenueDay } from '../../domain/revenue.js'

/** A line of the file; `line` is its number from 1, the header included. */
export type RevenueRow = RevenueDay & { readonly line: number }

const MAX_DAYS = 100_000

export function createImportRevenue({ store, clock }: { store: Store; clock: Clock }) {
  return async function importRevenue(
    game: Game,
    rows: AsyncIterable<RevenueRow>,
    signal: AbortSignal,
  ): Promise<{ imported: number }> {
    const today = dayOf(minuteOf(clock.now()))
    const days = new Map<number, RevenueDay>()
    for await (const { line, day, amount } of rows) {
      if (day > today) throw invalid(`Line ${line}: its day lies in the future. Nothing was imported.`)
      if (days.size >= MAX_DAYS) throw invalid(`The file has more than ${MAX_DAYS} days. Nothing was imported.`)
      days.set(day, { day, amount })
    }
    // Ctrl-C may have come with the end of the file.
    await setImmediate()
    if (signal.aborted) throw invalid('Stopped before the whole file was read. Nothing was imported.')
    await store.revenue.put(game.id, [...days.values()])
    return { imported: days.size }
  }
}
