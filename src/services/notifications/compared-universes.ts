// Compares the universes at a minute, to tell an incident of the whole platform from one of a single game.
import type { Minute } from '../../domain/clock.js'
import type { IncidentMember } from '../../domain/events/event-facts.js'
import type { Gap } from '../../domain/gap.js'
import { isFall } from '../../domain/notifications/evaluators/platform-drop.js'
import {
  type FoundUniverses,
  isOfPlatform,
  MAX_APART_MINUTES,
  MIN_COMPARED,
} from '../../domain/notifications/platform-incident.js'
import type { Store } from '../../domain/ports/store.js'

/** The minimum of counted minutes before; with fewer, a missing count proves nothing. */
const MIN_COUNTED_BEFORE = 3
/** So many universes that are missing at once may turn out to have one cause. */
export const MIN_TOGETHER = 2
const CHANGE_REASONS: readonly string[] = ['hidden', 'gone', 'platform error']

export type ComparisonStore = Pick<Store, 'series' | 'market'>

export interface SharedAbsence extends FoundUniverses {
  /** False if it is no change of the platform, as far as can be seen. */
  readonly isShared: boolean
}

export interface StatusMoment {
  /** The first minute of the change. */
  readonly since: Minute
  /** The minute at which it was confirmed. */
  readonly minute: Minute
}

/** The universes that were missing at the minute. Nothing after it is read. */
export async function comparedUniverses(
  store: ComparisonStore,
  universes: readonly number[],
  { since, minute }: StatusMoment,
): Promise<SharedAbsence> {
  const others: IncidentMember[] = []
  let compared = 0
  for (const universeId of universes) {
    const gaps = await store.series.gaps(universeId, since - MAX_APART_MINUTES, minute + 1)
    const current = gaps.find(({ reason, until }) => CHANGE_REASONS.includes(reason) && until > minute)
    // A universe that was missing long before is not part of this change.
    if (gaps.some(({ from, until }) => from <= since - MAX_APART_MINUTES && until >= minute)) continue
    if (current !== undefined) others.push(memberOf(universeId, current))
    if (current !== undefined || (await hasSample(store, universeId, since, minute + 1))) compared++
  }
  const found = { affected: others.length, universes: compared, others }
  // Enough universes tell by themselves: that the charts could not be counted says nothing about them.
  const isMost = isOfPlatform(found) || (compared < MIN_COMPARED && (await isMarketLost(store, since, minute)))
  return { ...found, isShared: isMost || (await isMarketFallen(store, since, minute)) }
}

const memberOf = (universeId: number, { reason, from }: Gap): IncidentMember => {
  const type = reason === 'hidden' || reason === 'gone' ? reason : 'silent'
  return { universeId, type, since: from, until: null }
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

/** The games of the charts lost players together, at about the time at which the change began. */
async function isMarketFallen({ market }: ComparisonStore, since: Minute, minute: Minute): Promise<boolean> {
  const links = await market.links('charts', since - MAX_APART_MINUTES, minute)
  const changes = links.map(({ playersBefore, playersNow }) =>
    playersBefore === 0 ? 0 : Math.log(Math.max(0.5, playersNow) / playersBefore),
  )
  return isFall(changes.reduce((sum, change) => sum + change, 0))
}
