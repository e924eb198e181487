// The table `tick_samples`: the samples of the open hours, one row for each tick. A row for each sample would take most
// of the time of a tick, because SQLite handles each of them by itself.
import { isoOfMinute, type Minute } from '../../../../domain/clock.js'
import type { Log } from '../../../../domain/ports/events.js'
import type { Sample } from '../../../../domain/sample.js'
import { CorruptError } from '../../../../series/codec/bytes.js'
import {
  decodeTick,
  encodeTick,
  encodeTickInSteps,
  samplesOf,
  type TickSamples,
} from '../../../../series/codec/tick.js'
import { isDamage } from '../../../../series/tables/segments.js'
import { type Connection, isUnreadable } from '../../connection.js'

export interface TickRow {
  readonly id: number
  readonly minute: Minute
  /** The number of samples in `data`. */
  readonly samples: number
}

export interface TickSampleTable {
  /**
   * Must be called inside a transaction. A sample that exists already is kept. `encoded`: what `encode` returned for these
   * samples.
   */
  insert(samples: readonly Sample[], encoded?: Buffer): void
  /** The bytes of samples of one minute, which are made in steps; undefined where they are not of one minute. */
  encode(samples: readonly Sample[]): Generator<void, Buffer | undefined>
  /** In the order in which they were written. */
  rows(): TickRow[]
  /** Undefined where the row is damaged or no longer there. */
  read(row: TickRow): TickSamples | undefined
  /**
   * Deletes the samples of a minute, except those of the universes in `left`. Returns false, and deletes nothing, where
   * these are not `count` samples. Rows that are damaged stay.
   */
  remove(minute: Minute, count: number, left: ReadonlySet<number>): boolean
  /** The rows that were found damaged, which are kept. */
  damaged(): readonly TickRow[]
}

export function tickSampleTable({ raw }: Pick<Connection, 'raw'>, log: Log | undefined): TickSampleTable {
  const put = raw.prepare<[Minute, number, Buffer]>('INSERT INTO tick_samples (minute, samples, data) VALUES (?, ?, ?)')
  const all = raw.prepare<[], TickRow>('SELECT id, minute, samples FROM tick_samples ORDER BY id')
  const at = raw.prepare<[Minute], TickRow>('SELECT id, minute, samples FROM tick_samples WHERE minute = ? ORDER BY id')
  const data = raw.prepare<[number], Buffer>('SELECT CAST(data AS BLOB) FROM tick_samples WHERE id = ?').pluck()
  const drop = raw.prepare<[number]>('DELETE FROM tick_samples WHERE id = ?')
  const damaged = new Map<number, TickRow>()

  function read(row: TickRow): TickSamples | undefined {
    try {
      const bytes = data.get(row.id)
      if (bytes === undefined) return undefined
      const tick = decodeTick(bytes)
      if (tick.minute !== row.minute) throw new CorruptError('The tick is one of another minute.')
      damaged.delete(row.id)
      return tick
    } catch (error) {
      if (!isDamage(error, { isUnreadable })) throw error
      if (!damaged.has(row.id)) note(row, error)
      return undefined
    }
  }

  function note(row: TickRow, error: Error): void {
    damaged.set(row.id, row)
    const facts = { minute: isoOfMinute(row.minute), samples: row.samples, err: error }
    log?.error(facts, 'The samples of a minute are damaged and cannot be read. Their bytes are kept.')
  }

  /** By universe; of two samples of one universe, the one that was written first. */
  function samplesAt(rows: readonly TickRow[]): Map<number, Sample> {
    const found = new Map<number, Sample>()
    for (const row of rows)
      for (const sample of samplesOf(read(row) ?? NOTHING))
        if (!found.has(sample.universeId)) found.set(sample.universeId, sample)
    return found
  }

  function write(minute: Minute, samples: readonly Sample[], bytes?: Buffer): void {
    if (samples.length > 0) put.run(minute, samples.length, bytes ?? encodeTick(minute, samples))
  }

  return {
    insert(samples, encoded) {
      for (const [minute, group] of byMinute(samples)) {
        const before = at.all(minute)
        if (before.length === 0) write(minute, group, encoded)
        else {
          const known = samplesAt(before)
          write(
            minute,
            group.filter(({ universeId }) => !known.has(universeId)),
          )
        }
      }
    },
    *encode(samples) {
      const [only, ...others] = byMinute(samples)
      return only === undefined || others.length > 0 ? undefined : yield* encodeTickInSteps(...only)
    },
    rows: () => all.all(),
    read,
    remove(minute, count, left) {
      const rows = at.all(minute)
      const [only] = rows
      if (only !== undefined && rows.length === 1 && left.size === 0 && !damaged.has(only.id)) {
        if (only.samples === count) drop.run(only.id)
        return only.samples === count
      }
      const samples = samplesAt(rows)
      const remaining = [...samples.values()].filter(({ universeId }) => left.has(universeId))
      if (samples.size - remaining.length !== count) return false
      for (const { id } of rows) if (!damaged.has(id)) drop.run(id)
      write(minute, inOrder(remaining))
      return true
    },
    damaged: () => [...damaged.values()],
  }
}

const NOTHING: TickSamples = decodeTick(encodeTick(0, []))

/** Usually all are of one minute, and in order. */
function byMinute(samples: readonly Sample[]): Iterable<readonly [Minute, readonly Sample[]]> {
  const minute = samples[0]?.minute
  if (minute === undefined) return []
  if (samples.every((sample) => sample.minute === minute)) return [[minute, inOrder(samples)]]
  const groups = new Map<Minute, Sample[]>()
  for (const sample of samples) groups.set(sample.minute, [...(groups.get(sample.minute) ?? []), sample])
  return [...groups].map(([minute, group]) => [minute, inOrder(group)] as const)
}

/** Ascending by universe; of two samples of one universe, the first. */
function inOrder(samples: readonly Sample[]): readonly Sample[] {
  if (samples.every(({ universeId }, row) => row === 0 || universeId > (samples[row - 1]?.universeId ?? 0)))
    return samples
  const sorted = [...samples].sort((a, b) => a.universeId - b.universeId)
  return sorted.filter(({ universeId }, row) => row === 0 || universeId !== sorted[row - 1]?.universeId)
}
