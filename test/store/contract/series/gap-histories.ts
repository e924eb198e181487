// Compares the gaps of random histories (ticks, outages, failures, manual polls, imports) with a model of single minutes.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Gap, GapReason } from '../../../../src/domain/gap.js'
import type { Store } from '../../../../src/domain/ports/store.js'
import { isDue, missedSlots, type ScheduleChange } from '../../../../src/domain/rules/schedule.js'
import { rounds } from '../../../support/test-run.js'
import {
  blockOf,
  DAY,
  freshStore,
  gap,
  readSamples,
  record,
  type SeriesRecords,
  type StoreOpener,
  sample,
} from '../support.js'

/** The gaps of one universe, computed minute by minute. */
class Model {
  readonly due = new Set<number>()
  readonly samples = new Set<number>()
  readonly gaps = new Map<number, GapReason>()
  readonly intervals = new Map<number, number>()

  constructor(readonly id: number) {}

  intervalAt(minute: number): number {
    const since = [...this.intervals.keys()].filter((begin) => begin <= minute)
    return this.intervals.get(Math.max(...since)) ?? 0
  }
  /** The minutes from `minute` until another slot begins. */
  slot(minute: number): number[] {
    const minutes = [minute]
    for (let next = minute + 1; !this.intervals.has(next) && next % (this.intervalAt(next) || 1) !== 0; next++)
      minutes.push(next)
    return minutes
  }
  put(minute: number): void {
    this.samples.add(minute)
    for (const covered of this.slot(minute)) this.gaps.delete(covered)
  }
  /** Records a gap that a tick at `now` found; it ends at `now` at the latest. */
  miss({ from, until: end, reason }: Gap, now: number): void {
    const until = Math.min(end, now + 1)
    const covered = this.covered(from, until)
    for (let minute = from; minute < until; minute++)
      if (!covered.has(minute) && !this.gaps.has(minute)) this.gaps.set(minute, reason)
    if (reason === 'not running')
      for (let minute = from; minute < until; minute += this.intervalAt(from)) this.due.add(minute)
  }
  /** Extends a gap minute by minute, until its slot ends or there is a sample. */
  goOn(last: number, now: number): void {
    const covered = this.covered(last, now + 1)
    for (let minute = last + 1; minute <= now; minute++) {
      const reason = this.gaps.get(minute - 1)
      if (reason === undefined || covered.has(minute) || this.gaps.has(minute)) continue
      if (this.slot(minute - 1).includes(minute)) this.gaps.set(minute, reason)
    }
  }
  private covered(from: number, until: number): Set<number> {
    const sampled = [...this.samples].filter((minute) => minute >= from && minute < until)
    return new Set(sampled.flatMap((minute) => this.slot(minute)))
  }
  /** The gaps, as the longest possible ranges of one reason. */
  ranges(): Gap[] {
    const ranges: Gap[] = []
    for (const [minute, reason] of [...this.gaps].sort(([a], [b]) => a - b)) {
      const last = ranges.at(-1)
      if (last?.until === minute && last.reason === reason) ranges.splice(-1, 1, { ...last, until: minute + 1 })
      else ranges.push(gap(this.id, minute, minute + 1, reason))
    }
    return ranges
  }
}

const outcome = fc.constantFrom<'sampled' | GapReason>('sampled', 'sampled', 'platform error', 'hidden')
const which = fc.nat(1)
const plan = fc.record({ which, interval: fc.constantFrom(0, 1, 5, 10) })
const pause = fc.oneof({ weight: 8, arbitrary: fc.constant(1) }, { weight: 3, arbitrary: fc.nat(45) })
const tick = fc.record({
  kind: fc.constant('tick' as const),
  pause,
  outcomes: fc.tuple(outcome, outcome),
  plan: fc.option(plan, { freq: 5, nil: undefined }),
})
const poll = fc.record({ kind: fc.constant('poll' as const), which })
const imports = fc.record({
  kind: fc.constant('import' as const),
  which,
  ago: fc.uniqueArray(fc.nat(120), { maxLength: 9, size: 'max' }),
})
const step = fc.oneof({ weight: 8, arbitrary: tick }, { weight: 1, arbitrary: poll }, { weight: 2, arbitrary: imports })
/** Longer than all steps of a history, and a multiple of every interval. */
const HISTORY_MINUTES = 3_000
type ArbitraryValue<Of> = Of extends fc.Arbitrary<infer T> ? T : never

