// The rollup: the sums of one universe and UTC day as a reader at one interval sees them, from which summaries are
// computed (API-17).
import { DAY_MINUTES, dayOf, type Minute } from '../clock.js'
import { byMeasure, CLOSING_MEASURES, type ClosingMeasure } from '../measures.js'
import { type Block, toNullable } from '../sample.js'
import { type CadenceSpan, cadenceReader, maxSpacing } from './cadence.js'
import type { ScheduleChange } from './schedule.js'

/** One value for each closing measure; null if it was not measured. */
export type ClosingValues = Readonly<Record<ClosingMeasure, number | null>>

export interface DayRollup {
  readonly day: number
  readonly samples: number
  readonly ccu: { readonly min: number; readonly max: number; readonly maxAt: Minute; readonly last: number }
  /** Minutes of the day that samples cover. */
  readonly coveredMinutes: number
  /** Sum of CCU × covered minutes. */
  readonly integral: number
  /** Whether the day's first sample has votes; if not, the last known votes are used for it (DATA-3). */
  readonly opensWithVotes: boolean
  /** The first and the last measured values of the day. */
  readonly first: ClosingValues
  readonly last: ClosingValues
}

export interface Coverage {
  /** The reader's interval, in minutes. */
  readonly interval: number
  /** Schedules in force, oldest first; the first one may begin before the day. */
  readonly schedules: readonly ScheduleChange[]
  /** Nothing after this minute counts as covered yet. */
  readonly until: Minute
  /** Of imported samples, oldest first; also of the previous sample. */
  readonly cadences?: readonly CadenceSpan[]
  /** The last sample that the reader sees before these; an imported one may cover the time up to the first of them. */
  readonly previous?: EarlierSample | undefined
  /** Where the range begins, if that is later than the day. */
  readonly since?: Minute
}

export interface EarlierSample {
  readonly minute: Minute
  readonly ccu: number
}

/** The last sample of a block, which may cover time of the next one. */
export function lastOf({ minutes, columns }: Block): EarlierSample | undefined {
  const minute = minutes.at(-1)
  return minute === undefined ? undefined : { minute, ccu: columns.ccu.at(-1) ?? 0 }
}

/** Computes the rollup of a block of one day; undefined if the block is empty. */
export const rollUpDay = (block: Block, coverage: Coverage): DayRollup | undefined =>
  new DaySum(coverage).add(block).at(coverage.until)

/**
 * The running sum of one day, to which more samples can be added. A sample covers the reader's interval, or the
 * interval in force when it was taken if that was longer, but never more than up to the next sample, the day's end or
 * `until`. An imported sample covers its cadence, or the reader's interval if that is longer, also into the next day, and up to a next
 * sample that is late by less than half of it (DATA-20); the interval in force does not count for it.
 */
export class DaySum {
  private samples = 0
  private ccu = { min: Number.POSITIVE_INFINITY, max: -1, maxAt: 0, last: 0 }
  /** Excludes the last sample, whose covered minutes depend on the next one. */
  private settled = { covered: 0, integral: 0 }
  private readonly first = new Float64Array(CLOSING_MEASURES.length).fill(Number.NaN)
  private readonly last = new Float64Array(CLOSING_MEASURES.length).fill(Number.NaN)
  /** The last sample that was counted; NaN before the first. */
  lastMinute: Minute = Number.NaN
  private opensWithVotes = false
  private dayEnd = 0
  private reach = 0
  /** The next sample leaves no hole if it comes before this minute or in it; an imported sample covers up to there. */
  private coveredUntil = 0
  private readonly inForce: (minute: Minute) => number
  private readonly cadenceAt: (minute: Minute) => number

  constructor(private readonly coverage: Coverage) {
    this.inForce = intervalReader(coverage.schedules)
    this.cadenceAt = cadenceReader(coverage.cadences ?? [])
  }

  /**
   * Adds samples that are newer than all before; of each slot of the reader's interval, the first one counts. Rollups of an import and of
   * every read run this loop, so its sums are variables, and the other measures are looked up only at its ends.
   */
  add({ minutes, columns }: Block): this {
    const rows = this.countedRows(minutes)
    const first = rows[0]
    if (first === undefined) return this
    const isBegun = this.samples > 0
    if (!isBegun) this.begin(minutes[first] ?? 0, columns.likes[first])
    const { dayEnd, inForce, cadenceAt, coverage, ccu } = this
    const { interval } = coverage
    let { lastMinute, reach, coveredUntil } = this
    let { min, max, maxAt, last } = ccu
    let { covered, integral } = this.settled
    for (let index = 0; index < rows.length; index++) {
      const row = rows[index] as number
      const minute = minutes[row] as number
      if (index > 0 || isBegun) {
        const end = minute <= coveredUntil ? minute : Math.min(reach, minute)
        const length = Math.max(0, Math.min(end, dayEnd) - lastMinute)
        covered += length
        integral += last * length
      }
      last = columns.ccu[row] as number
      if (last < min) min = last
      if (last > max) {
        max = last
        maxAt = minute
      }
      lastMinute = minute
      const cadence = cadenceAt(minute)
      reach = minute + Math.max(interval, cadence === 0 ? inForce(minute) : cadence)
      coveredUntil = cadence === 0 ? reach : minute + maxSpacing(cadence, interval)
    }
    this.ccu = { min, max, maxAt, last }
    this.settled = { covered, integral }
    this.lastMinute = lastMinute
    this.reach = reach
    this.coveredUntil = coveredUntil
    this.samples += rows.length
    this.addClosing(columns, rows)
    return this
  }

