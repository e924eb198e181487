// Gathers the rows of a file by universe and week, and checks what can be checked without the store.
import { dayOf, isoOfDay, WEEK_MINUTES } from '../../domain/clock.js'
import { rejection } from '../../domain/error.js'
import type { Store } from '../../domain/ports/store.js'
import { cadencesOf } from '../../domain/rules/cadence.js'
import { badLine, type ImportRow } from '../../domain/sample-file.js'
import { SampleBuffer } from './sample-buffer.js'

/** Needs less than a gigabyte of memory; a longer history must be split into several files. */
const MAX_ROWS = 10_000_000

/**
 * Samples by universe and week, in file order. The store compresses whole weeks, so importing day by day would compress
 * each week seven times.
 */
export type ImportedWeeks = Map<number, Map<number, SampleBuffer>>

/** Revenue by universe and UTC day, each with the first line that contains it. */
export type ImportedRevenue = Map<number, Map<number, { readonly amount: number; readonly line: number }>>

export interface ImportData {
  readonly weeks: ImportedWeeks
  readonly earned: ImportedRevenue
  readonly firstLine: ReadonlyMap<number, number>
}

export async function gatherImport(
  rows: AsyncIterable<readonly ImportRow[]>,
  now: number,
  mayEarn: boolean,
): Promise<ImportData> {
  const weeks: ImportedWeeks = new Map()
  const earned: ImportedRevenue = new Map()
  const firstLine = new Map<number, number>()
  let count = 0
  // Most lines follow one of the same universe and week.
  let last: { readonly universeId: number; readonly week: number; readonly rows: SampleBuffer } | undefined
  for await (const some of rows)
    for (const { line, sample, revenue } of some) {
      if (++count > MAX_ROWS)
        throw rejection('INVALID_PARAMETERS', { name: 'too many lines', facts: { most: MAX_ROWS } })
      if (sample.minute > now) throw badLine(line, 'its time lies in the future')
      if (revenue !== null) {
        if (!mayEarn) throw badLine(line, 'revenue must be empty, unless --account says whose it is')
        addRevenue(earned, { line, sample, revenue })
      }
      const { universeId } = sample
      const week = Math.floor(sample.minute / WEEK_MINUTES)
      if (last?.universeId !== universeId || last.week !== week) {
        if (!firstLine.has(universeId)) firstLine.set(universeId, line)
        const byWeek = entry(weeks, universeId, () => new Map<number, SampleBuffer>())
        last = { universeId, week, rows: entry(byWeek, week, () => new SampleBuffer(universeId)) }
      }
      last.rows.add(sample)
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
  const first = entry(byDay, day, () => ({ amount: revenue, line }))
  if (first.amount !== revenue) {
    throw badLine(line, `${isoOfDay(day)} earned ${revenue} here and ${first.amount} in line ${first.line}`)
  }
}

export async function requireKnown(store: Store, firstLine: ImportData['firstLine']): Promise<void> {
  const known = await store.universes.known([...firstLine.keys()])
  for (const [universeId, line] of firstLine)
    if (!known.has(universeId)) throw badLine(line, `universe ${universeId} is not known here. Add it as a game first`)
}

/** Each week with the cadences of its rows, which are found from all rows of its universe (DATA-20). */
export function* withCadences(weeks: ImportedWeeks): Generator<{ rows: SampleBuffer; cadences: Int32Array }> {
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

function entry<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const known = map.get(key)
  if (known !== undefined) return known
  const made = make()
  map.set(key, made)
  return made
}
