// Random histories of a few universes: ticks, outages, missing votes, imports, corrections, clock changes, schedules, compaction.
import fc from 'fast-check'
import { DAY_MINUTES } from '../../../src/domain/clock.js'
import type { Store } from '../../../src/domain/ports/store.js'
import { cadencesOf } from '../../../src/domain/rules/cadence.js'
import type { Sample } from '../../../src/domain/sample.js'
import { addedValues, blockOf, gap, record } from '../contract/support.js'

export const UNIVERSES = [11, 12, 13]

const value = fc.oneof(
  { weight: 8, arbitrary: fc.nat(60) },
  { weight: 2, arbitrary: fc.nat(1_000_000) },
  { weight: 1, arbitrary: fc.constantFrom(0, 2 ** 31, 2 ** 53 - 1) },
)
/** A day of 1,440 minutes with 2^40 players each still adds up without rounding, so that two orders of adding agree. */
const players = fc.oneof(
  { weight: 8, arbitrary: fc.nat(60) },
  { weight: 2, arbitrary: fc.nat(1_000_000) },
  { weight: 1, arbitrary: fc.constantFrom(0, 2 ** 31, 2 ** 40) },
)
const which = fc.constantFrom(...UNIVERSES)
const votes = fc.option(value, { freq: 3 })

const ticks = fc.record({
  kind: fc.constant('ticks' as const),
  pause: fc.oneof({ weight: 6, arbitrary: fc.constant(1) }, { weight: 2, arbitrary: fc.nat(3_000) }),
  count: fc.nat(90),
  every: fc.constantFrom(1, 1, 1, 5, 10),
  ccu: players,
  visits: value,
  step: fc.nat(40),
  likes: votes,
  dislikes: votes,
  absent: fc.option(which, { freq: 3 }),
})
const jump = fc.record({ kind: fc.constant('jump' as const), minutes: fc.integer({ min: -30_000, max: 30_000 }) })
const imports = fc.record({
  kind: fc.constant('import' as const),
  universe: which,
  ago: fc.nat(25_000),
  length: fc.nat(300),
  every: fc.constantFrom(1, 1, 3, 7, 60, 600),
  hasSpacings: fc.boolean(),
  late: fc.nat(6),
  hole: fc.nat(20),
  visits: fc.option(value, { freq: 3 }),
  ccu: players,
  likes: votes,
})
/** Some rows of the last import, unchanged, which stand further apart. */
const again = fc.record({
  kind: fc.constant('again' as const),
  each: fc.integer({ min: 1, max: 4 }),
  hasSpacings: fc.boolean(),
})
const schedule = fc.record({
  kind: fc.constant('schedule' as const),
  universe: which,
  ago: fc.oneof(fc.constant(0), fc.nat(15_000)),
  interval: fc.constantFrom(0, 1, 5, 10),
})
const maintain = fc.constant({ kind: 'maintain' as const })
const look = fc.constant({ kind: 'look' as const })

export const step = fc.oneof(
  { weight: 6, arbitrary: ticks },
  { weight: 1, arbitrary: jump },
  { weight: 3, arbitrary: imports },
  { weight: 2, arbitrary: again },
  { weight: 1, arbitrary: schedule },
  { weight: 3, arbitrary: maintain },
  { weight: 2, arbitrary: look },
)
type GeneratedValue<A> = A extends fc.Arbitrary<infer T> ? T : never
export type HistoryStep = GeneratedValue<typeof step>

/** Writes the same history to several stores, which share the clock `now`. */
export class SeriesHistory {
  private lastImport: { readonly universe: number; readonly rows: readonly Sample[] } | undefined

  constructor(
    private readonly stores: readonly Pick<Store, 'series'>[],
    public now: number,
  ) {}

  async take(taken: HistoryStep, look: () => Promise<void>): Promise<void> {
    if (taken.kind === 'jump') this.now += taken.minutes
    else if (taken.kind === 'maintain') for (const { series } of this.stores) await series.maintain()
    else if (taken.kind === 'look') await look()
    else if (taken.kind === 'ticks') await this.tick(taken)
    else if (taken.kind === 'import') await this.import(taken)
    else if (taken.kind === 'again') await this.importAgain(taken)
    else await this.schedule(taken)
  }

  private async tick({
    pause,
    count,
    every,
    ccu,
    visits,
    step,
    likes,
    dislikes,
    absent,
  }: GeneratedValue<typeof ticks>): Promise<void> {
    this.now += pause
    for (let index = 0; index <= count; index += every) {
      this.now += every
      const minute = this.now
      const samples = UNIVERSES.filter((id) => id !== absent).map((universeId): Sample => {
        return {
          universeId,
          minute,
          ccu: ccu + index * step,
          visits: Math.min(Number.MAX_SAFE_INTEGER, visits + index * step),
          favorites: step,
          likes,
          dislikes,
          ...addedValues(likes),
        }
      })
      const gaps = absent === null ? [] : [gap(absent, minute, minute + every)]
      for (const store of this.stores) await record(store, minute, { samples, gaps })
    }
  }

  private async import(taken: GeneratedValue<typeof imports>): Promise<void> {
    const { universe, ago, length, every, ccu, likes, visits } = taken
    const rows = Array.from({ length }, (_, index): Sample => {
      const late = every > 6 ? (index * taken.late) % 7 : 0
      const minute = this.now - ago + index * every + late
      const votes = { likes, dislikes: likes, ...addedValues(likes) }
      return { universeId: universe, minute, ccu, visits: visits && index, favorites: visits, ...votes }
    }).filter(({ minute }, index) => minute <= this.now && index % 21 !== taken.hole)
    this.lastImport = { universe, rows }
    await this.importRows(universe, rows, taken.hasSpacings)
  }

  private async importAgain({ each, hasSpacings }: GeneratedValue<typeof again>): Promise<void> {
    if (this.lastImport === undefined) return
    const { universe, rows } = this.lastImport
    const some = rows.filter(({ minute }, index) => minute <= this.now && index % each === 0)
    await this.importRows(universe, some, hasSpacings)
  }

  private async importRows(universe: number, rows: readonly Sample[], hasSpacings: boolean): Promise<void> {
    const block = blockOf(universe, rows)
    const spacings = hasSpacings ? cadencesOf(block.minutes) : undefined
    const counts = []
    for (const { series } of this.stores) counts.push(JSON.stringify(await series.importBlock(block, spacings)))
    if (new Set(counts).size > 1) throw new Error(`The stores count an import differently: ${counts.join(' ')}`)
  }

  private async schedule({ universe, ago, interval }: GeneratedValue<typeof schedule>): Promise<void> {
    const schedules = [{ universeId: universe, since: this.now - ago, interval }]
    for (const store of this.stores) await record(store, this.now, { schedules })
  }

  questions() {
    const span = 40 * DAY_MINUTES
    return { universes: [...UNIVERSES, 14], from: this.now - span, until: this.now + span, now: this.now }
  }
}
