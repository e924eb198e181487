// The games that each server sees, in memory: autocomplete has no time to ask twice.
import { LRUCache } from 'lru-cache'
import type { Account } from '../domain/account.js'
import type { Game } from '../domain/game.js'
import type { Operations } from '../operations/operations.js'

export interface Linked {
  readonly account: Account
  readonly games: readonly Game[]
}

const MOST_GUILDS = 1_000

export class GuildGames {
  #version = Number.NaN
  readonly #known = new LRUCache<string, Linked>({ max: MOST_GUILDS })

  constructor(private readonly operations: Pick<Operations, 'guildView' | 'trackingVersion'>) {}

  /** Nothing, where the server is linked to no account. */
  async of(guildId: string): Promise<Linked | undefined> {
    const version = this.operations.trackingVersion()
    if (version !== this.#version) this.#known.clear()
    this.#version = version
    const known = this.#known.get(guildId)
    if (known) return known
    const account = await this.operations.guildView.accountOf(guildId)
    if (!account) return undefined
    const linked = { account, games: await this.operations.guildView.games(account) }
    if (version === this.#version) this.#known.set(guildId, linked)
    return linked
  }
}
