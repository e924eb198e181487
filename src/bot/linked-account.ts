// The account whose games are shown where a command was used (contract §9).
import type { BaseInteraction } from 'discord.js'
import type { Account } from '../domain/account.js'
import { type Context, Refusal } from './command.js'

export async function requireAccount(
  { guildId }: Pick<BaseInteraction, 'guildId'>,
  { operations, words }: Context,
): Promise<Account> {
  if (guildId === null) throw new Refusal(words.onlyInServers)
  const account = await operations.guildView.accountOf(guildId)
  if (!account) throw new Refusal(words.notLinked(guildId))
  return account
}
