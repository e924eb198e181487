// Links a Discord server to an account: by the operator, or with a one-time code for /setup.
import { createHash, randomBytes } from 'node:crypto'
import type { Account } from '../../domain/account.js'
import { type Clock, MINUTE_MS } from '../../domain/clock.js'
import { rejection } from '../../domain/error.js'
import { GUILD_CODE_LIFETIME_MS, type GuildLink } from '../../domain/guild.js'
import type { Store } from '../../domain/ports/store.js'
import type { AuditLog } from '../audit/audit-log.js'
import { noteOfAccount } from '../audit/notes.js'

/** PROCESS-11: 128 bits, valid for 15 minutes and for one use. */
const CODE_BYTES = 16
const CODE_MINUTES = GUILD_CODE_LIFETIME_MS / MINUTE_MS

export function createLinkGuild({ store, clock, audit }: { store: Store; clock: Clock; audit: AuditLog }) {
  return {
    list: (account: Account): Promise<GuildLink[]> => store.guilds.ofAccount(account.id),
    link: async (account: Account, guildId: string): Promise<GuildLink> => {
      const link = { guildId: checkGuild(guildId), accountId: account.id, linkedAt: clock.now() }
      await audit.commit(noteOfAccount('server linked', account, guildId), () => store.guilds.link(link))
      return link
    },

    /** The server sees the account no more, and nothing more is posted there. What was set for its channels stays. */
    unlink: async (account: Account, guildId: string): Promise<void> => {
      const known = await store.guilds.byId(guildId)
      if (known?.accountId !== account.id) throw rejection('NOT_FOUND', { name: 'unknown server', facts: {} })
      await audit.commit(noteOfAccount('server unlinked', account, guildId), () => store.guilds.unlink(guildId))
    },

    createCode: async (account: Account): Promise<{ code: string; expiresAt: number }> => {
      const code = randomBytes(CODE_BYTES).toString('hex')
      const expiresAt = clock.now() + GUILD_CODE_LIFETIME_MS
      const draft = { hash: hashOf(code), accountId: account.id, expiresAt }
      await audit.commit(noteOfAccount('server code created', account), () => store.guilds.createCode(draft))
      return { code, expiresAt }
    },

    useCode: async (code: string, guildId: string): Promise<GuildLink> => {
      const hash = hashOf(code.trim().toLowerCase())
      const link = await audit.commit(
        (newLink: GuildLink | undefined) =>
          newLink && { action: 'server linked', accountId: newLink.accountId, subject: newLink.guildId },
        () => store.guilds.useCode(hash, checkGuild(guildId), clock.now()),
      )
      if (link === undefined) throw rejection('NOT_FOUND', { name: 'code used up', facts: { minutes: CODE_MINUTES } })
      return link
    },
  }
}

function checkGuild(guildId: string): string {
  if (!/^\d{5,20}$/.test(guildId)) throw rejection('INVALID_PARAMETERS', { name: 'not a server id', facts: {} })
  return guildId
}

const hashOf = (code: string): string => createHash('sha256').update(code).digest('hex')
