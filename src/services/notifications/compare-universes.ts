// Tells whether a change of one universe is the platform's: how many universes changed together with it, and whether the
// market could still be counted.
import type { Minute } from '../../domain/clock.js'
import {
  type ComparedUniverses,
  isOfPlatform,
  MAX_APART_MINUTES,
} from '../../domain/notifications/platform-incident.js'
import type { Store } from '../../domain/ports/store.js'

/** As many minutes of the market must have been counted before, so that not counting it since means something. */
const MIN_COUNTED_BEFORE = 3
const CHANGED: readonly string[] = ['hidden', 'gone', 'platform error']

export type ComparisonStore = Pick<Store, 'series' | 'market'>

export interface StatusMoment {
  /** The first minute of the change. */
  readonly since: Minute
  /** The minute at which it was confirmed. */
  readonly minute: Minute
}

/** Undefined if it is a change of that universe alone, as far as can be seen. Nothing after `minute` is read. */
export async function comparedUniverses(
  store: ComparisonStore,
  universes: readonly number[],
  { since, minute }: StatusMoment,
): Promise<ComparedUniverses | undefined> {
  let [affected, compared] = [0, 0]
  for (const universeId of universes) {
    const gaps = await store.series.gaps(universeId, since - MAX_APART_MINUTES, minute + 1)
    const current = gaps.filter(({ reason, until }) => CHANGED.includes(reason) && until > minute)
    // What was away long before did not change now.
    if (gaps.some(({ from, until }) => from <= since - MAX_APART_MINUTES && until >= minute)) continue
    if (current.length > 0) affected++
    if (current.length > 0 || (await hasSample(store, universeId, since, minute + 1))) compared++
  }
  const found = { affected, universes: compared }
  if (isOfPlatform(found)) return found
  return (await isMarketLost(store, since, minute)) ? found : undefined
}

async function hasSample({ series }: ComparisonStore, id: number, from: Minute, until: Minute): Promise<boolean> {
  for await (const block of series.blocks(id, from, until)) if (block.minutes.length > 0) return true
  return false
}

/** The games of the charts were counted until then, and none of the minutes since. */
async function isMarketLost({ market }: ComparisonStore, since: Minute, minute: Minute): Promise<boolean> {
  const links = await market.links('charts', since - MAX_APART_MINUTES, minute)
  const before = links.filter((link) => link.minute <= since).length
  return before >= MIN_COUNTED_BEFORE && before === links.length
}
