// Links two counted minutes: only members that were counted in both move the index, so that neither a change of the
// membership nor a placeholder does. A placeholder is a zero that the platform returns in place of a count.
import { DAY_MINUTES } from '../../clock.js'
import type { MarketCount, MarketLink } from '../../ports/market.js'

/** With fewer members one game alone would move the index. */
export const MIN_MARKET_MEMBERS = 3
/** A longer pause ends the chain, because too many members have changed for other reasons. */
const MAX_PAUSE_MINUTES = 7 * DAY_MINUTES

/** `before` is the last counted minute at which somebody played. */
export function marketLink(before: MarketCount | undefined, now: MarketCount): MarketLink {
  const { minute, counts } = now
  const players = totalOf(counts.values())
  const start = { minute, since: null, playersBefore: 0, playersNow: 0, members: withPlayers(counts), players }
  if (before === undefined || minute - before.minute > MAX_PAUSE_MINUTES) return start
  let [playersBefore, playersNow, members, matched] = [0, 0, 0, 0]
  for (const [universeId, count] of counts) {
    const past = before.counts.get(universeId)
    if (past === undefined) continue
    matched++
    playersBefore += past
    playersNow += count
    if (past > 0 || count > 0) members++
  }
  if (playersBefore === 0 || matched < Math.min(MIN_MARKET_MEMBERS, before.counts.size)) return start
  return { minute, since: before.minute, playersBefore, playersNow, members, players }
}

/** Whether enough of the members answered: a batch of placeholders says nothing about the platform. */
export const isWholeCount = (counted: number, requested: number): boolean => counted > 0 && counted * 2 >= requested

const totalOf = (counts: Iterable<number>): number => [...counts].reduce((sum, count) => sum + count, 0)

const withPlayers = (counts: ReadonlyMap<number, number>): number =>
  [...counts.values()].filter((count) => count > 0).length