/** Applies the same steps to the store and to the model, for two universes. */
class GapHistory {
  private now
  private cursor
  /** The minute of the last recorded tick. */
  private last
  readonly models: readonly Model[]

  constructor(
    private readonly store: Pick<Store, 'series'>,
    firstId: number,
    start: number,
  ) {
    this.now = this.cursor = this.last = start
    this.models = [new Model(firstId), new Model(firstId + 1)]
  }

  async take(step: ArbitraryValue<typeof tick | typeof poll | typeof imports>): Promise<void> {
    if (step.kind === 'tick') return this.tick(step)
    const model = this.models[step.which]
    if (model === undefined) return
    // A manual poll may run while the service does not, and in a minute in which nothing is due.
    if (step.kind === 'poll') {
      this.now++
      return this.record([model], [], [])
    }
    const rows = step.ago.map((ago) => sample(model.id, this.now - ago)).sort((a, b) => a.minute - b.minute)
    for (const { minute } of rows) model.put(minute)
    await this.store.series.importBlock(blockOf(model.id, rows))
  }

  private async tick({ pause, outcomes, plan }: ArbitraryValue<typeof tick>): Promise<void> {
    this.now += pause
    const missed = this.models.flatMap((model) => {
      const slots = missedSlots(this.cursor, this.now, model.intervalAt(this.cursor))
      return slots ? [gap(model.id, slots.from, slots.until, 'not running')] : []
    })
    const planned = plan && this.models[plan.which]
    const schedules = planned ? [{ universeId: planned.id, since: this.now, interval: plan.interval }] : []
    if (planned) planned.intervals.set(this.now, plan.interval)
    const due = this.models.filter((model) => isDue(this.now, model.intervalAt(this.now)))
    for (const model of due) model.due.add(this.now)
    const outcomeOf = (model: Model) => outcomes[this.models.indexOf(model)] ?? 'sampled'
    const failed = due.flatMap((model) => {
      const reason = outcomeOf(model)
      return reason === 'sampled' ? [] : [gap(model.id, this.now, this.now + model.intervalAt(this.now), reason)]
    })
    this.cursor = this.now
    const sampled = due.filter((model) => outcomeOf(model) === 'sampled')
    await this.record(sampled, [...missed, ...failed], schedules)
  }

  private async record(sampled: readonly Model[], gaps: Gap[], schedules: ScheduleChange[]): Promise<void> {
    for (const model of sampled) model.put(this.now)
    for (const model of this.models) model.goOn(this.last, this.now)
    for (const missing of gaps) this.models.find((model) => model.id === missing.universeId)?.miss(missing, this.now)
    this.last = this.now
    const samples = sampled.map((model) => sample(model.id, this.now))
    const cursor = { minute: this.cursor, clockWasWrong: false }
    await record(this.store, this.now, { samples, gaps, schedules, cursor })
  }
}

export const describeGapHistories = (open: StoreOpener<SeriesRecords>) =>
  describe('random histories', () => {
    const store = freshStore(open)

    it('leave every due minute either a sample or a gap, as a model of single minutes does', async () => {
      let firstId = 1
      await fc.assert(
        fc.asyncProperty(fc.array(step, { maxLength: 60, size: 'max' }), async (steps) => {
          // Each history begins after the one before, because the cursor of the store never goes back.
          const history = new GapHistory(store(), firstId, DAY + firstId * HISTORY_MINUTES)
          firstId += 2
          for (const taken of steps) await history.take(taken)
          for (const model of history.models) {
            const gaps = await store().series.gaps(model.id, 0, 2 * DAY)
            expect(gaps).toEqual(model.ranges())
            const sampled = (await readSamples(store(), model.id, 0, 2 * DAY)).map((row) => row.minute)
            expect(sampled).toEqual([...model.samples].sort((a, b) => a - b))
            const isMissing = (minute: number) => gaps.some(({ from, until }) => from <= minute && minute < until)
            const wrong = [...model.due].filter((minute) => sampled.includes(minute) === isMissing(minute))
            expect(wrong).toEqual([])
          }
        }),
        { numRuns: rounds({ short: 15, long: 40 }) },
      )
    })
  })
