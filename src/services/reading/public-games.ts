// The games that everybody may see because an owner opted in: one per universe, even if several owners opted in.
import type { Account } from '../../domain/account.js'
import type { Clock } from '../../domain/clock.js'
import { rejection } from '../../domain/error.js'
import type { AccountGame, Game } from '../../domain/game.js'
import type { Plans } from '../../domain/plan.js'
import { cachedUntil, isTrackingChange } from '../../domain/ports/events.js'
import type { Store } from '../../domain/ports/store.js'
import { planInForce } from '../../domain/rules/entitlement.js'

export function createPublicGames({ store, clock, plans }: { store: Store; clock: Clock; plans: Plans }) {
  const list = cachedUntil(store.events, isTrackingChange, async (): Promise<readonly AccountGame[]> => {
    const games = await store.games.published()
    const accounts = new Map<number, Account | undefined>()
    for (const { accountId } of games)
      if (!accounts.has(accountId)) accounts.set(accountId, await store.accounts.byId(accountId))
    return games.flatMap((game): AccountGame[] => {
      const account = accounts.get(game.accountId)
      return account ? [{ account, game }] : []
    })
  })

  const interval = ({ account }: AccountGame): number => planInForce(account, plans, clock.now()).intervalMinutes

  /** Of several games of a universe, the one with the shortest interval is used; of equals, the first. */
  const isBetter = (one: AccountGame, other: AccountGame): boolean =>
    one.game.isActive === other.game.isActive ? interval(one) < interval(other) : one.game.isActive

  const all = async (): Promise<readonly AccountGame[]> => {
    const byUniverse = new Map<number, AccountGame>()
    for (const publicGame of await list()) {
      const { universeId } = publicGame.game
      const known = byUniverse.get(universeId)
      if (!known || isBetter(publicGame, known)) byUniverse.set(universeId, publicGame)
    }
    return [...byUniverse.values()]
  }

  return {
    all,
    /** Throws the same error for a game that does not exist and for one that is not public. */
    require: async (universeId: number): Promise<AccountGame> => {
      const found = (await all()).find(({ game }) => game.universeId === universeId)
      if (!found) throw rejection('NOT_FOUND', { name: 'no public game', facts: {} })
      return found
    },
  }
}

/** Replaces internal ids for strangers, because they reveal how many games an account and the service have. */
export const withoutInternalIds = (game: Game): Game => ({
  ...game,
  id: game.universeId,
  accountId: 0,
  channelId: null,
})
