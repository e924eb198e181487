// The sums of the buckets of a series. They are made from samples, or from rollups where buckets are whole UTC days.
import { DAY_MINUTES, dayOf, type Minute } from '../clock.js'
import { CLOSING_MEASURES } from '../measures.js'
import { cadenceReader, maxSpacing } from '../rules/cadence.js'
import { type Coverage, type DayRollup, intervalReader } from '../rules/rollup.js'
import type { Block } from '../sample.js'
import type { BucketEdges } from './buckets.js'

const nothing = (length: number): Float64Array => new Float64Array(length).fill(Number.NaN)

/** Samples and rollups are added oldest first. */
export class BucketSums {
  readonly samples: Int32Array
  /** Minutes that samples cover, and the sum of CCU × covered minutes. */
  readonly coveredMinutes: Float64Array
  readonly integral: Float64Array
  /** The minimum of the samples in the bucket, or the value of the sample that covers it if it has none. */
  readonly min: Float64Array
  readonly max: Float64Array
  /** The minute of the first sample in the bucket that has the maximum; 0 without a sample. */
  readonly maxAt: Int32Array
  readonly lastCcu: Float64Array
  /** One array for each closing measure, in the order of CLOSING_MEASURES. */
  readonly first: readonly Float64Array[]
  readonly last: readonly Float64Array[]
  private bucket = 0

  constructor(readonly edges: BucketEdges) {
    const length = edges.length - 1
    this.samples = new Int32Array(length)
    this.coveredMinutes = new Float64Array(length)
    this.integral = new Float64Array(length)
    this.min = nothing(length)
    this.max = nothing(length)
    this.maxAt = new Int32Array(length)
    this.lastCcu = nothing(length)
    this.first = CLOSING_MEASURES.map(() => nothing(length))
    this.last = CLOSING_MEASURES.map(() => nothing(length))
  }

  /** Adds one UTC day that lies within one bucket. */
  addRollup({ day, samples, ccu, coveredMinutes, integral, first, last }: DayRollup): void {
    const at = this.find(day * DAY_MINUTES)
    if (at < 0) return
    this.coveredMinutes[at] = (this.coveredMinutes[at] ?? 0) + coveredMinutes
    this.integral[at] = (this.integral[at] ?? 0) + integral
    if (!((this.max[at] ?? Number.NaN) >= ccu.max)) this.maxAt[at] = ccu.maxAt
    this.extend(at, ccu.min, ccu.max)
    this.samples[at] = (this.samples[at] ?? 0) + samples
    this.lastCcu[at] = ccu.last
    for (const [index, name] of CLOSING_MEASURES.entries()) {
      this.close(index, at, first[name] ?? Number.NaN)
      this.close(index, at, last[name] ?? Number.NaN)
    }
  }

  /**
   * Adds the samples of one UTC day as the reader sees them. A sample covers the same minutes as in the sums of the day
   * (DaySum), so that the buckets of a day add up to it; they are divided among the buckets in which they lie.
   */
  addDay(block: Block, coverage: Coverage): void {
    const { minutes } = block
    const [first] = minutes
    if (first === undefined) return
    this.addCoverageOfPrevious(first, coverage)
    const ends = coveredUntil(minutes, coverage)
    for (let from = 0; from < minutes.length; ) {
      const minute = minutes[from] ?? 0
      const at = this.find(minute)
      const end = at < 0 ? (minute < (this.edges[0] ?? 0) ? this.edges[0] : undefined) : this.edges[at + 1]
      let until = from + 1
      while (until < minutes.length && (minutes[until] ?? 0) < (end ?? Number.POSITIVE_INFINITY)) until++
      if (at >= 0) this.addRun(at, block, ends, [from, until])
      // Only the last sample before the end of a bucket can cover time after it.
      const last = until - 1
      this.cover(Math.max(end ?? 0, minutes[last] ?? 0), ends[last] ?? 0, block.columns.ccu[last] ?? 0)
      from = until
    }
  }

  /** Adds the rows of one bucket. Written for speed: a year has half a million. */
  private addRun(at: number, { minutes, columns }: Block, ends: Int32Array, [from, until]: readonly [number, number]) {
    const { ccu } = columns
    const bucketEnd = this.edges[at + 1] ?? 0
    const isFirst = this.samples[at] === 0
    let min = isFirst ? Number.POSITIVE_INFINITY : (this.min[at] ?? 0)
    let max = isFirst ? Number.NEGATIVE_INFINITY : (this.max[at] ?? 0)
    let maxAt = this.maxAt[at] ?? 0
    let [coveredMinutes, integral] = [0, 0]
    for (let row = from; row < until; row++) {
      const value = ccu[row] as number
      const end = ends[row] as number
      const length = (end < bucketEnd ? end : bucketEnd) - (minutes[row] as number)
      coveredMinutes += length
      integral += length * value
      if (value < min) min = value
      if (value > max) {
        max = value
        maxAt = minutes[row] as number
      }
    }
    this.coveredMinutes[at] = (this.coveredMinutes[at] ?? 0) + coveredMinutes
    this.integral[at] = (this.integral[at] ?? 0) + integral
    this.min[at] = min
    this.max[at] = max
    this.maxAt[at] = maxAt
    this.lastCcu[at] = ccu[until - 1] ?? Number.NaN
    this.samples[at] = (this.samples[at] ?? 0) + until - from
    for (const [index, name] of CLOSING_MEASURES.entries()) {
      const values = columns[name]
      let [first, last] = [from, until - 1]
      while (first < until && Number.isNaN(values[first])) first++
      while (last > first && Number.isNaN(values[last])) last--
      this.close(index, at, values[first === until ? last : first] ?? Number.NaN)
      this.close(index, at, values[last] ?? Number.NaN)
    }
  }

