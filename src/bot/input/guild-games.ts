// Caches the games that each server sees: autocomplete has no time for reads, and every answer needs the server's
// language.

import { LRUCache } from 'lru-cache'
import type { Account } from '../../domain/account.js'
import type { Game } from '../../domain/game.js'
import type { GuildSettings } from '../../domain/guild.js'
import { type NoteRead, noteReads } from '../../domain/ports/activity.js'
import { isTrackingChange } from '../../domain/ports/events.js'
import type { Services } from '../../services/services.js'

export interface LinkedGames {
  readonly account: Account
  readonly games: readonly Game[]
}

const MAX_CACHE_SIZE = 1_000

export class GuildGames {
  #generation = 0
  readonly #onRead: NoteRead
  readonly #linked = new LRUCache<string, LinkedGames>({ max: MAX_CACHE_SIZE })
  readonly #own = new LRUCache<string, readonly Game[]>({ max: MAX_CACHE_SIZE })
  readonly #settings = new LRUCache<string, GuildSettings>({ max: MAX_CACHE_SIZE })

  constructor(private readonly services: Pick<Services, 'guildView' | 'guildKeeping' | 'events' | 'activity'>) {
    this.#onRead = noteReads(services.activity, 'servers')
    services.events.subscribe((event) => {
      if (!isTrackingChange(event)) return
      this.#generation++
      for (const cache of [this.#linked, this.#own, this.#settings]) cache.clear()
    })
  }

  /** Undefined if the server is linked to no account. */
  of(guildId: string): Promise<LinkedGames | undefined> {
    return this.#kept(this.#linked, guildId, async () => {
      const account = await this.services.guildView.accountOf(guildId)
      return account && { account, games: await this.services.guildView.games(account) }
    })
  }

  /** The games of the linked server; elsewhere those of the person's own accounts (DISCORD-1, DISCORD-2). */
  async seenBy(
    { guildId, user }: { readonly guildId: string | null; readonly user: { readonly id: string } },
    isPresent: boolean,
  ) {
    const linked = guildId === null || !isPresent ? undefined : await this.of(guildId)
    return linked ? linked.games : ((await this.#gamesOfUser(user.id)) ?? [])
  }

  async settingsOf(guildId: string): Promise<GuildSettings | undefined> {
    return this.#kept(this.#settings, guildId, () => this.services.guildKeeping.settings(guildId))
  }

  #gamesOfUser(userId: string): Promise<readonly Game[] | undefined> {
    return this.#kept(this.#own, userId, async () => {
      const accounts = await this.services.guildView.accountsOf(userId)
      return (await Promise.all(accounts.map((account) => this.services.guildView.games(account)))).flat()
    })
  }

  async #kept<Kept extends object>(
    cache: LRUCache<string, Kept>,
    key: string,
    read: () => Promise<Kept | undefined>,
  ): Promise<Kept | undefined> {
    const generation = this.#generation
    const known = cache.get(key)
    this.#onRead(known !== undefined)
    if (known) return known
    const value = await read()
    if (value && generation === this.#generation) cache.set(key, value)
    return value
  }
}
