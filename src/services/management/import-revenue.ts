// Imports the daily revenue of one game from its owner's file (DATA-11).
import { setImmediate } from 'node:timers/promises'
import { type Clock, dayOf, minuteOf } from '../../domain/clock.js'
import { rejection } from '../../domain/error.js'
import type { Game } from '../../domain/game.js'
import type { Store } from '../../domain/ports/store.js'
import type { RevenueDay } from '../../domain/revenue.js'
import type { AuditLog } from '../audit/audit-log.js'
import { noteOfGame } from '../audit/notes.js'

/** A line of the file; `line` is its number from 1, the header included. */
export type RevenueRow = RevenueDay & { readonly line: number }

const MAX_REVENUE_DAYS = 100_000

export function createImportRevenue({ store, clock, audit }: { store: Store; clock: Clock; audit: AuditLog }) {
  return async function importRevenue(
    game: Game,
    rows: AsyncIterable<RevenueRow>,
    signal: AbortSignal,
  ): Promise<{ imported: number }> {
    const today = dayOf(minuteOf(clock.now()))
    const days = new Map<number, RevenueDay>()
    for await (const { line, day, amount } of rows) {
      if (day > today) throw rejection('INVALID_PARAMETERS', { name: 'revenue in the future', facts: { line } })
      if (days.size >= MAX_REVENUE_DAYS)
        throw rejection('INVALID_PARAMETERS', { name: 'too many days', facts: { most: MAX_REVENUE_DAYS } })
      days.set(day, { day, amount })
    }
    // Ctrl-C may have come with the end of the file.
    await setImmediate()
    if (signal.aborted) throw rejection('INVALID_PARAMETERS', { name: 'import stopped', facts: {} })
    const note = noteOfGame('revenue imported', game, `imported=${days.size}`)
    await audit.commit(note, () => store.revenue.put(game.id, [...days.values()]))
    return { imported: days.size }
  }
}
