// Whether an alert may still be delivered to its person: it hands out nothing that the person may not see by /stats.
import type { Game } from '../../domain/game.js'
import type { PersonAlert, PersonAlertEnd } from '../../domain/person-alerts/person-alert.js'
import type { Store } from '../../domain/ports/store.js'

export interface RecipientDeps {
  readonly store: Pick<Store, 'guilds' | 'members'>
  /** Whether the person is in the server and the bot too; undefined if that is unknown now. */
  readonly isMember: (guildId: string, userId: string) => Promise<boolean | undefined>
}

/** `unknown`: it may be known later. Otherwise why the alert ends. */
export type RecipientCheck = 'allowed' | 'unknown' | Extract<PersonAlertEnd, 'not linked' | 'not a member'>

/** DISCORD-1, DISCORD-2: in a linked server by its link, elsewhere by the person's own membership of the account. */
export async function checkRecipient(
  { store, isMember }: RecipientDeps,
  { guildId, userId }: Pick<PersonAlert, 'guildId' | 'userId'>,
  { accountId }: Game,
): Promise<RecipientCheck> {
  if (guildId === null) {
    const members = await store.members.list(accountId)
    return members.some(({ discordUserId }) => discordUserId === userId) ? 'allowed' : 'not a member'
  }
  const link = await store.guilds.byId(guildId)
  if (link?.accountId !== accountId) return 'not linked'
  const isThere = await isMember(guildId, userId)
  return isThere === undefined ? 'unknown' : isThere ? 'allowed' : 'not a member'
}
