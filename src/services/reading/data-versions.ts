// The versions of the stored data, for entity tags: a version changes with new samples, and when the past changes.
import { type Clock, dayOf, minuteOf } from '../../domain/clock.js'
import { recordedMinute } from '../../domain/ports/events.js'
import type { Store } from '../../domain/ports/store.js'
import type { ClockCheck } from '../../domain/time/clock-check.js'

/** A tick is late if it is stored this many minutes after its minute. */
const LATE_TICK_MINUTES = 5

export type DataVersions = ReturnType<typeof createDataVersions>

interface Deps {
  readonly store: Store
  readonly clock: Clock
  readonly clockCheck: Pick<ClockCheck, 'state'>
}

export function createDataVersions({ store, clock, clockCheck }: Deps) {
  const changes = new Map<number, number>()
  let [lateTicks, missed, marketCounts] = [0, 0, 0]
  let all = 0
  const isOver = (day: number): boolean => day < dayOf(minuteOf(clock.now()) - LATE_TICK_MINUTES)
  const changesOf = (universeId: number): number => changes.get(universeId) ?? 0

  store.events.subscribe((event) => {
    // Keys decide who reads an answer, and no answer contains them.
    if (event.type === 'market counted') marketCounts++
    else if (event.type !== 'records changed' || event.table !== 'keys') all++
    if (event.type === 'history rewritten') changes.set(event.universeId, changesOf(event.universeId) + 1)
    if (event.type === 'changes missed') missed++
    const minute = recordedMinute(event)
    if (minute !== undefined && isOver(dayOf(minute))) lateTicks++
  })

  /** Counted since the start of the process. */
  const past = (universeId: number): string => `${lateTicks + missed} ${changesOf(universeId)}`

  return {
    past,
    /**
     * Changes with everything from which answers follow, except the plan of the account, the market and sources outside: all that
     * is stored, the minute, and what is trusted or readable of it.
     */
    everything: (): string => `${all} ${minuteOf(clock.now())} ${clockCheck.state()} ${store.series.damageVersion()}`,
    /** Changes with each count of the market, which comes after its tick and is in few answers. */
    market: (): string => `${marketCounts}`,
    /** Whether no tick adds to the day any more. By a clock that is wrong, a day may seem to be over that goes on. */
    isComplete: (day: number): boolean => clockCheck.state() !== 'wrong' && isOver(day),
    /**
     * The versions of the samples that a reader at `interval` minutes sees of these universes: of each slot only the first
     * one, so the later ones, which other accounts read, change nothing.
     */
    all: async (universeIds: readonly number[], interval: number): Promise<readonly string[]> => {
      const latest = await store.series.latest(universeIds)
      const slotOf = (id: number): number => Math.floor((latest.get(id)?.minute ?? Number.NaN) / interval)
      return universeIds.map((id) => `${past(id)} ${slotOf(id)}`)
    },
  }
}
