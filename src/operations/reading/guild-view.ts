// What a Discord server sees: the account it is linked to, that account's games, and the game of a channel (contract §9).
import type { Account } from '../../domain/account.js'
import { statusAt } from '../../domain/account.js'
import type { Clock } from '../../domain/clock.js'
import type { Game } from '../../domain/game.js'
import type { Store } from '../../domain/ports/store.js'

export function bindGuildView({ store, clock }: { store: Store; clock: Clock }) {
  const accountOf = async (guildId: string): Promise<Account | undefined> => {
    const link = await store.guilds.byId(guildId)
    const account = link && (await store.accounts.byId(link.accountId))
    return account && { ...account, status: statusAt(account, clock.now()) }
  }

  return {
    accountOf,
    games: (account: Account): Promise<Game[]> => store.games.ofAccount(account.id),
    gameOfChannel: (account: Account, channelId: string): Promise<Game | undefined> =>
      store.games.byChannel(account.id, channelId),
  }
}
