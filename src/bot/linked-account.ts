// The accounts whose games are shown where a command was used: the linked server's; elsewhere the asker's own.
import { type BaseInteraction, InteractionContextType } from 'discord.js'
import type { Account } from '../domain/account.js'
import { type ComponentRow, type Context, InteractionRejection } from './command.js'

type InteractionSource = Pick<BaseInteraction, 'guildId' | 'user' | 'context'>

/** DISCORD-1: a server sees the games of the account that it is linked to, and no others. */
export async function requireLink({ guildId }: Pick<InteractionSource, 'guildId'>, context: Context): Promise<Account> {
  const { services, catalog } = context
  if (guildId === null) throw new InteractionRejection(catalog.onlyInServers)
  const account = await services.guildView.accountOf(guildId)
  if (!account) throw new InteractionRejection(catalog.notLinked(guildId))
  return account
}

/** At least one. Outside of linked servers it is what the asker is a member of, and for nobody else's eyes. */
export async function requireAccounts(interaction: InteractionSource, context: Context): Promise<readonly Account[]> {
  const { guildId, user } = interaction
  const { services } = context
  const linked = guildId === null ? undefined : await services.guildView.accountOf(guildId)
  if (linked) return [linked]
  const own = await services.guildView.accountsOf(user.id)
  if (own.length === 0) return [await requireLink(interaction, context)]
  if (interaction.context !== InteractionContextType.BotDM) context.keepPrivate()
  return own
}

export interface AccountChoice {
  /** An account named before, by id: by a control, which may be older than the membership. */
  readonly chosen?: number | undefined
  /** Controls with which the asker says which of several accounts. */
  readonly ask: (accounts: readonly Account[]) => ComponentRow
}

/** The one account, or a question which one. */
export async function requireAccount(
  interaction: InteractionSource,
  context: Context,
  choosing?: AccountChoice,
): Promise<Account> {
  const accounts = await requireAccounts(interaction, context)
  const { chosen, ask } = choosing ?? {}
  const account = chosen === undefined ? undefined : accounts.find(({ id }) => id === chosen)
  if (account) return account
  const [only, ...others] = accounts
  if (only && others.length === 0) return only
  throw new InteractionRejection(context.catalog.whichAccount, ask ? [ask(accounts)] : [])
}
