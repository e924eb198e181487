// Imports samples and an account's revenue from a file: first validates the whole file, then overwrites existing values
// (PROCESS-9, PROCESS-10).
import { setImmediate } from 'node:timers/promises'
import type { Account } from '../../domain/account.js'
import { type Clock, dayOf, isoOfDay, minuteOf } from '../../domain/clock.js'
import { rejection } from '../../domain/error.js'
import { RESTORABLE_DAYS } from '../../domain/ports/removed-samples.js'
import type { ImportCount, PreparedImport } from '../../domain/ports/series.js'
import type { Store } from '../../domain/ports/store.js'
import type { RevenueDay } from '../../domain/revenue.js'
import { badLine, type ImportRows } from '../../domain/sample-file.js'
import type { AuditLog } from '../audit/audit-log.js'
import { gatherImport, type ImportedRevenue, type ImportedWeeks, requireKnown, withCadences } from './gather-import.js'

export interface ImportOptions {
  /** The account whose revenue the file contains; without one, the file must contain no revenue. */
  readonly owner?: Account | undefined
  /** Stops the import between two weeks of a universe: imported weeks stay, and repeating the import completes it. */
  readonly signal?: AbortSignal
  /** Called with the number of imported weeks of universes, and their total. */
  readonly onProgress?: (done: number, total: number) => void
}

export interface ImportResult extends ImportCount {
  /** Rows of a minute that a later row of the file has too. */
  readonly duplicates: number
}

export function createImportSamples({ store, clock, audit }: { store: Store; clock: Clock; audit: AuditLog }) {
  return async function importSamples(
    rows: AsyncIterable<ImportRows>,
    { owner, signal, onProgress }: ImportOptions = {},
  ): Promise<ImportResult> {
    const { weeks, revenue: importedRevenue } = await gatherImport(rows, {
      now: minuteOf(clock.now()),
      mayEarn: owner !== undefined,
      onNewUniverses: (firstLine) => requireKnown(store, firstLine),
    })
    const revenue = owner === undefined ? [] : await revenueOfGames(store, owner, importedRevenue)
    await rejectThinnedOut(store, weeks)
    const total = { imported: 0, corrected: 0, unchanged: 0, duplicates: 0 }
    const count = [...weeks.values()].reduce((sum, byWeek) => sum + byWeek.size, 0)
    // Each week is a transaction of its own, and the first one has the note: an interrupted import has changed something.
    const commit = audit.commitSingleWrites({
      action: 'samples imported',
      accountId: owner?.id ?? null,
      subject: `games=${weeks.size}, weeks=${count}`,
    })
    let index = 0
    const blocks = blocksOf(weeks, (duplicates) => {
      total.duplicates += duplicates
    })
    for await (const { block, cadences } of store.series.prepareImport(blocks)) {
      // What prepared it took a part of this turn.
      await setImmediate()
      if (signal?.aborted) throw stopped(index, count)
      // Synced to the disk at the beginning and the end: a sync for each week would double the time.
      const stored = index + 1 === count ? 'at once' : 'with the next write'
      const done = await commit(() => store.series.importBlock(block, cadences, stored))
      total.imported += done.imported
      total.corrected += done.corrected
      total.unchanged += done.unchanged
      index++
      onProgress?.(index, count)
      // Lets the service run ticks and answer requests meanwhile.
      await setImmediate()
    }
    for (const { gameId, days } of revenue) await commit(() => store.revenue.put(gameId, days))
    return total
  }
}

async function* blocksOf(weeks: ImportedWeeks, onDuplicates: (count: number) => void): AsyncGenerator<PreparedImport> {
  for await (const { rows, cadences } of withCadences(weeks)) {
    onDuplicates(rows.replaced)
    const block = rows.block()
    // What is made of a week and what is stored of it are each some milliseconds of work.
    await setImmediate()
    yield { block, cadences }
  }
}

async function rejectThinnedOut(store: Store, weeks: ImportedWeeks): Promise<void> {
  for (const [universeId, byWeek] of weeks)
    for (const { firstMinute } of byWeek.values()) await rejectWeek(store, universeId, firstMinute)
}

async function rejectWeek(store: Store, universeId: number, minute: number): Promise<void> {
  if (!(await store.series.isThinnedOut(universeId, minute))) return
  const facts = { day: isoOfDay(dayOf(minute)), universeId, days: RESTORABLE_DAYS }
  throw rejection('INVALID_PARAMETERS', { name: 'week thinned out', facts })
}

/** Throws for revenue of a universe that the account does not track. */
export async function revenueOfGames(store: Store, owner: Account, revenue: ImportedRevenue) {
  const games = await store.games.ofAccount(owner.id)
  return [...revenue].map(([universeId, byDay]) => {
    const game = games.find((candidate) => candidate.universeId === universeId)
    const line = [...byDay.values()][0]?.line ?? 0
    if (!game) throw badLine(line, `account ${owner.name} has no game of universe ${universeId}, whose revenue this is`)
    return { gameId: game.id, days: [...byDay].map(([day, { amount }]): RevenueDay => ({ day, amount })) }
  })
}

const stopped = (done: number, all: number) =>
  rejection('INVALID_PARAMETERS', { name: 'import interrupted', facts: { done, total: all } })
