// The head rows of the universes of a call, as far as they are loaded.
import type { Minute } from '../../../domain/clock.js'
import type { Block } from '../../../domain/sample.js'
import { CorruptError } from '../../../series/codec/bytes.js'
import type { MinuteRange } from '../../../series/gaps/ranges.js'
import { type HeadRowReader, HeadRows } from '../../../series/head-rows.js'
import type { DamagedHeadRow, HeadDamage } from './head-damage.js'
import { MissingRows } from './loading/row-requests.js'
import { decodeSample } from './sample-bytes.js'

/** The last head row of most universes is among so many minutes before the end of the rows. */
const TAIL_MINUTES = 12

/** What a process remembers of the head rows. */
export interface HeadMemory {
  /** The partitions that it saw last. With them it loads head rows before it knows those of a snapshot. */
  spans: readonly MinuteRange[]
  readonly damage: HeadDamage
}

/** A row as it is stored. */
export interface StoredHeadRow {
  readonly universeId: number
  readonly minute: Minute
  readonly data: Buffer
}

export class LoadedHeadRows implements HeadRowReader {
  private readonly rows = new HeadRows()
  private readonly loaded: MinuteRange[] = []
  /** The spans of the partitions, ascending; undefined before the first load. */
  private partitions: readonly MinuteRange[] | undefined

  constructor(private readonly memory: HeadMemory) {}

  /** Which minutes of a span have to be read, by partition: of the remembered ones while those of the snapshot are not known. */
  missing({ from, until }: MinuteRange): MinuteRange[] {
    return (this.partitions ?? this.memory.spans).flatMap((partition) => {
      const span = { from: Math.max(from, partition.from), until: Math.min(until, partition.until) }
      return span.from < span.until && !this.isLoaded(span) ? [span] : []
    })
  }
  knowPartitions(partitions: readonly MinuteRange[]): void {
    this.partitions = partitions
    this.memory.spans = partitions
  }
  hasPartitions(): boolean {
    return this.partitions !== undefined
  }
  /** All rows of a span; those that are damaged are left out, so that they hide no others. */
  put(universeIds: readonly number[], span: MinuteRange, rows: readonly StoredHeadRow[]): void {
    this.memory.damage.note(
      universeIds,
      span,
      rows.flatMap((row) => this.decode(row) ?? []),
    )
    this.loaded.push(span)
  }
  private decode({ universeId, minute, data }: StoredHeadRow): DamagedHeadRow | undefined {
    try {
      this.rows.addRow(decodeSample(universeId, minute, data))
      return undefined
    } catch (error) {
      if (!(error instanceof CorruptError)) throw error
      return { universeId, minute, error }
    }
  }

  range(universeId: number) {
    this.require(Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER)
    return this.rows.range(universeId)
  }
  /** Most universes have a row in the last minutes, so that the others need not be read to know the last one. */
  bounds(universeId: number) {
    if (this.partitions === undefined) throw missingRows(Number.MAX_SAFE_INTEGER - 1, Number.MAX_SAFE_INTEGER)
    const [first, end] = [this.partitions[0]?.from, this.partitions.at(-1)?.until]
    if (first === undefined || end === undefined) return undefined
    this.require(end - TAIL_MINUTES, end)
    const last = this.rows.range(universeId)?.last
    if (last !== undefined && last >= end - TAIL_MINUTES) return { first, last }
    this.require(first, end)
    const whole = this.rows.range(universeId)
    return whole && { first, last: whole.last }
  }
  block(universeId: number, from: Minute, until: Minute): Block {
    this.require(from, until)
    return this.rows.block(universeId, from, until)
  }
  has(universeId: number, from: Minute, until: Minute): boolean {
    this.require(from, until)
    return this.rows.has(universeId, from, until)
  }

  private require(from: Minute, until: Minute): void {
    if (from >= until) return
    if (this.partitions === undefined || this.missing({ from, until }).length > 0) throw missingRows(from, until)
  }
  private isLoaded({ from, until }: MinuteRange): boolean {
    let covered = from
    for (const span of [...this.loaded].sort((a, b) => a.from - b.from))
      if (span.from <= covered) covered = Math.max(covered, span.until)
    return covered >= until
  }
}

const missingRows = (from: Minute, until: Minute): MissingRows => new MissingRows({ what: 'head rows', from, until })
