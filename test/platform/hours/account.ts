// What the database holds of an hour: what is stored, made up, missing with a reason, or missing without one.
import type { Minute } from '../../../src/domain/clock.js'
import type { Store } from '../../../src/domain/ports/store.js'
import type { Span } from '../../../src/domain/rules/span.js'
import { countMinutes } from '../../../src/drill/count-minutes.js'
import type { SimulatorHandle } from '../../../src/simulator/simulator.js'
import { samplesOf } from '../../sampling/series.js'
import type { HourReport } from './hour-report.js'

interface HourContext {
  readonly store: Store
  readonly simulator: SimulatorHandle
  readonly ids: readonly number[]
}

export async function accountOf(
  { store, simulator, ids }: HourContext,
  span: Span,
): Promise<Pick<HourReport, 'account' | 'madeUp' | 'notOnce' | 'withoutVotes'>> {
  const madeUp: string[] = []
  const notOnce: string[] = []
  let withoutVotes = 0
  for (const id of ids) {
    const times = new Map<Minute, number>()
    const count = (minute: Minute): unknown => times.set(minute, (times.get(minute) ?? 0) + 1)
    for (const sample of await samplesOf({ store }, id)) {
      const { minute } = sample
      if (minute < span.from) continue
      count(minute)
      const { ccu, visits, favorites, likes, dislikes } = simulator.world.statsAt(id, minute)
      const hasVotes = sample.likes !== null
      if (!hasVotes) withoutVotes++
      const expected = { ccu, visits, favorites, likes: hasVotes ? likes : null, dislikes: hasVotes ? dislikes : null }
      for (const [name, value] of Object.entries(expected))
        if (sample[name] !== value) madeUp.push(`${id} ${minute} ${name}: ${sample[name]}, not ${value}`)
    }
    for (const { from, until } of await store.series.gaps(id, span.from, span.until))
      for (let minute = Math.max(from, span.from); minute < Math.min(until, span.until); minute++) count(minute)
    for (let minute = span.from; minute < span.until; minute++)
      if (times.get(minute) !== 1) notOnce.push(`${id} ${minute}: ${times.get(minute) ?? 0} times`)
  }
  const account = (await countMinutes(store, span)).map(({ minute, due, stored, gaps }) => ({
    minute: minute - span.from,
    due,
    stored,
    gaps: Object.fromEntries(gaps),
  }))
  return { account, madeUp, notOnce, withoutVotes }
}
