// What this process remembers of the series, and how it stays true when this process or another one writes. Whoever writes
// what a reader may have remembered posts a change in the same transaction: a tick, an import, a week thinned out, a deletion
// to come. One that was not posted would leave stale what is remembered of a universe (its latest sample, its day, the
// samples around a moment) and rows that a tick of another process added would be missing, until a restart. Folding alone
// posts nothing: a segment says what the rows said.
import { setImmediate as breathe } from 'node:timers/promises'
import type { Minute } from '../../../domain/clock.js'
import type { Latest, Tick } from '../../../domain/ports/series.js'
import type { DaySum } from '../../../domain/rules/rollup.js'
import type { Block, Sample } from '../../../domain/sample.js'
import type { Connection } from '../connection.js'
import { type OpenRow, OpenRows } from './open-rows.js'
import { COLUMNS } from './tables/columns.js'
import { isDeletion, type SeriesChange, type SeriesChanges } from './tables/series-changes.js'

/** The samples of a universe around a moment, all there are between the two minutes. */
export interface Window {
  readonly from: Minute
  readonly until: Minute
  readonly block: Block
}

export interface OpenDay {
  readonly day: number
  readonly sum: DaySum
}

/** Universes: about a millisecond. */
const DROPPED_AT_ONCE = 500

/** Rows: a few milliseconds. */
const READ_AT_ONCE = 2_000

/** Ticks of this process, where it does nothing else between them. */
const MOST_WAITING = 8

const EVERYTHING = { from: Number.MIN_SAFE_INTEGER, until: Number.MAX_SAFE_INTEGER }

export class Memory {
  /** Read in at the first use: most commands never ask for it. */
  private rows: OpenRows | undefined
  private seen = 0
  /** Ticks of this process that are stored, and not in `rows` yet. */
  private waiting: Tick[] = []
  /** Rows before this minute are being folded; one that comes in between is told. */
  private foldedBefore: Minute = Number.MIN_SAFE_INTEGER
  hasLateRows = false
  readonly latest = new Map<number, Latest>()
  /** Of each universe the day that is not over, by interval. */
  readonly days = new Map<number, Map<number, OpenDay>>()
  readonly windows = new Map<number, Window>()
  private readonly select
  private readonly page

  constructor(
    { raw }: Connection,
    private readonly changes: SeriesChanges,
  ) {
    this.select = raw
      .prepare<[Minute, Minute], OpenRow>(
        `SELECT universe_id, minute, ${COLUMNS.join(', ')} FROM sample WHERE minute >= ? AND minute < ?`,
      )
      .raw()
    this.page = raw
      .prepare<[Minute, number, number], OpenRow>(
        `SELECT universe_id, minute, ${COLUMNS.join(', ')} FROM sample WHERE (minute, universe_id) > (?, ?)
        ORDER BY minute, universe_id LIMIT ?`,
      )
      .raw()
  }

  /** Reads the rows a few at a time, before anybody asks: all at once, those of thousands of universes take a second. */
  async warmUp(): Promise<void> {
    const newest = this.changes.newest()
    const rows = new OpenRows()
    let last: OpenRow | undefined = [0, Number.MIN_SAFE_INTEGER]
    while (last !== undefined) {
      const some: OpenRow[] = this.page.all(last[1] ?? 0, last[0] ?? 0, READ_AT_ONCE)
      for (const row of some) rows.addRow(row)
      last = some.length < READ_AT_ONCE ? undefined : some.at(-1)
      await breathe()
    }
    // Somebody has asked in between. What was written since `newest`, the next look takes in.
    if (this.rows === undefined) this.takeOver(rows, newest)
  }

  /** To be called at the beginning of a transaction, before it writes: `rows` are then those of the transaction. */
  sync(): OpenRows {
    const newest = this.changes.newest()
    if (this.rows === undefined) return this.reload(newest)
    if (newest === this.seen) {
      this.takeWaiting(this.rows)
      return this.rows
    }
    const missed = this.changes.after(this.seen)
    if (missed === undefined || missed.some(isDeletion)) return this.reload(newest)
    this.takeWaiting(this.rows)
    for (const change of missed) this.take(this.rows, change)
    this.seen = newest
    return this.rows
  }

  forget(): void {
    this.rows = undefined
    this.waiting = []
    this.latest.clear()
    this.days.clear()
    this.windows.clear()
  }

