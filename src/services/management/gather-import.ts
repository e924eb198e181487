// Gathers the rows of a file by universe and week, and checks what can be checked without the store.
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { dayOf, isoOfDay, type Minute, WEEK_MINUTES } from '../../domain/clock.js'
import { rejection } from '../../domain/error.js'
import type { Store } from '../../domain/ports/store.js'
import { cadencesOf, MAX_CADENCE_ROWS } from '../../domain/rules/cadence.js'
import { joinMinutes } from '../../domain/sample.js'
import { badLine, IMPORT_ROW, type ImportRows, MAX_IMPORT_ROWS } from '../../domain/sample-file.js'
import { SampleBuffer } from './sample-buffer.js'

/**
 * Samples by universe and week, in file order. The store compresses whole weeks, so importing day by day would compress
 * each week seven times.
 */
export type ImportedWeeks = Map<number, Map<number, SampleBuffer>>

/** Revenue by universe and UTC day, each with the first line that contains it. */
export type ImportedRevenue = Map<number, Map<number, { readonly amount: number; readonly line: number }>>

export interface ImportData {
  readonly weeks: ImportedWeeks
  readonly revenue: ImportedRevenue
  readonly firstLine: ReadonlyMap<number, number>
}

export interface GatherOptions {
  readonly now: Minute
  readonly mayEarn: boolean
  /** Receives the universes that were not in the lines before, with their first lines; if it throws, no more is read. */
  readonly onNewUniverses?: (firstLine: ReadonlyMap<number, number>) => Promise<void>
}

export async function gatherImport(batches: AsyncIterable<ImportRows>, options: GatherOptions): Promise<ImportData> {
  const collector = new ImportCollector(options.now, options.mayEarn)
  for await (const batch of batches) {
    const added = collector.add(batch)
    if (added.size > 0) await options.onNewUniverses?.(added)
  }
  return collector
}

class ImportCollector implements ImportData {
  readonly weeks: ImportedWeeks = new Map()
  readonly revenue: ImportedRevenue = new Map()
  readonly firstLine = new Map<number, number>()
  private newInBatch = new Map<number, number>()
  private count = 0
  /** Most lines follow one of the same universe and week. */
  private rows = new SampleBuffer(0)
  private universeId = Number.NaN
  private from = 0

  constructor(
    private readonly now: Minute,
    private readonly mayEarn: boolean,
  ) {}

  /** Returns the universes that no batch before had. `as number` asserts that the index is within bounds. */
  add({ values, length }: ImportRows): ReadonlyMap<number, number> {
    this.count += length
    this.newInBatch = new Map()
    for (let at = 0; at < length * IMPORT_ROW.width; at += IMPORT_ROW.width) {
      const minute = values[at] as number
      const universeId = values[at + IMPORT_ROW.universeId] as number
      if (minute > this.now || minute < 0) throw badLine(values[at + IMPORT_ROW.line] as number, wrongTime(minute))
      if (!Number.isNaN(values[at + IMPORT_ROW.revenue] as number)) this.collectRevenue(values, at)
      if (universeId !== this.universeId || minute < this.from || minute >= this.from + WEEK_MINUTES)
        this.selectWeek(universeId, minute, values[at + IMPORT_ROW.line] as number)
      this.rows.add(values, at)
    }
    if (this.count > MAX_IMPORT_ROWS)
      throw rejection('INVALID_PARAMETERS', { name: 'too many lines', facts: { most: MAX_IMPORT_ROWS } })
    return this.newInBatch
  }

  private selectWeek(universeId: number, minute: Minute, line: number): void {
    const week = Math.floor(minute / WEEK_MINUTES)
    if (!this.firstLine.has(universeId)) {
      this.firstLine.set(universeId, line)
      this.newInBatch.set(universeId, line)
    }
    const byWeek = entry(this.weeks, universeId, () => new Map<number, SampleBuffer>())
    this.rows = entry(byWeek, week, () => new SampleBuffer(universeId))
    this.universeId = universeId
    this.from = week * WEEK_MINUTES
  }

  private collectRevenue(values: Float64Array, at: number): void {
    const line = values[at + IMPORT_ROW.line] as number
    if (!this.mayEarn) throw badLine(line, 'revenue must be empty, unless --account says whose it is')
    const [minute, universeId] = [values[at] as number, values[at + IMPORT_ROW.universeId] as number]
    addRevenue(this.revenue, { line, universeId, minute, revenue: values[at + IMPORT_ROW.revenue] as number })
  }
}

const wrongTime = (minute: Minute): string => (minute < 0 ? 'its time lies before 1970' : 'its time lies in the future')

interface EarningRow {
  readonly line: number
  readonly universeId: number
  readonly minute: Minute
  readonly revenue: number
}

/** DATA-12: a day's revenue belongs to one record of the day; if it is repeated, the values must be equal. */
function addRevenue(revenues: ImportedRevenue, { line, universeId, minute, revenue }: EarningRow): void {
  const day = dayOf(minute)
  const byDay = entry(revenues, universeId, () => new Map())
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

export interface CadencedWeek {
  readonly rows: SampleBuffer
  readonly cadences: Int32Array
}

/**
 * Each week with the cadences of its rows, which depend only on the rows around each of them, also on those of the weeks beside it
 * (DATA-20). A week is removed from `weeks`, because it is not needed again. Other work runs after each of them, because the rows of
 * a file may have to be sorted, which takes seconds for those of years.
 */
export async function* withCadences(weeks: ImportedWeeks): AsyncGenerator<CadencedWeek> {
  for (const byWeek of weeks.values()) {
    const ordered = [...byWeek].sort(([a], [b]) => a - b)
    let before = new Int32Array()
    /** Of this week and of those after it that were looked at. */
    let ahead: Int32Array[] = []
    for (const [index, [week, rows]] of ordered.entries()) {
      while (ahead.length === 0 || (isShort(ahead.slice(1)) && index + ahead.length < ordered.length)) {
        ahead.push(ordered[index + ahead.length]?.[1].minutes() ?? new Int32Array())
        await yieldToEventLoop()
      }
      const [own = new Int32Array(), ...after] = ahead
      byWeek.delete(week)
      yield { rows, cadences: cadencesBetween(before, own, joinMinutes(after).subarray(0, MAX_CADENCE_ROWS)) }
      before = joinMinutes([before, own]).slice(-MAX_CADENCE_ROWS)
      ahead = after
    }
  }
}

const isShort = (parts: readonly Int32Array[]): boolean =>
  parts.reduce((sum, { length }) => sum + length, 0) < MAX_CADENCE_ROWS

/** The cadences of `own`, between rows of the same file. */
function cadencesBetween(before: Int32Array, own: Int32Array, after: Int32Array): Int32Array {
  return cadencesOf(joinMinutes([before, own, after])).subarray(before.length, before.length + own.length)
}

function entry<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const known = map.get(key)
  if (known !== undefined) return known
  const value = make()
  map.set(key, value)
  return value
}
