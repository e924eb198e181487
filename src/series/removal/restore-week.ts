// Restores what retention removed of one week of a universe.

import { MEASURE_NAMES } from '../../domain/measures.js'
import type { LostSamples } from '../../domain/reasons/database-damage.js'
import { MAX_REACH } from '../../domain/rules/cadence.js'
import { type Block, emptyBlock } from '../../domain/sample.js'
import { dayOfBlock, merge, splitDays } from '../blocks.js'
import type { Gaps } from '../gaps/gaps.js'
import type { MinuteRange } from '../gaps/ranges.js'
import type { Sources } from '../reading/weeks.js'
import type { HourSamples } from '../tables/hour-samples.js'
import type { ImportCadences } from '../tables/import-cadences.js'
import { weekStart } from '../tables/keys.js'
import type { RollupTable } from '../tables/rollup-table.js'
import type { RemovedPiece, RemovedSegments, RemovedWeek, RestoredWeeks } from './removed-segments.js'

export interface RestoreDeps extends Sources {
  readonly rollups: RollupTable
  readonly gaps: Gaps
  readonly removed: RemovedSegments
  readonly restoredWeeks: Pick<RestoredWeeks, 'add'>
  readonly hourSamples: Pick<HourSamples, 'drop'>
  readonly cadences: Pick<ImportCadences, 'between'>
}

/** A week as it will be after the restore. */
export interface MergedWeek {
  readonly block: Block
  readonly slot: number
  readonly restored: number
  /** The original bytes, where the merged block is equal to one removed segment. */
  readonly bytes: Buffer | undefined
}

export interface RestorableWeek {
  readonly whole: MergedWeek | undefined
  readonly intact: readonly RemovedPiece[]
  readonly damaged: readonly RemovedPiece[]
}

export const lostOf = ({ universeId, week }: RemovedWeek, { samples }: RemovedPiece): LostSamples => ({
  what: 'removed samples',
  universeId,
  from: weekStart(week),
  until: weekStart(week + 1),
  samples,
})

/** Must be called inside a transaction. */
export function weekFinder({
  directory,
  segments,
  rollups,
  removed,
}: RestoreDeps): (week: RemovedWeek) => RestorableWeek {
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

/** Must be called inside a transaction. Returns the time in which gaps may have changed; undefined where none can have. */
export function weekWriter({
  directory,
  segments,
  rollups,
  gaps,
  restoredWeeks,
  hourSamples,
  cadences,
}: RestoreDeps): (week: RemovedWeek, whole: MergedWeek) => MinuteRange | undefined {
  return ({ universeId, week }, { block, slot, bytes }) => {
    const { minutes } = block
    const number = directory.widen(universeId, minutes[0] ?? 0, minutes.at(-1) ?? 0)
    const place = { number, universeId, week }
    if (bytes === undefined) segments.write(place, block, { slot })
    else segments.writeBytes(place, bytes)
    // The rollups of a thinned week were computed when it was whole, so they are kept.
    if (slot === 1)
      rollups.update(place, block, { days: new Set([...splitDays(block)].map(dayOfBlock)), hasNewCadences: false })
    else rollups.setRetention(place, { samples: minutes.length, slot })
    // The first day of the next week may have been added up again without the samples that are back.
    const end = weekStart(week + 1)
    if (slot === 1 && cadences.between(universeId, end - MAX_REACH, end).length > 0)
      rollups.markWeekStale(number, week + 1)
    // The next hour stores them again.
    hourSamples.drop(number)
    restoredWeeks.add({ universeId, week })
    const recordedGaps = gaps.between(universeId, minutes[0] ?? 0, (minutes.at(-1) ?? 0) + 1)
    // A gap that was recorded while these samples were removed must not cover them. Other gaps keep their ends.
    return gaps.cut(
      universeId,
      minutes.filter((minute) => recordedGaps.some((gap) => gap.from <= minute && minute < gap.until)),
    )
  }
}

function isSame(a: Block, b: Block): boolean {
  if (a.minutes.length !== b.minutes.length || !a.minutes.every((minute, row) => minute === b.minutes[row]))
    return false
  return MEASURE_NAMES.every((name) => a.columns[name].every((value, row) => Object.is(value, b.columns[name][row])))
}
