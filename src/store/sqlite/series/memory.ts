// What this process remembers of the series. It owns the file, so it learns of every change from the events of its own
// commits. Folding publishes none: a segment says what the rows said.
import { setImmediate as breathe } from 'node:timers/promises'
import type { Minute } from '../../../domain/clock.js'
import type { LatestSample, Tick } from '../../../domain/ports/series.js'
import type { DaySum } from '../../../domain/rules/rollup.js'
import type { Block, Sample } from '../../../domain/sample.js'
import type { Connection } from '../connection.js'
import { type HeadRow, HeadRows } from './head-rows.js'
import { COLUMNS } from './tables/columns.js'

/** The samples of a universe around a moment, all there are between the two minutes. */
export interface SampleWindow {
  readonly from: Minute
  readonly until: Minute
  readonly block: Block
}

export interface HeadDaySum {
  readonly day: number
  readonly sum: DaySum
}

/** Universes: about a millisecond. */
const DROP_BATCH_SIZE = 500

/** Rows: a few milliseconds. */
const READ_BATCH_SIZE = 2_000

/** Ticks, where this process does nothing else between them. */
const MAX_WAITING = 8

const EVERYTHING = { from: Number.MIN_SAFE_INTEGER, until: Number.MAX_SAFE_INTEGER }

export class Memory {
  /** Read in at the first use: most commands never ask for it. */
  private rows: HeadRows | undefined
  /** While the rows are being read in bites, ticks wait to be added to them. */
  private isWarming = false
  /** Ticks that are stored, and not in `rows` yet. */
  private waiting: Tick[] = []
  /** Rows before this minute are being folded; one that comes in between is told. */
  private compactedBefore: Minute = Number.MIN_SAFE_INTEGER
  hasLateRows = false
  readonly latest = new Map<number, LatestSample>()
  /** Of each universe the day that is not over, by interval. */
  readonly days = new Map<number, Map<number, HeadDaySum>>()
  readonly windows = new Map<number, SampleWindow>()
  private readonly select
  private readonly page

  constructor({ raw, events }: Connection) {
    events.subscribe((event) => {
      if (event.type === 'tick recorded') this.stored(event.tick)
      if (event.type === 'history rewritten') this.forgetUniverse(event.universeId)
    })
    this.select = raw
      .prepare<[Minute, Minute], HeadRow>(
        `SELECT universe_id, minute, ${COLUMNS.join(', ')} FROM sample WHERE minute >= ? AND minute < ?`,
      )
      .raw()
    this.page = raw
      .prepare<[Minute, number, number], HeadRow>(
        `SELECT universe_id, minute, ${COLUMNS.join(', ')} FROM sample WHERE (minute, universe_id) > (?, ?)
        ORDER BY minute, universe_id LIMIT ?`,
      )
      .raw()
  }

  /** Reads the rows a few at a time, before anybody asks: all at once, those of thousands of universes take a second. */
  async warmUp(): Promise<void> {
    if (this.rows !== undefined || this.isWarming) return
    this.isWarming = true
    try {
      const rows = await this.readInBites()
      // Somebody has asked in between, or what was read was deleted: then the next look reads all.
      if (this.rows === undefined && this.isWarming) this.takeOver(rows)
    } finally {
      this.endWarming()
    }
  }

  private async readInBites(): Promise<HeadRows> {
    const rows = new HeadRows()
    let last: HeadRow | undefined = [0, Number.MIN_SAFE_INTEGER]
    while (last !== undefined && this.isWarming) {
      const some: HeadRow[] = this.page.all(last[1] ?? 0, last[0] ?? 0, READ_BATCH_SIZE)
      for (const row of some) rows.addRow(row)
      last = some.length < READ_BATCH_SIZE ? undefined : some.at(-1)
      await breathe()
    }
    return rows
  }

  private endWarming(): void {
    this.isWarming = false
    if (this.rows === undefined) this.waiting = []
  }

  /** To be called at the beginning of a transaction, before it writes: `rows` are then those of the transaction. */
  sync(): HeadRows {
    if (this.rows === undefined) return this.reload()
    this.takeWaiting(this.rows)
    return this.rows
  }

  forget(): void {
    this.rows = undefined
    this.isWarming = false
    this.waiting = []
    this.latest.clear()
    this.days.clear()
    this.windows.clear()
  }

  private stored(tick: Tick): void {
    for (const { universeId } of tick.schedules) this.days.delete(universeId)
    if (this.rows === undefined) {
      if (this.isWarming) this.waiting.push(tick)
      return
    }
    // Who wrote the tick need not wait until it is taken in; a whole hour of them at once would stop everybody.
    if (this.waiting.push(tick) > MAX_WAITING) this.takeWaiting(this.rows)
    else setImmediate(() => this.rows && this.takeWaiting(this.rows))
  }

  /** Watches for rows before `minute` until they are dropped. */
  watch(minute: Minute): void {
    this.compactedBefore = minute
    this.hasLateRows = false
  }
  /** The rows before `minute` lie in segments, and are deleted; those of the universes that are `left` are not. */
  async compacted(minute: Minute, left: ReadonlySet<number>): Promise<void> {
    // What is being read in bites may hold rows that are deleted by now.
    this.isWarming = false
    const { rows } = this
    let dropped = 0
    for (const id of rows?.ids() ?? []) {
      if (left.has(id)) continue
      // A sum that has not taken them in yet would miss them.
      const days = this.days.get(id)
      for (const [interval, { sum }] of days ?? [])
        if (rows?.has(id, sum.lastMinute + 1, minute)) days?.delete(interval)
      rows?.dropBefore(id, minute)
      if (++dropped % DROP_BATCH_SIZE === 0) await breathe()
    }
    this.compactedBefore = Number.MIN_SAFE_INTEGER
    // It came after the last look, and may have been dropped with the others.
    if (this.hasLateRows) this.forget()
  }

  private reload(): HeadRows {
    this.forget()
    return this.takeOver(this.read(EVERYTHING))
  }

  private takeOver(rows: HeadRows): HeadRows {
    this.rows = rows
    this.hasLateRows = true
    return rows
  }

  /** The rows of a stretch alone. */
  read({ from, until }: { readonly from: Minute; readonly until: Minute }): HeadRows {
    const rows = new HeadRows()
    for (const row of this.select.iterate(from, until)) rows.addRow(row)
    return rows
  }

  private takeWaiting(rows: HeadRows): void {
    for (const { samples } of this.waiting)
      for (const sample of samples) if (rows.add(sample)) this.isNew(sample.universeId, sample.minute, sample)
    this.waiting = []
  }

  private isNew(universeId: number, minute: Minute, sample?: Sample): void {
    if (minute < this.compactedBefore) this.hasLateRows = true
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

/** DATA-3: where the votes did not arrive, the last known ones stand. */
function following(before: LatestSample, sample: Sample): LatestSample {
  if (sample.likes !== null && sample.dislikes !== null) return { ...sample, votesMinute: sample.minute }
  if (before.votesMinute === null) return { ...sample, votesMinute: null }
  return { ...sample, likes: before.likes, dislikes: before.dislikes, votesMinute: before.votesMinute }
}
