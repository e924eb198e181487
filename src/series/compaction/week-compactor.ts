// The only writer of new samples to segments: merges head rows, imports and corrections of a universe's week into its
// segment, and computes its rollups.
import { DAY_MINUTES, dayOf, isoOfDay, WEEK_MINUTES } from '../../domain/clock.js'
import { rejection } from '../../domain/error.js'
import { MEASURE_NAMES } from '../../domain/measures.js'
import type { ImportCount } from '../../domain/ports/series.js'
import { MAX_REACH } from '../../domain/rules/cadence.js'
import { type Block, emptyBlock, rowAt } from '../../domain/sample.js'
import { merge, rowsOf } from '../blocks.js'
import type { RemovedSegments } from '../removal/removed-segments.js'
import type { DamagedSegments } from '../tables/damaged-segments.js'
import type { ImportCadences } from '../tables/import-cadences.js'
import { type Directory, weekStart } from '../tables/keys.js'
import type { RollupTable } from '../tables/rollup-table.js'
import type { Segments } from '../tables/segments.js'
import type { HourRoller } from './hour-roller.js'

export interface CompactionInput {
  readonly universeId: number
  readonly week: number
  /** Head rows. Where the segment already has a minute, its imported or compacted row is kept. */
  readonly open: Block
  /** Imported rows, which replace all others. */
  readonly imported?: Block
  /** Whether imported rows have another cadence than their minutes had before: sums change with it, also where no sample does. */
  readonly hasNewCadences?: boolean
  /** The imported rows, already encoded on another thread with another key: used where the week has no other rows. */
  readonly encoded?: Uint8Array | undefined
}

export type WeekCompactor = (incoming: CompactionInput) => ImportCount

export interface CompactionTables {
  readonly directory: Directory
  readonly segments: Segments
  readonly rollups: RollupTable
  readonly damagedSegments: DamagedSegments
  readonly removed: RemovedSegments
  readonly cadences: ImportCadences
  readonly hours: Pick<HourRoller, 'update'>
}

/** Must be called inside a transaction. Idempotent. */
export function createWeekCompactor(tables: CompactionTables): WeekCompactor {
  const { directory, segments, rollups, damagedSegments, removed, cadences, hours } = tables
  // One block is reused for all universes, because allocating a week of columns for each universe and hour would be
  // most of the garbage of this process.
  const room = emptyBlock(0, WEEK_MINUTES)
  /** Whether the last sample of this week may cover the beginning of the next one, or did before rows got a new cadence. */
  const mayReachNext = (universeId: number, week: number, withNewCadences: Block | undefined): boolean => {
    const [from, until] = [weekStart(week + 1) - MAX_REACH, weekStart(week + 1)]
    return (
      (withNewCadences?.minutes.at(-1) ?? Number.NEGATIVE_INFINITY) >= from ||
      cadences.between(universeId, from, until).length > 0
    )
  }
  return ({ universeId, week, open, imported = emptyBlock(universeId, 0), hasNewCadences = false, encoded }) => {
    const entry = directory.find(universeId)
    const place = entry === undefined ? undefined : { number: entry.number, universeId, week }
    const slot = place === undefined ? 1 : rollups.slotOf(place)
    if (place !== undefined && slot > 1) {
      if (imported.minutes.length > 0) throw thinnedOut(week)
      // These rows come from a tick whose clock was weeks behind. A thinned week takes no more samples, so they are
      // kept with the removed ones.
      removed.keepRows(place, slot, open)
      return { imported: 0, corrected: 0, unchanged: 0 }
    }
    const segment = place && segments.read(place, { block: room })
    const known = segment?.block ?? emptyBlock(universeId, 0)
    const before = isFollowedBy(known, open) ? append(room, known, open) : merge(known, open)
    const count = compare(before, imported)
    const after = count.imported + count.corrected === 0 ? before : merge(imported, before)
    const first = after.minutes[0]
    const isChanged = after !== known || hasNewCadences
    if (first === undefined || (!isChanged && place !== undefined && !rollups.isStale(place))) return count
    if (place !== undefined && segment === undefined) {
      segments.requireWritable(place)
      damagedSegments.quarantine(place)
    }
    const number = directory.widen(universeId, first, after.minutes.at(-1) ?? first)
    const target = { number, universeId, week }
    const continues = count.corrected === 0 && beginsWith(after, known)
    if (after !== known)
      segments.write(target, after, {
        before: continues ? segment : undefined,
        encoded: after === imported ? encoded : undefined,
      })
    rollups.update(target, after, { days: daysOf(open, imported), hasNewCadences })
    hours.update(target, after)
    if (isChanged && mayReachNext(universeId, week, hasNewCadences ? imported : undefined))
      rollups.markWeekStale(number, week + 1)
    return count
  }
}

const thinnedOut = (week: number) =>
  rejection('INVALID_PARAMETERS', {
    name: 'week takes no samples',
    facts: { day: isoOfDay(weekStart(week) / DAY_MINUTES) },
  })

const isFollowedBy = (known: Block, open: Block): boolean =>
  known.minutes.length > 0 && open.minutes.length > 0 && (known.minutes.at(-1) ?? 0) < (open.minutes[0] ?? 0)

/** The usual case. `known` is at the beginning of `room`. */
function append(room: Block, known: Block, open: Block): Block {
  const row = known.minutes.length
  room.minutes.set(open.minutes, row)
  for (const name of MEASURE_NAMES) room.columns[name].set(open.columns[name], row)
  return rowsOf({ ...room, universeId: known.universeId }, 0, row + open.minutes.length)
}

/** Requires that both blocks have the same values wherever they have the same minutes. */
const beginsWith = (block: Block, beginning: Block): boolean =>
  block.minutes[beginning.minutes.length - 1] === beginning.minutes.at(-1)

function daysOf(...blocks: readonly Block[]): Set<number> {
  const days = new Set<number>()
  for (const { minutes } of blocks)
    for (let row = 0; row < minutes.length; ) {
      const day = dayOf(minutes[row] ?? 0)
      days.add(day)
      row = rowAt(minutes, (day + 1) * DAY_MINUTES)
    }
  return days
}

function compare(known: Block, imported: Block): ImportCount {
  const count = { imported: 0, corrected: 0, unchanged: 0 }
  if (known.minutes.length === 0) return { ...count, imported: imported.minutes.length }
  const pairs = MEASURE_NAMES.map((name) => [known.columns[name], imported.columns[name]] as const)
  let row = 0
  for (let at = 0; at < imported.minutes.length; at++) {
    const minute = imported.minutes[at] ?? 0
    while (row < known.minutes.length && (known.minutes[row] ?? 0) < minute) row++
    if (known.minutes[row] !== minute) count.imported++
    else if (pairs.every(([before, now]) => Object.is(before[row], now[at]))) count.unchanged++
    else count.corrected++
  }
  return count
}
