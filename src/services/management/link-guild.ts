// Links a Discord server to an account: by the operator, or with a one-time code for /setup.
import { createHash, randomBytes } from 'node:crypto'
import type { Account } from '../../domain/account.js'
import { type Clock, MINUTE_MS } from '../../domain/clock.js'
import { rejection } from '../../domain/error.js'
import { GUILD_CODE_LIFETIME_MS, type GuildLink } from '../../domain/guild.js'
import type { Store } from '../../domain/ports/store.js'

/** PROCESS-11: 128 bits, valid for 15 minutes and for one use. */
const CODE_BYTES = 16
const CODE_MINUTES = GUILD_CODE_LIFETIME_MS / MINUTE_MS

export function createLinkGuild({ store, clock }: { store: Store; clock: Clock }) {
  const link = async (accountId: number, guildId: string): Promise<GuildLink> => {
    if (!/^\d{5,20}$/.test(guildId)) throw rejection('INVALID_PARAMETERS', { name: 'not a server id', facts: {} })
    const newLink = { guildId, accountId, linkedAt: clock.now() }
    await store.guilds.link(newLink)
    return newLink
  }

  return {
    list: (account: Account): Promise<GuildLink[]> => store.guilds.ofAccount(account.id),
    link: (account: Account, guildId: string) => link(account.id, guildId),

    /** The server sees the account no more, and nothing more is posted there. What was set for its channels stays. */
    unlink: async (account: Account, guildId: string): Promise<void> => {
      const known = await store.guilds.byId(guildId)
      if (known?.accountId !== account.id) throw rejection('NOT_FOUND', { name: 'unknown server', facts: {} })
      await store.guilds.unlink(guildId)
    },

    createCode: async (account: Account): Promise<{ code: string; expiresAt: number }> => {
      const code = randomBytes(CODE_BYTES).toString('hex')
      const expiresAt = clock.now() + GUILD_CODE_LIFETIME_MS
      await store.guilds.createCode({ hash: hashOf(code), accountId: account.id, expiresAt })
      return { code, expiresAt }
    },

    useCode: async (code: string, guildId: string): Promise<GuildLink> => {
      const accountId = await store.guilds.useCode(hashOf(code.trim().toLowerCase()), clock.now())
      if (accountId === undefined) {
        throw rejection('NOT_FOUND', { name: 'code used up', facts: { minutes: CODE_MINUTES } })
      }
      return link(accountId, guildId)
    },
  }
}

const hashOf = (code: string): string => createHash('sha256').update(code).digest('hex')
