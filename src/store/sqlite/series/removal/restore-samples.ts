// Restores what retention removed, one week of a universe in each transaction.
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { rejection } from '../../../../domain/error.js'
import { MEASURE_NAMES } from '../../../../domain/measures.js'
import type { RemovedQuery, RestoreResult, WeekCommit } from '../../../../domain/ports/removed-samples.js'
import type { LostSamples } from '../../../../domain/ports/series.js'
import { type Block, emptyBlock } from '../../../../domain/sample.js'
import type { Connection } from '../../connection.js'
import { dayOfBlock, merge, splitDays } from '../blocks.js'
import type { Gaps } from '../gaps/gaps.js'
import type { Sources } from '../reading/weeks.js'
import type { HourSamples } from '../tables/hour-samples.js'
import { weekOf, weekStart } from '../tables/keys.js'
import type { RollupTable } from '../tables/rollup-table.js'
import type { RemovedPiece, RemovedSegments, RemovedWeek } from './removed-segments.js'
import type { RestoredWeeks } from './restored-weeks.js'

export interface RestoreDeps extends Sources {
  readonly rollups: RollupTable
  readonly gaps: Gaps
  readonly removed: RemovedSegments
  readonly restoredWeeks: RestoredWeeks
  readonly hourSamples: Pick<HourSamples, 'drop'>
  readonly inRead: <T>(work: () => T) => T
}

/** A week as it will be after the restore. */
interface MergedWeek {
  readonly block: Block
  readonly slot: number
  readonly restored: number
  /** The original bytes, where the merged block is equal to one removed segment. */
  readonly bytes: Buffer | undefined
}

interface RestorableWeek {
  readonly whole: MergedWeek | undefined
  readonly intact: readonly RemovedPiece[]
  readonly damaged: readonly RemovedPiece[]
}

export function sampleRestorer(
  connection: Connection,
  deps: RestoreDeps,
): (query: RemovedQuery) => Promise<RestoreResult> {
  const { removed, inRead } = deps
  const find = weekFinder(deps)
  const put = weekWriter(deps)

  async function restoreWeek(week: RemovedWeek): Promise<RestorableWeek> {
    return connection.write(() => {
      const found = find(week)
      if (found.whole === undefined) return found
      put(week, found.whole)
      for (const { id } of found.intact) removed.drop(id)
      const [from, until] = [weekStart(week.week), weekStart(week.week + 1)]
      connection.publish({ type: 'history rewritten', universeId: week.universeId, from, until })
      return found
    })
  }

  return async ({ universeId, from, until, isDryRun, signal, onProgress, commit = atOnce }) => {
    const range = {
      universes:
        universeId === undefined ? ([0, Number.MAX_SAFE_INTEGER] as const) : ([universeId, universeId] as const),
      weeks: [weekOf(from), weekOf(until - 1)] as const,
    }
    let [samples, weeks, done] = [0, 0, 0]
    const total = removed.count(range)
    const universes = new Set<number>()
    const damaged: LostSamples[] = []
    for (let week = removed.next(range, undefined); week !== undefined; week = removed.next(range, week)) {
      if (signal?.aborted) throw stopped(done, total)
      const each = week
      const seen = inRead(() => find(each))
      const found = isDryRun || seen.whole === undefined ? seen : await commit(() => restoreWeek(each))
      damaged.push(...found.damaged.map((piece) => lostOf(each, piece)))
      if (found.whole !== undefined) {
        samples += found.whole.restored
        weeks++
        universes.add(week.universeId)
      }
      onProgress?.(++done, total)
      await yieldToEventLoop()
    }
    return { samples, weeks, universes: universes.size, damaged }
  }
}

const atOnce: WeekCommit = (restore) => restore()

const stopped = (done: number, total: number) =>
  rejection('INVALID_PARAMETERS', { name: 'sample restore interrupted', facts: { done, total } })

export const lostOf = ({ universeId, week }: RemovedWeek, { samples }: RemovedPiece): LostSamples => ({
  what: 'removed samples',
  universeId,
  from: weekStart(week),
  until: weekStart(week + 1),
  samples,
})

/** Must be called inside a transaction. */
function weekFinder({ directory, segments, rollups, removed }: RestoreDeps): (week: RemovedWeek) => RestorableWeek {
  return (week) => {
    const pieces = removed.read(week)
    const intact = pieces.filter(({ segment }) => segment !== undefined)
    const damaged = pieces.filter(({ segment }) => segment === undefined)
    if (intact.length === 0) return { whole: undefined, intact, damaged }
    const entry = directory.find(week.universeId)
    const place = entry && { number: entry.number, ...week }
    const current = place && segments.read(place)
    const slotNow = place === undefined ? Number.POSITIVE_INFINITY : rollups.slotOf(place)
    const slot = Math.min(slotNow, ...intact.map((piece) => piece.slot))
    // A few late rows alone must not replace a week whose samples are damaged.
    if (current === undefined && slot === slotNow) return { whole: undefined, intact, damaged }
    const known = current?.block ?? emptyBlock(week.universeId, 0)
    // The samples in the week take precedence over removed ones of the same minute.
    const block = intact.reduce((all, { segment }) => (segment === undefined ? all : merge(all, segment.block)), known)
    const same = intact.find(({ segment }) => segment?.slot === slot && isSame(segment.block, block))
    const restored = block.minutes.length - known.minutes.length
    return { whole: { block, slot, restored, bytes: same?.bytes }, intact, damaged }
  }
}

/** Must be called inside a transaction. */
function weekWriter({ directory, segments, rollups, gaps, restoredWeeks, hourSamples }: RestoreDeps) {
  return ({ universeId, week }: RemovedWeek, { block, slot, bytes }: MergedWeek): void => {
    const { minutes } = block
    const number = directory.widen(universeId, minutes[0] ?? 0, minutes.at(-1) ?? 0)
    const place = { number, universeId, week }
    if (bytes === undefined) segments.write(place, block, { slot })
    else segments.writeBytes(place, bytes)
    // The rollups of a thinned week were computed when it was whole, so they are kept.
    if (slot === 1) rollups.update(place, block, new Set([...splitDays(block)].map(dayOfBlock)))
    else rollups.setRetention(place, { samples: minutes.length, slot })
    const recordedGaps = gaps.between(universeId, minutes[0] ?? 0, (minutes.at(-1) ?? 0) + 1)
    // A gap that was recorded while these samples were removed must not cover them. Other gaps keep their ends.
    gaps.cut(
      universeId,
      minutes.filter((minute) => recordedGaps.some((gap) => gap.from <= minute && minute < gap.until)),
    )
    restoredWeeks.add({ universeId, week })
    // The next hour stores them again.
    hourSamples.drop(number)
  }
}

function isSame(a: Block, b: Block): boolean {
  if (a.minutes.length !== b.minutes.length || !a.minutes.every((minute, row) => minute === b.minutes[row]))
    return false
  return MEASURE_NAMES.every((name) => a.columns[name].every((value, row) => Object.is(value, b.columns[name][row])))
}
