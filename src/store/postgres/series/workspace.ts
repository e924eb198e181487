// The rows of a few universes in memory, for one call. The code in src/series reads and changes them synchronously. Where it
// needs rows that are not loaded yet, it is stopped by MissingRows; they are loaded, and the work begins again.
import type { Minute } from '../../../domain/clock.js'
import type { Gap } from '../../../domain/gap.js'
import type { CadenceSpan } from '../../../domain/rules/cadence.js'
import type { ScheduleChange } from '../../../domain/rules/schedule.js'
import type { RemovedHeader } from '../../../series/removal/removed-segments.js'
import type { QuarantineRow } from '../../../series/tables/damaged-segments.js'
import type { Entry } from '../../../series/tables/keys.js'
import { type HeadMemory, LoadedHeadRows } from './head-rows.js'
import { MissingRows, type Part } from './loading/row-requests.js'
import type { RememberedWeeks, WeekMemory } from './week-memory.js'
import type { LoadedRollup, LoadedSegment } from './week-rows.js'

export interface LoadedRemoval extends RemovedHeader {
  readonly week: number
  readonly removedAt: number
  readonly data: Buffer
}

/** The rows of one universe. Lists are in the order of their first minute. */
export interface UniverseRows {
  readonly universeId: number
  entry: Entry | undefined
  /** Of its weeks, where it was loaded; undefined where there is none. */
  version: number | undefined
  schedules: readonly ScheduleChange[]
  cadences: readonly CadenceSpan[]
  gaps: readonly Gap[]
  hours: readonly [since: Minute, data: Buffer] | undefined
  removed: readonly LoadedRemoval[]
  readonly segments: Map<number, LoadedSegment>
  readonly rollups: Map<number, LoadedRollup>
  readonly quarantine: Map<number, QuarantineRow>
  /** The value of the correct time at the restoration, by week. */
  readonly restored: Map<number, number>
}

/** The tables that a call changes; `key` is the week, the first minute or the id of the row. */
export type ChangedTable =
  | 'series'
  | 'schedule'
  | 'cadence'
  | 'gap'
  | 'hours'
  | 'segment'
  | 'rollup'
  | 'quarantine'
  | 'removed'
  | 'restored'

export interface RowChange {
  readonly table: ChangedTable
  readonly universe: UniverseRows
  readonly key: number
  undo(): void
}

/** What is removed at all, and how long a service ran with a correct clock. */
export interface RemovalState {
  readonly usedBytes: number
  readonly correctMs: number
}

export class Workspace {
  readonly universes: ReadonlyMap<number, UniverseRows>
  readonly head: LoadedHeadRows
  readonly changes: RowChange[] = []
  /** Numbers for universes that get their first segment. */
  readonly numbers: number[] = []
  removal: RemovalState = { usedBytes: 0, correctMs: 0 }
  gapsFrom: Minute = Number.POSITIVE_INFINITY
  /** Not loaded again, because it is probably true. */
  readonly remembered: ReadonlyMap<number, RememberedWeeks>
  private readonly loaded = new Set<Part>()
  private readonly byNumber = new Map<number, UniverseRows>()

  constructor(
    readonly universeIds: readonly number[],
    headMemory: HeadMemory,
    /** Only for what reads committed rows, and needs their weeks. */
    readonly memory?: WeekMemory,
  ) {
    this.universes = new Map(universeIds.map((universeId) => [universeId, emptyRows(universeId)]))
    this.head = new LoadedHeadRows(headMemory)
    this.remembered = new Map(
      memory === undefined
        ? []
        : universeIds.flatMap((universeId) => {
            const weeks = memory.find(universeId)
            return weeks === undefined ? [] : [[universeId, weeks] as const]
          }),
    )
  }

  hasLoaded(part: Part): boolean {
    return this.loaded.has(part)
  }
  markLoaded(part: Part): void {
    this.loaded.add(part)
  }
  require(part: Part): void {
    if (!this.loaded.has(part)) throw new MissingRows({ what: part })
  }

  of(universeId: number, part?: Part): UniverseRows {
    const rows = this.universes.get(universeId)
    if (rows === undefined) throw new Error(`Universe ${universeId} is none of the call.`)
    if (part !== undefined) this.require(part)
    return rows
  }
  /** The universe that has this number, by which the code in src/series knows its segments. */
  ofNumber(number: number, part?: Part): UniverseRows {
    const rows = this.byNumber.get(number)
    if (rows === undefined) throw new Error(`No universe of the call has the number ${number}.`)
    if (part !== undefined) this.require(part)
    return rows
  }
  setEntry(rows: UniverseRows, entry: Entry | undefined): void {
    if (rows.entry !== undefined) this.byNumber.delete(rows.entry.number)
    rows.entry = entry
    if (entry !== undefined) this.byNumber.set(entry.number, rows)
  }

  change(change: RowChange): void {
    this.changes.push(change)
  }
  /** Undoes all changes but the first `count`. */
  undoTo(count: number): void {
    while (this.changes.length > count) this.changes.pop()?.undo()
  }
}

const emptyRows = (universeId: number): UniverseRows => ({
  universeId,
  entry: undefined,
  version: undefined,
  schedules: [],
  cadences: [],
  gaps: [],
  hours: undefined,
  removed: [],
  segments: new Map(),
  rollups: new Map(),
  quarantine: new Map(),
  restored: new Map(),
})
