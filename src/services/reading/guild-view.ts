// What a Discord server may see: its linked account, that account's games, and the game of a channel (DISCORD-1).
// Outside of such servers, a person sees the accounts of which the person is a member (DISCORD-2).
import type { Account } from '../../domain/account.js'
import { statusAt } from '../../domain/account.js'
import type { Clock, Minute } from '../../domain/clock.js'
import type { Game } from '../../domain/game.js'
import type { Store } from '../../domain/ports/store.js'

export function createGuildView({ store, clock }: { store: Store; clock: Clock }) {
  const accountOf = async (guildId: string): Promise<Account | undefined> => {
    const link = await store.guilds.byId(guildId)
    const account = link && (await store.accounts.byId(link.accountId))
    return account && { ...account, status: statusAt(account, clock.now()) }
  }

  const accountsOf = async (discordUserId: string): Promise<Account[]> => {
    const members = await store.members.ofUser(discordUserId)
    const accounts = await Promise.all(members.map(({ accountId }) => store.accounts.byId(accountId)))
    return accounts.flatMap((account) => (account ? [{ ...account, status: statusAt(account, clock.now()) }] : []))
  }

  /** The minute of the first sample of each universe; universes without samples are omitted. */
  const knownSince = async (games: readonly Game[]): Promise<ReadonlyMap<number, Minute>> => {
    const since = new Map<number, Minute>()
    for (const { universeId } of games) {
      const minute = await store.series.firstMinute(universeId)
      if (minute !== undefined) since.set(universeId, minute)
    }
    return since
  }

  /** The names of who made these universes, by universe id, as far as the platform has named them. */
  const creatorsOf = async (games: readonly Game[]): Promise<ReadonlyMap<number, string>> => {
    const facts = await store.universes.facts(games.map(({ universeId }) => universeId))
    return new Map(facts.flatMap(({ id, creator }) => (creator ? [[id, creator.name] as const] : [])))
  }

  return {
    creatorsOf,
    accountOf,
    accountsOf,
    knownSince,
    games: (account: Account): Promise<Game[]> => store.games.ofAccount(account.id),
    gameOfChannel: (account: Account, channelId: string): Promise<Game | undefined> =>
      store.games.byChannel(account.id, channelId),
  }
}