  /** An imported sample may cover the beginning of the next day (DATA-20). */
  private addCoverageOfPrevious(minute: Minute, { previous, cadences, interval, since, until }: Coverage): void {
    const cadence = previous === undefined ? 0 : cadenceReader(cadences ?? [])(previous.minute)
    if (previous === undefined || cadence === 0) return
    const isWhole = minute - previous.minute <= maxSpacing(cadence, interval)
    const end = isWhole ? minute : Math.min(previous.minute + Math.max(interval, cadence), minute)
    const from = Math.max(dayOf(minute) * DAY_MINUTES, since ?? Number.NEGATIVE_INFINITY)
    this.cover(from, Math.min(end, until), previous.ccu)
  }

  private cover(from: Minute, until: Minute, ccu: number): void {
    let start = Math.max(from, this.edges[0] ?? 0)
    while (start < until) {
      const at = this.find(start)
      if (at < 0) return
      const end = Math.min(until, this.edges[at + 1] ?? 0)
      this.coveredMinutes[at] = (this.coveredMinutes[at] ?? 0) + end - start
      this.integral[at] = (this.integral[at] ?? 0) + ccu * (end - start)
      if (this.samples[at] === 0) this.extend(at, ccu, ccu)
      start = end
    }
  }

  private extend(at: number, low: number, high: number): void {
    const [min = Number.NaN, max = Number.NaN] = [this.min[at], this.max[at]]
    if (!(min <= low)) this.min[at] = low
    if (!(max >= high)) this.max[at] = high
  }

  private close(index: number, at: number, value: number): void {
    if (Number.isNaN(value)) return
    const [first, last] = [this.first[index], this.last[index]]
    if (first === undefined || last === undefined) return
    if (Number.isNaN(first[at])) first[at] = value
    last[at] = value
  }

  /** The bucket of a minute, or −1 outside of all; minutes nearly always ascend, so the last bucket is tried first. */
  private find(minute: Minute): number {
    const { edges } = this
    if (minute < (edges[0] ?? 0) || minute >= (edges.at(-1) ?? 0)) return -1
    while (minute < (edges[this.bucket] ?? 0)) this.bucket--
    while (minute >= (edges[this.bucket + 1] ?? 0)) this.bucket++
    return this.bucket
  }
}

/** Up to which minute each sample counts, by the rules of DaySum. */
function coveredUntil(minutes: Int32Array, { interval, schedules, cadences = [], until }: Coverage): Int32Array {
  const ends = new Int32Array(minutes.length)
  const inForce = intervalReader(schedules)
  const cadenceAt = cadenceReader(cadences)
  const [first = 0, last = first] = [minutes[0], minutes.at(-1)]
  const dayEnd = Math.min((dayOf(first) + 1) * DAY_MINUTES, until)
  // Nearly every day has one schedule and no imported samples.
  if (cadences.length === 0 && !schedules.some(({ since }) => since > first && since <= last)) {
    fillEnds(ends, minutes, { length: Math.max(interval, inForce(first)), dayEnd })
    return ends
  }
  for (let row = 0; row < ends.length; row++) {
    const minute = minutes[row] ?? 0
    const cadence = cadences.length === 0 ? 0 : cadenceAt(minute)
    const reach = minute + Math.max(interval, cadence === 0 ? inForce(minute) : cadence)
    const next = minutes[row + 1] ?? Number.POSITIVE_INFINITY
    const patience = cadence === 0 ? reach : minute + maxSpacing(cadence, interval)
    const end = next <= patience ? next : Math.min(reach, next)
    ends[row] = Math.max(minute, Math.min(end, dayEnd))
  }
  return ends
}

interface EvenCover {
  /** In minutes, unless the next sample comes earlier. */
  readonly length: number
  readonly dayEnd: Minute
}

/** Written for speed: a year has half a million samples. */
function fillEnds(ends: Int32Array, minutes: Int32Array, { length, dayEnd }: EvenCover): void {
  let next = dayEnd
  for (let row = ends.length - 1; row >= 0; row--) {
    const minute = minutes[row] as number
    const reach = minute + length
    const end = reach < next ? reach : next
    ends[row] = end > minute ? end : minute
    next = minute < dayEnd ? minute : dayEnd
  }
}

/** The sums of consecutive buckets as one; `edges` are those of all of them. */
export function joinSums(edges: BucketEdges, parts: readonly BucketSums[]): BucketSums {
  const whole = new BucketSums(edges)
  let at = 0
  for (const part of parts) {
    for (const name of ['samples', 'coveredMinutes', 'integral', 'min', 'max', 'maxAt', 'lastCcu'] as const)
      whole[name].set(part[name], at)
    for (const index of CLOSING_MEASURES.keys()) {
      whole.first[index]?.set(part.first[index] ?? [], at)
      whole.last[index]?.set(part.last[index] ?? [], at)
    }
    at += part.samples.length
  }
  return whole
}
