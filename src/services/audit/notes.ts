// What the audit log says about a change: the parts that several services share.
import type { Account } from '../../domain/account.js'
import type { AuditAction } from '../../domain/audit/audit-entry.js'
import type { Game } from '../../domain/game.js'
import type { Store } from '../../domain/ports/store.js'
import type { AuditNote } from './audit-log.js'

export const noteOfAccount = (
  action: AuditAction,
  { id, name }: Pick<Account, 'id' | 'name'>,
  subject = name,
): AuditNote => ({ action, accountId: id, subject })

export const noteOfGame = (
  action: AuditAction,
  { accountId, name }: Pick<Game, 'accountId' | 'name'>,
  detail = '',
): AuditNote => ({ action, accountId, subject: detail === '' ? name : `${name}: ${detail}` })

/** The account is the one that the server is linked to. */
export async function noteOfServer(
  { guilds }: Pick<Store, 'guilds'>,
  guildId: string,
  action: AuditAction,
  detail: string,
): Promise<AuditNote> {
  const link = await guilds.byId(guildId)
  return { action, accountId: link?.accountId ?? null, subject: `${guildId}: ${detail}` }
}

/** For example `isActive=false, channelId=1`. */
export const changedFields = (change: object): string =>
  Object.entries(change)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${String(value)}`)
    .join(', ')