  /** After the commit of this process's own tick. */
  stored(tick: Tick, change: number): void {
    // Where another process wrote in between, sync reads both.
    if (this.rows === undefined || this.seen !== change - 1) return
    this.seen = change
    // Who wrote the tick need not wait until it is taken in; a whole hour of them at once would stop everybody.
    if (this.waiting.push(tick) > MOST_WAITING) this.takeWaiting(this.rows)
    else setImmediate(() => this.rows && this.takeWaiting(this.rows))
    for (const { universeId } of tick.schedules) this.days.delete(universeId)
  }
  /** After the commit of this process's own import, or of a week that it thinned out. */
  rewritten(universeId: number, change: number): void {
    this.forgetUniverse(universeId)
    this.own(change)
  }
  /** After the commit of a change of this process itself, which it need not be told of. */
  own(change: number): void {
    if (this.seen === change - 1) this.seen = change
  }
  /** Watches for rows before `minute` until they are dropped. */
  watch(minute: Minute): void {
    this.foldedBefore = minute
    this.hasLateRows = false
  }
  /** The rows before `minute` lie in segments, and are deleted; those of the universes that are `left` are not. */
  async folded(minute: Minute, left: ReadonlySet<number>): Promise<void> {
    const { rows } = this
    let dropped = 0
    for (const id of rows?.ids() ?? []) {
      if (left.has(id)) continue
      // A sum that has not taken them in yet would miss them.
      const days = this.days.get(id)
      for (const [interval, { sum }] of days ?? [])
        if (rows?.has(id, sum.lastMinute + 1, minute)) days?.delete(interval)
      rows?.dropBefore(id, minute)
      if (++dropped % DROPPED_AT_ONCE === 0) await breathe()
    }
    this.foldedBefore = Number.MIN_SAFE_INTEGER
    // It came after the last look, and may have been dropped with the others.
    if (this.hasLateRows) this.forget()
  }

  private reload(newest: number): OpenRows {
    this.forget()
    return this.takeOver(this.read(EVERYTHING), newest)
  }

  private takeOver(rows: OpenRows, newest: number): OpenRows {
    this.rows = rows
    this.seen = newest
    this.hasLateRows = true
    return rows
  }

  /** The rows of a stretch alone. */
  read({ from, until }: { readonly from: Minute; readonly until: Minute }): OpenRows {
    const rows = new OpenRows()
    for (const row of this.select.iterate(from, until)) rows.addRow(row)
    return rows
  }

  private take(rows: OpenRows, { universeId, from, until }: SeriesChange): void {
    if (universeId !== null) {
      this.forgetUniverse(universeId)
      return
    }
    for (const row of this.select.iterate(from, until)) if (rows.addRow(row)) this.isNew(row[0] ?? 0, row[1] ?? 0)
    this.days.clear()
  }

  private takeWaiting(rows: OpenRows): void {
    for (const { samples } of this.waiting)
      for (const sample of samples) if (rows.add(sample)) this.isNew(sample.universeId, sample.minute, sample)
    this.waiting = []
  }

  private isNew(universeId: number, minute: Minute, sample?: Sample): void {
    if (minute < this.foldedBefore) this.hasLateRows = true
    const latest = this.latest.get(universeId)
    if (latest !== undefined && sample !== undefined && minute > latest.minute)
      this.latest.set(universeId, following(latest, sample))
    else this.latest.delete(universeId)
    const window = this.windows.get(universeId)
    if (window !== undefined && minute < window.until) this.windows.delete(universeId)
    const days = this.days.get(universeId)
    if (days === undefined) return
    for (const [interval, { sum }] of days) if (minute <= sum.lastMinute) days.delete(interval)
  }

  private forgetUniverse(universeId: number): void {
    this.latest.delete(universeId)
    this.windows.delete(universeId)
    this.days.delete(universeId)
  }
}

/** contract §1: where the votes did not arrive, the last known ones stand. */
function following(before: Latest, sample: Sample): Latest {
  if (sample.likes !== null && sample.dislikes !== null) return { ...sample, votesMinute: sample.minute }
  if (before.votesMinute === null) return { ...sample, votesMinute: null }
  return { ...sample, likes: before.likes, dislikes: before.dislikes, votesMinute: before.votesMinute }
}
