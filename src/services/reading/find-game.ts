// Which game of an account is meant. What is not the account's is not there (WEB-3).
import type { Account } from '../../domain/account.js'
import { notFound } from '../../domain/error.js'
import type { Game } from '../../domain/game.js'
import type { Platform } from '../../domain/ports/platform.js'
import type { Store } from '../../domain/ports/store.js'

export function createFindGame({ store, platform }: { store: Store; platform: Platform }) {
  /** API-10: the internal id; where no game of the account has it, the universe id of one of its games. */
  const byNumber = async (account: Account, id: number): Promise<Game> => {
    const game = await store.games.find(account.id, id)
    if (!game) throw notFound('This account tracks no game with that id.')
    return game
  }

  /** Nothing where the text is no address of the platform, or that of a game which the account does not have. */
  const byAddress = async (account: Account, text: string): Promise<Game | undefined> => {
    const named = platform.parseAddress(text)
    if (!named) return undefined
    const id = 'universeId' in named ? named.universeId : await platform.universeOfPlace(named.placeId)
    return (await store.games.ofAccount(account.id)).find((game) => game.universeId === id)
  }

  return { byNumber, byAddress, ofAccount: (account: Account) => store.games.ofAccount(account.id) }
}