  /** The first row of each slot of the reader's interval, without the slot of the last sample before. */
  private countedRows(minutes: Int32Array): Int32Array {
    const { interval } = this.coverage
    if (spareRows.length < minutes.length) spareRows = new Int32Array(2 * minutes.length)
    // Before the first sample, no slot has begun.
    let slotEnd =
      this.samples === 0 ? Number.NEGATIVE_INFINITY : (Math.floor(this.lastMinute / interval) + 1) * interval
    let count = 0
    for (let row = 0; row < minutes.length; row++) {
      const minute = minutes[row] as number
      if (minute < slotEnd) continue
      slotEnd = (Math.floor(minute / interval) + 1) * interval
      spareRows[count++] = row
    }
    return spareRows.subarray(0, count)
  }

  private begin(minute: Minute, likes: number | undefined): void {
    this.dayEnd = Math.min((dayOf(minute) + 1) * DAY_MINUTES, this.coverage.until)
    this.opensWithVotes = !Number.isNaN(likes ?? Number.NaN)
    this.addCoverageOfPrevious(minute)
  }

  /** Counts the time between the beginning of the day and its first sample that the previous sample covers. */
  private addCoverageOfPrevious(minute: Minute): void {
    const { previous, interval, since = Number.NEGATIVE_INFINITY, until } = this.coverage
    const cadence = previous === undefined ? 0 : this.cadenceAt(previous.minute)
    if (previous === undefined || cadence === 0) return
    const isWhole = minute - previous.minute <= maxSpacing(cadence, interval)
    const end = isWhole ? minute : Math.min(previous.minute + Math.max(interval, cadence), minute)
    const length = Math.max(0, Math.min(end, until) - Math.max(dayOf(minute) * DAY_MINUTES, since))
    this.settled.covered += length
    this.settled.integral += previous.ccu * length
  }

  private addClosing(columns: Block['columns'], rows: Int32Array): void {
    for (const [index, name] of CLOSING_MEASURES.entries()) {
      const column = columns[name]
      let [from, until] = [0, rows.length - 1]
      while (until >= 0 && Number.isNaN(column[rows[until] as number] as number)) until--
      if (until < 0) continue
      this.last[index] = column[rows[until] as number] as number
      if (!Number.isNaN(this.first[index])) continue
      while (Number.isNaN(column[rows[from] as number] as number)) from++
      this.first[index] = column[rows[from] as number] as number
    }
  }

  /** The rollup of the day as covered up to `until`. Only the last sample may lie after `until`. */
  at(until: Minute): DayRollup | undefined {
    if (this.samples === 0) return undefined
    const length = Math.max(0, Math.min(this.reach, this.dayEnd, until) - this.lastMinute)
    return {
      day: dayOf(this.lastMinute),
      samples: this.samples,
      ccu: { ...this.ccu },
      coveredMinutes: this.settled.covered + length,
      integral: this.settled.integral + this.ccu.last * length,
      opensWithVotes: this.opensWithVotes,
      first: toClosing(this.first),
      last: toClosing(this.last),
    }
  }
}

/** Returns the interval in force at a minute; minutes must ascend, so that the list is walked once. */
export function intervalReader(schedules: readonly ScheduleChange[]): (minute: Minute) => number {
  let [index, interval] = [-1, 0]
  let next = schedules[0]?.since ?? Number.POSITIVE_INFINITY
  return (minute) => {
    while (next <= minute) {
      interval = schedules[++index]?.interval ?? 0
      next = schedules[index + 1]?.since ?? Number.POSITIVE_INFINITY
    }
    return interval
  }
}

/** The rows that are being added; a day has no more. */
let spareRows = new Int32Array(DAY_MINUTES)

const toClosing = (values: Float64Array): ClosingValues =>
  byMeasure(CLOSING_MEASURES, (name) => toNullable(values[CLOSING_MEASURES.indexOf(name)]))
