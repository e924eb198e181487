// Imports samples and an account's revenue from a file: first validates the whole file, then overwrites existing values
// (PROCESS-9, PROCESS-10).
import { setImmediate } from 'node:timers/promises'
import type { Account } from '../../domain/account.js'
import { type Clock, dayOf, isoOfDay, minuteOf, WEEK_MINUTES } from '../../domain/clock.js'
import { invalid } from '../../domain/error.js'
import type { ImportRow } from '../../domain/import-row.js'
import { RESTORABLE_DAYS } from '../../domain/ports/removed-samples.js'
import type { ImportCount } from '../../domain/ports/series.js'
import type { Store } from '../../domain/ports/store.js'
import type { RevenueDay } from '../../domain/revenue.js'
import { cadencesOf } from '../../domain/rules/cadence.js'
import { SampleBuffer } from './gathered-rows.js'

/** Needs less than a gigabyte of memory; a longer history must be split into several files. */
const MAX_ROWS = 10_000_000

/**
 * Samples by universe and week, in file order. The store compresses whole weeks, so importing day by day would compress
 * each week seven times.
 */
type ImportedWeeks = Map<number, Map<number, SampleBuffer>>

/** Revenue by universe and UTC day, each with the first line that contains it. */
type ImportedRevenue = Map<number, Map<number, { readonly amount: number; readonly line: number }>>

interface ImportData {
  readonly weeks: ImportedWeeks
  readonly earned: ImportedRevenue
  readonly firstLine: ReadonlyMap<number, number>
}

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

export function createImportSamples({ store, clock }: { store: Store; clock: Clock }) {
  return async function importSamples(
    rows: AsyncIterable<readonly ImportRow[]>,
    { owner, signal, onProgress }: ImportOptions = {},
  ): Promise<ImportResult> {
    const { weeks, earned, firstLine } = await gather(rows, minuteOf(clock.now()), owner !== undefined)
    const known = await store.universes.known([...firstLine.keys()])
    for (const [universeId, line] of firstLine) {
      if (!known.has(universeId)) {
        throw bad(line, `universe ${universeId} is not known here. Add it as a game first`)
      }
    }
    const revenue = owner === undefined ? [] : await revenueOfGames(store, owner, earned)
    await rejectThinnedOut(store, weeks)
    const total = { imported: 0, corrected: 0, unchanged: 0, duplicates: 0 }
    const count = [...weeks.values()].reduce((sum, byWeek) => sum + byWeek.size, 0)
    let index = 0
    for (const { rows, cadences } of withCadences(weeks)) {
      if (signal?.aborted) throw stopped(index, count)
      const done = await store.series.importBlock(rows.block(), cadences)
      total.imported += done.imported
      total.corrected += done.corrected
      total.unchanged += done.unchanged
      total.duplicates += rows.replaced
      onProgress?.(++index, count)
      // Lets the service run ticks and answer requests meanwhile.
      await setImmediate()
    }
    for (const { gameId, days } of revenue) await store.revenue.put(gameId, days)
    return total
  }
}

/** Each week with the cadences of its rows, which are found from all rows of its universe (DATA-20). */
function* withCadences(weeks: ImportedWeeks): Generator<{ rows: SampleBuffer; cadences: Int32Array }> {
  for (const byWeek of weeks.values()) {
    const ordered = [...byWeek].sort(([a], [b]) => a - b).map(([, rows]) => rows)
    const cadences = cadencesOf(joinMinutes(ordered.map((rows) => rows.minutes())))
    let from = 0
    for (const rows of ordered) {
      const until = from + rows.length
      yield { rows, cadences: cadences.subarray(from, until) }
      from = until
    }
  }
}

function joinMinutes(parts: readonly Int32Array[]): Int32Array {
  const joined = new Int32Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    joined.set(part, at)
    at += part.length
  }
  return joined
}

async function rejectThinnedOut(store: Store, weeks: ImportedWeeks): Promise<void> {
  for (const [universeId, byWeek] of weeks)
    for (const { firstMinute } of byWeek.values()) await rejectWeek(store, universeId, firstMinute)
}

async function rejectWeek(store: Store, universeId: number, minute: number): Promise<void> {
  if (await store.series.isThinnedOut(universeId, minute))
    throw invalid(
      `${isoOfDay(dayOf(minute))}: the samples of universe ${universeId} were thinned out under the plans' retention; that week takes no samples any more. Nothing was imported. Within ${RESTORABLE_DAYS} days, samples restore brings the week back.`,
    )
}

async function gather(rows: AsyncIterable<readonly ImportRow[]>, now: number, mayEarn: boolean): Promise<ImportData> {
  const weeks: ImportedWeeks = new Map()
  const earned: ImportedRevenue = new Map()
  const firstLine = new Map<number, number>()
  let count = 0
  for await (const some of rows)
    for (const { line, sample, revenue } of some) {
      if (++count > MAX_ROWS) throw invalid(`The file has more than ${MAX_ROWS} lines. Split it. Nothing was imported.`)
      if (sample.minute > now) throw bad(line, 'its time lies in the future')
      if (revenue !== null) {
        if (!mayEarn) throw bad(line, 'revenue must be empty, unless --account says whose it is')
        addRevenue(earned, { line, sample, revenue })
      }
      if (!firstLine.has(sample.universeId)) firstLine.set(sample.universeId, line)
      const { universeId } = sample
      const byWeek = entry(weeks, universeId, () => new Map<number, SampleBuffer>())
      entry(byWeek, Math.floor(sample.minute / WEEK_MINUTES), () => new SampleBuffer(universeId)).add(sample)
    }
  return { weeks, earned, firstLine }
}

/** DATA-12: a day's revenue belongs to one record of the day; if it is repeated, the values must be equal. */
function addRevenue(
  earned: ImportedRevenue,
  { line, sample, revenue }: ImportRow & { readonly revenue: number },
): void {
  const day = dayOf(sample.minute)
  const byDay = entry(earned, sample.universeId, () => new Map())
  const told = entry(byDay, day, () => ({ amount: revenue, line }))
  if (told.amount !== revenue) {
    throw bad(line, `${isoOfDay(day)} earned ${revenue} here and ${told.amount} in line ${told.line}`)
  }
}

async function revenueOfGames(store: Store, owner: Account, earned: ImportedRevenue) {
  const games = await store.games.ofAccount(owner.id)
  return [...earned].map(([universeId, byDay]) => {
    const game = games.find((candidate) => candidate.universeId === universeId)
    const line = [...byDay.values()][0]?.line ?? 0
    if (!game) throw bad(line, `account ${owner.name} has no game of universe ${universeId}, whose revenue this is`)
    return { gameId: game.id, days: [...byDay].map(([day, { amount }]): RevenueDay => ({ day, amount })) }
  })
}

const stopped = (done: number, all: number) =>
  invalid(`Stopped after ${done} of ${all} weeks. What is imported stays; import the file again to go on.`)

const bad = (line: number, what: string) => invalid(`Line ${line}: ${what}. Nothing was imported.`)

function entry<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const known = map.get(key)
  if (known !== undefined) return known
  const made = make()
  map.set(key, made)
  return made
}
