// The read cache of the series. Only this process writes the file, so the events of its own commits report every
// change. A compaction publishes no event, because the segment holds the same values as the rows.
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { Minute } from '../../../domain/clock.js'
import type { LatestSample, Tick } from '../../../domain/ports/series.js'
import type { Sample } from '../../../domain/sample.js'
import { HeadRows } from '../../../series/head-rows.js'
import type { HeadDaySum, HourAnswer, SeriesMemory } from '../../../series/memory.js'
import { SampleWindows } from '../../../series/sample-windows.js'
import type { Connection } from '../connection.js'
import type { TickSampleTable } from './tables/tick-samples.js'

/** In universes; takes about a millisecond. */
const DROP_BATCH_SIZE = 500

/** In samples; takes a few milliseconds. */
const READ_BATCH_SIZE = 2_000

/** In samples; takes about a millisecond. */
const ADD_BATCH_SIZE = 2_000

/** In ticks, for when this process does nothing else between them. */
const MAX_WAITING_READS = 8

export class SeriesReadCache implements SeriesMemory {
  /** Loaded at the first use, because most commands never need the rows. */
  private rows: HeadRows | undefined
  /** While the rows are loaded in batches, new ticks wait to be added to them. */
  private isWarming = false
  /** Ticks that are committed and not in `rows` yet. */
  private waiting: Tick[] = []
  /** How many samples of the first of them are in `rows` already. */
  private added = 0
  private isAdding = false
  /** Rows before this minute are being compacted; one that is added in the meantime sets `hasLateRows`. */
  private compactedBefore: Minute = Number.MIN_SAFE_INTEGER
  hasLateRows = false
  readonly latest = new Map<number, LatestSample>()
  /** The sums of the current day of each universe, by interval. */
  readonly days = new Map<number, Map<number, HeadDaySum>>()
  readonly windows = new SampleWindows()
  /** Answers from the first samples of the hours, the newest answer first. */
  readonly hours = new Map<number, readonly HourAnswer[]>()

  constructor(
    { events }: Pick<Connection, 'events'>,
    private readonly ticks: TickSampleTable,
  ) {
    events.subscribe((event) => {
      if (event.type === 'tick recorded') this.stored(event.tick)
      if (event.type === 'history rewritten') this.forgetUniverse(event.universeId)
    })
  }

  /** Loads the rows in batches before the first use: loading those of thousands of universes at once takes a second. */
  async warmUp(): Promise<void> {
    if (this.rows !== undefined || this.isWarming) return
    this.isWarming = true
    try {
      const rows = await this.readInBatches()
      // Otherwise the rows were loaded by a read in the meantime, or loaded rows were deleted; then the next read loads
      // all of them.
      if (this.rows === undefined && this.isWarming) this.takeOver(rows)
    } finally {
      this.endWarming()
    }
  }

  private async readInBatches(): Promise<HeadRows> {
    const rows = new HeadRows()
    let count = 0
    for (const row of this.ticks.rows()) {
      const tick = this.ticks.read(row)
      if (tick !== undefined) rows.addTick(tick)
      count += row.samples
      if (count < READ_BATCH_SIZE) continue
      count = 0
      await yieldToEventLoop()
      if (!this.isWarming) break
    }
    return rows
  }

  private endWarming(): void {
    this.isWarming = false
    if (this.rows === undefined) this.forgetWaiting()
  }

  sync(): HeadRows {
    if (this.rows === undefined) return this.reload()
    this.takeWaiting(this.rows)
    return this.rows
  }

  forget(): void {
    this.rows = undefined
    this.isWarming = false
    this.forgetWaiting()
    this.latest.clear()
    this.days.clear()
    this.windows.clear()
    this.hours.clear()
  }

  private forgetWaiting(): void {
    this.waiting = []
    this.added = 0
  }

  private stored(tick: Tick): void {
    if (this.rows === undefined) {
      if (this.isWarming) this.waiting.push(tick)
      return
    }
    // The writer of the tick does not wait until it is added to the rows, but adding an hour of ticks at once would
    // block the event loop.
    const isLong = this.waiting.push(tick) > MAX_WAITING_READS
    if (isLong) this.takeWaiting(this.rows)
    if (isLong || this.isAdding) return
    this.isAdding = true
    setImmediate(() => this.takeBatch())
  }

