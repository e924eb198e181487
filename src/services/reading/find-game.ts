// Finds a game of an account. A game of another account is reported as not found (WEB-3).
import type { Account } from '../../domain/account.js'
import { rejection } from '../../domain/error.js'
import type { Game } from '../../domain/game.js'
import { cachedUntil, isTrackingChange } from '../../domain/ports/events.js'
import type { Platform } from '../../domain/ports/platform.js'
import type { Store } from '../../domain/ports/store.js'

export function createFindGame({ store, platform }: { store: Store; platform: Platform }) {
  /** API-10: the internal id, or else the universe id of one of the account's games. */
  const byNumber = async (account: Account, id: number): Promise<Game> => {
    const game = await store.games.find(account.id, id)
    if (!game) throw rejection('NOT_FOUND', { name: 'untracked game', facts: { id } })
    return game
  }

  /** Undefined if the text is no address of the platform, or if the account does not have the game. */
  const byAddress = async (account: Account, text: string): Promise<Game | undefined> => {
    const named = platform.parseAddress(text)
    if (!named) return undefined
    const id = 'universeId' in named ? named.universeId : await platform.universeOfPlace(named.placeId)
    return (await store.games.ofAccount(account.id)).find((game) => game.universeId === id)
  }

  /** Pages ask at every request, so the answer is kept until a game or an account changes. */
  const readActive = cachedUntil(store.events, isTrackingChange, async () => {
    const games = await store.games.active()
    return new Set(games.map(({ accountId }) => accountId))
  })
  const hasActive = async (account: Account): Promise<boolean> => (await readActive()).has(account.id)

  /** Whether the text is the address of a game on the platform, tracked or not. */
  const isAddress = (text: string): boolean => platform.parseAddress(text) !== undefined

  return {
    hasActive,
    byNumber,
    byAddress,
    isAddress,
    ofAccount: (account: Account) => store.games.ofAccount(account.id),
  }
}
