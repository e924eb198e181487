// The weeks that this process read last. Most readers want the sums of the same finished weeks again, and to load and decode them
// takes longer than the rest of a read. Each read asks for the versions of its universes, so that
// nothing that changed is answered, except beside an older program, which writes no versions (README.md, Limits).
import type { CadenceSpan } from '../../../domain/rules/cadence.js'
import type { Entry } from '../../../series/tables/keys.js'
import type { LoadedRollup, LoadedSegment } from './week-rows.js'

export interface RememberedWeeks {
  readonly version: number
  readonly entry: Entry
  readonly cadences: readonly CadenceSpan[]
  /** Without their data. */
  readonly segments: ReadonlyMap<number, LoadedSegment>
  readonly rollups: ReadonlyMap<number, LoadedRollup>
}

/** Of all universes, about. */
const MAX_BYTES = 16 * 1_024 * 1_024
const WEEK_BYTES = 300
/** A week of rollups, encoded and decoded. */
const ROLLUP_BYTES = 6_000

const bytesOf = ({ segments, rollups }: RememberedWeeks): number => {
  const loaded = [...rollups.values()].filter(({ data }) => data instanceof Buffer).length
  return (segments.size + rollups.size) * WEEK_BYTES + loaded * ROLLUP_BYTES
}

export class WeekMemory {
  /** The universe that was read last is the last one. */
  private readonly universes = new Map<number, { readonly weeks: RememberedWeeks; readonly bytes: number }>()
  private bytes = 0

  find(universeId: number): RememberedWeeks | undefined {
    return this.universes.get(universeId)?.weeks
  }
  remember(universeId: number, weeks: RememberedWeeks): void {
    this.forget(universeId)
    const bytes = bytesOf(weeks)
    this.universes.set(universeId, { weeks, bytes })
    this.bytes += bytes
    for (const oldest of this.universes.keys()) {
      if (this.bytes <= MAX_BYTES) return
      this.forget(oldest)
    }
  }
  /** Makes the universe the last one that is forgotten. */
  touch(universeId: number): void {
    const found = this.universes.get(universeId)
    if (found === undefined) return
    this.universes.delete(universeId)
    this.universes.set(universeId, found)
  }
  forget(universeId: number): void {
    const found = this.universes.get(universeId)
    if (found === undefined) return
    this.universes.delete(universeId)
    this.bytes -= found.bytes
  }
}
