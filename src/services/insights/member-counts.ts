// The player counts of the members at the minute of a stored tick.
import { type Clock, HOUR_MINUTES, type Minute, msOf } from '../../domain/clock.js'
import type { MarketCount } from '../../domain/ports/market.js'
import type { Platform } from '../../domain/ports/platform.js'
import type { Store } from '../../domain/ports/store.js'
import type { TrackedUniverse } from '../../domain/universe.js'

export const MAX_MEMBERS = 100
/** The time limit in milliseconds of the calls for members that the tick did not sample. */
const COUNT_TIMEOUT_MS = 10_000

export interface MemberCountDeps {
  readonly store: Pick<Store, 'series' | 'universes'>
  readonly platform: Pick<Platform, 'countPlayers'>
  readonly clock: Clock
}

export interface MemberCounts extends MarketCount {
  /** How many members should have been counted. */
  readonly requested: number
}

/** The members of the charts: what the tick sampled is taken from it, and the others are read from the platform. */
export async function countCharted(
  { store, platform, clock }: MemberCountDeps,
  ids: readonly number[],
  minute: Minute,
  stop: AbortSignal,
): Promise<MemberCounts> {
  const tracked = new Set((await store.universes.tracked()).map(({ id }) => id))
  const latest = await store.series.latest(ids.filter((id) => tracked.has(id)))
  const counts = new Map<number, number>()
  for (const [id, sample] of latest) if (sample.minute === minute) counts.set(id, sample.ccu)
  const others = ids.filter((id) => !counts.has(id))
  // After the minute of the tick, what the platform answers belongs to another minute.
  const withinMs = Math.min(COUNT_TIMEOUT_MS, msOf(minute + 1) - clock.now())
  if (others.length > 0 && withinMs > 0)
    for (const [id, count] of await platform.countPlayers(others, { withinMs, stop })) counts.set(id, count)
  return { minute, counts, requested: ids.length }
}

/** The tracked universes, at most the 100 with the most players, chosen once an hour. They cost no call. */
export function createCountTracked({ store }: Pick<MemberCountDeps, 'store'>) {
  let chosen: { readonly hour: number; readonly ids: ReadonlySet<number> } | undefined

  const choose = async (universes: readonly TrackedUniverse[], hour: number): Promise<ReadonlySet<number>> => {
    const latest = [...(await store.series.latest(universes.map(({ id }) => id))).values()]
    latest.sort((a, b) => b.ccu - a.ccu || a.universeId - b.universeId)
    chosen = { hour, ids: new Set(latest.slice(0, MAX_MEMBERS).map(({ universeId }) => universeId)) }
    return chosen.ids
  }

  return async (minute: Minute): Promise<MemberCounts> => {
    const universes = (await store.universes.tracked()).filter(({ schedule }) => (schedule?.interval ?? 0) > 0)
    const hour = Math.floor(minute / HOUR_MINUTES)
    const isKnown = universes.length <= MAX_MEMBERS || chosen?.hour === hour
    const ids = isKnown ? chosen?.ids : await choose(universes, hour)
    const members = universes.length <= MAX_MEMBERS ? universes : universes.filter(({ id }) => ids?.has(id))
    const latest = await store.series.latest(members.map(({ id }) => id))
    const counts = new Map<number, number>()
    for (const { id, schedule } of members) {
      const sample = latest.get(id)
      // A sample counts until the next one is due.
      if (sample === undefined || sample.minute > minute || minute - sample.minute >= (schedule?.interval ?? 0))
        continue
      counts.set(id, sample.ccu)
    }
    return { minute, counts, requested: members.length }
  }
}
