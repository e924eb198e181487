// Computes what the import of a file of samples would store, without storing it.
import type { Account } from '../../domain/account.js'
import { type Clock, HOUR_MINUTES, type Minute, minuteOf } from '../../domain/clock.js'
import { CLOSING_MEASURES, type ClosingMeasure } from '../../domain/measures.js'
import type { Store } from '../../domain/ports/store.js'
import { maxSpacing } from '../../domain/rules/cadence.js'
import type { Span } from '../../domain/rules/span.js'
import type { ImportRows } from '../../domain/sample-file.js'
import { gatherImport, withCadences } from './gather-import.js'
import { revenueOfGames } from './import-samples.js'
import type { SampleBuffer } from './sample-buffer.js'

export interface ImportPreview {
  readonly samples: number
  readonly duplicates: number
  readonly from: Minute | null
  readonly until: Minute | null
  /** Minutes between most of the samples; null if the file does not show it. */
  readonly cadence: number | null
  /** How many holes the file has, and the longest of them, the longest first. */
  readonly gaps: number
  readonly longestGaps: readonly Span[]
  readonly playerHours: number
  /** Measures that no sample of the file has. */
  readonly unknown: readonly ClosingMeasure[]
  /** Universes that must be added as games before the file can be imported; at most five are named. */
  readonly untracked: readonly number[]
}

const MAX_PREVIEW_GAPS = 5
const MAX_PREVIEW_UNTRACKED = 5

export function createPreviewImport({ store, clock }: { store: Store; clock: Clock }) {
  /** Throws on the same errors as the import, but for weeks that were thinned out and games that are not tracked. */
  return async (rows: AsyncIterable<ImportRows>, owner?: Account): Promise<ImportPreview> => {
    const now = minuteOf(clock.now())
    const { weeks, firstLine, revenue } = await gatherImport(rows, { now, mayEarn: owner !== undefined })
    const ids = [...firstLine.keys()]
    const known = await store.universes.known(ids)
    const ofKnown = [...revenue].filter(([universeId]) => known.has(universeId))
    if (owner !== undefined) await revenueOfGames(store, owner, new Map(ofKnown))
    const untracked = ids.filter((universeId) => !known.has(universeId)).slice(0, MAX_PREVIEW_UNTRACKED)
    const sum = new PreviewSum(now + 1)
    for await (const part of withCadences(weeks)) sum.add(part.rows, part.cadences)
    return { ...sum.done(), untracked }
  }
}

class PreviewSum {
  private samples = 0
  private duplicates = 0
  private gaps = 0
  private longestGaps: readonly Span[] = []
  private readonly spacings = new Map<number, number>()
  private readonly measured = new Set<ClosingMeasure>()
  private integral = 0
  private range: { from: Minute; until: Minute } | undefined
  /** The sample before, whose time depends on the next one. */
  private last: { universeId: number; minute: Minute; ccu: number; cadence: number } | undefined

  constructor(private readonly end: Minute) {}

  add(rows: SampleBuffer, cadences: Int32Array): void {
    const { universeId, minutes, columns } = rows.block()
    this.duplicates += rows.replaced
    for (const [row, minute] of minutes.entries()) {
      this.close(universeId, minute)
      const cadence = cadences[row] ?? 0
      this.samples++
      this.spacings.set(cadence, (this.spacings.get(cadence) ?? 0) + 1)
      this.last = { universeId, minute, ccu: columns.ccu[row] ?? 0, cadence }
      const { from, until } = this.range ?? { from: minute, until: minute }
      this.range = { from: Math.min(from, minute), until: Math.max(until, minute) }
    }
    for (const name of CLOSING_MEASURES)
      if (columns[name].some((value: number) => !Number.isNaN(value))) this.measured.add(name)
  }

  /** Counts the sample before up to the next one of its universe. */
  private close(universeId: number, minute: Minute): void {
    const { last } = this
    if (last === undefined) return
    const isSame = last.universeId === universeId
    const next = isSame ? minute : this.end
    const isWhole = isSame && minute - last.minute <= maxSpacing(last.cadence, 1)
    const coveredUntil = isWhole ? next : Math.min(last.minute + Math.max(1, last.cadence), next)
    this.integral += last.ccu * (coveredUntil - last.minute)
    if (isSame && coveredUntil < next) this.addGap({ from: coveredUntil, until: next })
  }

  private addGap(gap: Span): void {
    this.gaps++
    const shortest = this.longestGaps[MAX_PREVIEW_GAPS - 1]
    if (shortest !== undefined && lengthOf(gap) <= lengthOf(shortest)) return
    const sorted = [...this.longestGaps, gap].sort((a, b) => lengthOf(b) - lengthOf(a))
    this.longestGaps = sorted.slice(0, MAX_PREVIEW_GAPS)
  }

  done(): Omit<ImportPreview, 'untracked'> {
    this.close(Number.NaN, this.end)
    const [cadence = 0] = [...this.spacings].sort((a, b) => b[1] - a[1])[0] ?? []
    return {
      samples: this.samples,
      duplicates: this.duplicates,
      from: this.range?.from ?? null,
      until: this.range?.until ?? null,
      cadence: cadence === 0 ? null : cadence,
      gaps: this.gaps,
      longestGaps: this.longestGaps,
      playerHours: this.integral / HOUR_MINUTES,
      unknown: CLOSING_MEASURES.filter((name) => !this.measured.has(name)),
    }
  }
}

const lengthOf = ({ from, until }: Span): number => until - from
