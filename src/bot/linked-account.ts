// The accounts whose games are shown: in a linked server, the account of that server; elsewhere, those of the person
// who asks.
import { type BaseInteraction, InteractionContextType } from 'discord.js'
import type { Account } from '../domain/account.js'
import { type ComponentRow, type Context, InteractionRejection } from './command.js'

type InteractionSource = Pick<BaseInteraction, 'guildId' | 'user' | 'context'>

/** DISCORD-1: a server sees only the games of the account to which it is linked. */
export async function requireLink({ guildId }: Pick<InteractionSource, 'guildId'>, context: Context): Promise<Account> {
  const { services, catalog } = context
  if (guildId === null) throw new InteractionRejection(catalog.onlyInServers)
  // Its link is kept for a while after the bot has left, but its games are shown there no more (DISCORD-19).
  if (!context.isPresent) throw new InteractionRejection(catalog.notPresent)
  const account = await services.guildView.accountOf(guildId)
  if (!account) throw new InteractionRejection(catalog.notLinked)
  return account
}

/** Returns at least one account. Outside linked servers these are the asker's own, and the answer is private. */
export async function requireAccounts(interaction: InteractionSource, context: Context): Promise<readonly Account[]> {
  const { guildId, user } = interaction
  const { services } = context
  const linked = guildId === null || !context.isPresent ? undefined : await services.guildView.accountOf(guildId)
  if (linked) return [linked]
  const personAccounts = await services.guildView.accountsOf(user.id)
  if (personAccounts.length === 0) return [await requireLink(interaction, context)]
  if (interaction.context !== InteractionContextType.BotDM) context.keepPrivate()
  return personAccounts
}

export interface AccountChoice {
  /** The id of an account chosen earlier in a control; the membership may have ended since. */
  readonly chosen?: number | undefined
  /** Builds controls with which the asker chooses one of several accounts. */
  readonly ask: (accounts: readonly Account[]) => ComponentRow
}

/** The account to use; throws an `InteractionRejection` that asks which one if there are several. */
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
