// One game's fall held against all other universes of the install, at the minute at which it is to be told.
import type { Minute } from '../../clock.js'
import type { Context } from '../evaluator.js'
import type { NoticeDraft } from '../notification.js'
import {
  canTell,
  comparableIn,
  depthOf,
  dropAt,
  isFall,
  type Levels,
  OLDEST_LEVEL,
  type PlatformDrop,
  pointsUntil,
} from './platform-drop.js'

export type Compared =
  | { readonly isCovered: true; readonly drop: PlatformDrop; readonly levels: Levels }
  | { readonly isCovered: false; readonly platformWide: boolean | null }

/** Whoever kept less than half of what the others kept has a trouble of its own. */
const FAR_MORE = Math.log(0.5)

export async function comparedAt({ game, universes, crowds }: Context, minute: Minute): Promise<Compared> {
  const { levels, drop, comparable } = await crowds.once(`platform ${minute}`, async () => {
    const points = pointsUntil(minute)
    const read: Levels = { points, players: await crowds.at(universes, points, OLDEST_LEVEL) }
    return { levels: read, drop: dropAt(read), comparable: comparableIn(read) }
  })
  if (drop === undefined) return { isCovered: false, platformWide: canTell(comparable) ? false : null }
  const own = depthOf(levels, drop, game.universeId) ?? drop.bottom
  if (own < drop.bottom + FAR_MORE) return { isCovered: false, platformWide: true }
  return { isCovered: true, drop, levels }
}

/** The store takes one of these per account and subject, whichever game was first: each server of the account's hears of it. */
export function dropDraft(
  { game, peers, serverOf }: Context,
  { drop, levels }: Extract<Compared, { isCovered: true }>,
  minute: Minute,
): NoticeDraft {
  const server = serverOf(game)
  const fell = peers
    .filter((peer) => serverOf(peer) === server && isFall(depthOf(levels, drop, peer.universeId) ?? 0))
    .map(({ id }) => id)
  const gameIds = [...new Set([...fell, game.id])].sort((a, b) => a - b)
  const { since, universes, medianDrop } = drop
  return {
    gameId: game.id,
    accountId: game.accountId,
    kind: 'platform_drop',
    subject: server === null ? `since:${since}` : `since:${since}:${server}`,
    occurredAt: minute,
    facts: { kind: 'platform_drop', since, universes, fell: drop.fell, medianDrop, gameIds },
  }
}