  /** Notices new rows before `minute` until the compacted rows are dropped. */
  watch(minute: Minute): void {
    this.compactedBefore = minute
    this.hasLateRows = false
  }
  /** Drops the rows before `minute`, which are compacted and deleted, except those of the universes in `left`. */
  async compacted(minute: Minute, left: ReadonlySet<number>): Promise<void> {
    // The batches that are being loaded may hold rows that are deleted by now.
    this.isWarming = false
    const { rows } = this
    let dropped = 0
    for (const id of rows?.ids() ?? []) {
      if (left.has(id)) continue
      // A sum that does not include these rows yet would miss them.
      const days = this.days.get(id)
      for (const [interval, { sum }] of days ?? [])
        if (rows?.has(id, sum.lastMinute + 1, minute)) days?.delete(interval)
      rows?.dropBefore(id, minute)
      if (++dropped % DROP_BATCH_SIZE === 0) await yieldToEventLoop()
    }
    this.compactedBefore = Number.MIN_SAFE_INTEGER
    // A row that came after the last check may have been dropped with the others.
    if (this.hasLateRows) this.forget()
  }

  private reload(): HeadRows {
    this.forget()
    return this.takeOver(this.readAll())
  }

  private takeOver(rows: HeadRows): HeadRows {
    this.rows = rows
    this.hasLateRows = true
    return rows
  }

  private readAll(): HeadRows {
    const rows = new HeadRows()
    for (const row of this.ticks.rows()) {
      const tick = this.ticks.read(row)
      if (tick !== undefined) rows.addTick(tick)
    }
    return rows
  }

  private takeWaiting(rows: HeadRows): void {
    while (this.waiting.length > 0) this.takeSamples(rows, Number.POSITIVE_INFINITY)
  }

  /** The samples of a large tick are added in several turns of the event loop, unless a read needs them at once. */
  private takeBatch(): void {
    if (this.rows !== undefined) this.takeSamples(this.rows, ADD_BATCH_SIZE)
    this.isAdding = this.rows !== undefined && this.waiting.length > 0
    if (this.isAdding) setImmediate(() => this.takeBatch())
  }

  /** Adds at most so many samples of the first waiting tick. */
  private takeSamples(rows: HeadRows, limit: number): void {
    const samples = this.waiting[0]?.samples ?? []
    const until = Math.min(samples.length, this.added + limit)
    for (let index = this.added; index < until; index++) {
      const sample = samples[index]
      if (sample !== undefined && rows.add(sample)) this.isNew(sample.universeId, sample.minute, sample)
    }
    this.added = until < samples.length ? until : 0
    if (this.added === 0) this.waiting.shift()
  }

  private isNew(universeId: number, minute: Minute, sample?: Sample): void {
    if (minute < this.compactedBefore) this.hasLateRows = true
    const latest = this.latest.get(universeId)
    if (latest !== undefined && sample !== undefined && minute > latest.minute)
      this.latest.set(universeId, following(latest, sample))
    else this.latest.delete(universeId)
    this.windows.forgetAt(universeId, minute)
    if (this.hours.get(universeId)?.some(({ before }) => minute < before)) this.hours.delete(universeId)
    const days = this.days.get(universeId)
    if (days === undefined) return
    for (const [interval, { sum }] of days) if (minute <= sum.lastMinute) days.delete(interval)
  }

  private forgetUniverse(universeId: number): void {
    this.latest.delete(universeId)
    this.windows.forget(universeId)
    this.hours.delete(universeId)
    this.days.delete(universeId)
  }
}

/** DATA-3: a sample without votes takes the last known votes. */
function following(before: LatestSample, sample: Sample): LatestSample {
  if (sample.likes !== null && sample.dislikes !== null) return { ...sample, votesMinute: sample.minute }
  if (before.votesMinute === null) return { ...sample, votesMinute: null }
  return { ...sample, likes: before.likes, dislikes: before.dislikes, votesMinute: before.votesMinute }
}
