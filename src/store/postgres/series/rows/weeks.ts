// Implements the rows of segments, of rollups and of the quarantine on a workspace.
import type { QuarantineRows } from '../../../../series/tables/damaged-segments.js'
import { keyOf, numberOfKey, weekOfKey } from '../../../../series/tables/keys.js'
import type { RollupRow, RollupRows } from '../../../../series/tables/rollup-table.js'
import type { SegmentRows } from '../../../../series/tables/segments.js'
import { MissingRows } from '../loading/row-requests.js'
import type { LoadedRollup, LoadedSegment } from '../week-rows.js'
import type { UniverseRows, Workspace } from '../workspace.js'

export type CurrentWorkspace = () => Workspace

/** A page that the server cannot read ends the call with an error. */
const isUnreadable = (_error: unknown): _error is Error => false

const within = (weeks: Iterable<number>, from: number, until: number): number[] =>
  [...weeks].filter((week) => week >= from && week <= until).sort((a, b) => a - b)

export function segmentRows(current: CurrentWorkspace): SegmentRows {
  const put = (universe: UniverseRows, week: number, row: LoadedSegment): void => {
    const before = universe.segments.get(week)
    universe.segments.set(week, row)
    current().change({ table: 'segment', universe, key: week, undo: () => restore(universe.segments, week, before) })
  }
  return {
    read(key) {
      const [universe, week] = [current().ofNumber(numberOfKey(key), 'weeks'), weekOfKey(key)]
      const row = universe.segments.get(week)
      if (row === undefined) return undefined
      if (row.data === undefined) throw missingSegment(universe.universeId, week)
      return row.data
    },
    size: (key) => current().ofNumber(numberOfKey(key), 'weeks').segments.get(weekOfKey(key))?.size,
    put: (key, data) => put(current().ofNumber(numberOfKey(key), 'weeks'), weekOfKey(key), { size: data.length, data }),
    // Only a file that an older version wrote needs its segments written again.
    keysAfter: () => [],
    weeks: (number, from, until) => within(current().ofNumber(number, 'weeks').segments.keys(), from, until),
    before: (number, week, first) =>
      within(current().ofNumber(number, 'weeks').segments.keys(), first, week - 1).at(-1),
    isUnreadable,
  }
}

export const missingSegment = (universeId: number, week: number): MissingRows =>
  new MissingRows({ what: 'segments', universeId, from: week, until: week })

export function restore<Key, Value>(map: Map<Key, Value>, key: Key, before: Value | undefined): void {
  if (before === undefined) map.delete(key)
  else map.set(key, before)
}

export function rollupRows(current: CurrentWorkspace): RollupRows {
  const of = (key: number): UniverseRows => current().ofNumber(numberOfKey(key), 'weeks')
  const put = (universe: UniverseRows, week: number, row: LoadedRollup): void => {
    const before = universe.rollups.get(week)
    universe.rollups.set(week, row)
    current().change({ table: 'rollup', universe, key: week, undo: () => restore(universe.rollups, week, before) })
  }
  const removeData = (universe: UniverseRows, week: number): void => {
    const row = universe.rollups.get(week)
    if (row?.slot === 1 && row.data !== null) put(universe, week, { samples: row.samples, slot: 1, data: null })
  }
  return {
    between(number, from, until) {
      const { universeId, rollups } = current().ofNumber(number, 'weeks')
      return within(rollups.keys(), from, until).flatMap((week): RollupRow[] => {
        const row = rollups.get(week)
        if (row?.data === undefined) throw new MissingRows({ what: 'rollups', universeId, from, until })
        return [[keyOf(number, week), row.slot, row.data, row.decoded]]
      })
    },
    replaceData(key, data) {
      const row = rollupOf(of(key), weekOfKey(key))
      if (row !== undefined) put(of(key), weekOfKey(key), { samples: row.samples, slot: row.slot, data })
    },
    put: (key, samples, data) => put(of(key), weekOfKey(key), { samples, slot: 1, data }),
    setRetention(key, retention) {
      const row = rollupOf(of(key), weekOfKey(key))
      if (row !== undefined) put(of(key), weekOfKey(key), { ...row, ...retention })
    },
    slotOf: (key) => of(key).rollups.get(weekOfKey(key))?.slot,
    retentions: (number, from, until) => {
      const { rollups } = current().ofNumber(number, 'weeks')
      return within(rollups.keys(), from, until).map((week) => ({ ...retentionOf(rollups.get(week)), week }))
    },
    markStale(number, from, until) {
      const universe = current().ofNumber(number, 'weeks')
      current().require('quarantine')
      for (const week of within(universe.rollups.keys(), from, until))
        if (!universe.quarantine.has(week)) removeData(universe, week)
    },
    markDamagedStale: (key) => removeData(of(key), weekOfKey(key)),
    // The maintenance looks for them in all universes.
    staleKeys: () => [],
    weeks: (number) => within(current().ofNumber(number, 'weeks').rollups.keys(), -Infinity, Infinity),
    numbers: () => [...current().universes.values()].flatMap(({ entry }) => entry?.number ?? []),
  }
}

const retentionOf = (row: LoadedRollup | undefined) => ({ samples: row?.samples ?? 0, slot: row?.slot ?? 1 })

export const quarantineRows = (current: CurrentWorkspace): QuarantineRows => ({
  quarantine({ number, universeId, week }) {
    const universe = current().ofNumber(number, 'quarantine')
    const [segment, rollup] = [universe.segments.get(week), rollupOf(universe, week)]
    if (segment === undefined && rollup === undefined) return
    if (segment !== undefined && segment.data === undefined) throw missingSegment(universeId, week)
    const before = universe.quarantine.get(week)
    const data = segment?.data ?? Buffer.alloc(0)
    const samples = Math.max(rollup?.samples ?? 0, before?.samples ?? 0)
    universe.quarantine.set(week, {
      week,
      // Where a week was damaged twice, the longer data and the higher count are kept, because they say more.
      data: before !== undefined && before.data.length >= data.length ? before.data : data,
      samples: before === undefined ? (rollup?.samples ?? null) : samples,
      rollup: rollup?.data ?? before?.rollup ?? null,
      lastMinute: universe.entry?.last ?? null,
    })
    current().change({
      table: 'quarantine',
      universe,
      key: week,
      undo: () => restore(universe.quarantine, week, before),
    })
  },
  between: (number, from, until) =>
    [...current().ofNumber(number, 'quarantine').quarantine.values()].filter(
      ({ week }) => week >= from && week <= until,
    ),
})

function rollupOf({ universeId, rollups }: UniverseRows, week: number): LoadedRollup | undefined {
  const row = rollups.get(week)
  if (row !== undefined && row.data === undefined)
    throw new MissingRows({ what: 'rollups', universeId, from: week, until: week })
  return row
}
