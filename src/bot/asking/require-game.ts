// The game that a command is about: the one named, or the one linked to the channel.
import type { BaseInteraction, ChatInputCommandInteraction } from 'discord.js'
import type { Account } from '../../domain/account.js'
import type { Game } from '../../domain/game.js'
import { type Context, InteractionRejection } from '../command.js'
import { requireAccounts } from '../linked-account.js'
import { pickGames } from '../pick-game.js'
import { showName } from '../show-name.js'

export interface RequestedGame {
  readonly account: Account
  readonly game: Game
}

const LONGEST_ECHO = 60
const MOST_SUGGESTIONS = 5

/** Reads the option `game`. */
export async function requireGame(interaction: ChatInputCommandInteraction, context: Context): Promise<RequestedGame> {
  const accounts = await requireAccounts(interaction, context)
  const text = interaction.options.getString('game')
  const game =
    text === null ? await gameOfChannel(interaction, accounts, context) : await gameMeant(text, accounts, context)
  return withAccount(game, accounts, context)
}

/** The game that these words name, whatever the channel. */
export async function requireGameNamed(
  text: string,
  interaction: Pick<BaseInteraction, 'guildId' | 'user' | 'context'>,
  context: Context,
): Promise<RequestedGame> {
  const accounts = await requireAccounts(interaction, context)
  return withAccount(await gameMeant(text, accounts, context), accounts, context)
}

/** The game that a control names by its id. */
export async function requireGameOfId(
  interaction: Pick<BaseInteraction, 'guildId' | 'user' | 'context'>,
  context: Context,
  id: number,
): Promise<RequestedGame> {
  const accounts = await requireAccounts(interaction, context)
  const game = (await gamesOf(accounts, context)).find((candidate) => candidate.id === id)
  if (!game) throw new InteractionRejection(context.words.gameGone)
  return withAccount(game, accounts, context)
}

/** One game of these accounts, or what stands in the way, in words. */
export async function gameMeant(text: string, accounts: readonly Account[], context: Context): Promise<Game> {
  const { operations, words } = context
  const games = await gamesOf(accounts, context)
  if (games.length === 0) throw new InteractionRejection(words.noGames(String(accounts[0]?.id ?? '')))
  const meant = pickGames(games, text)
  const [game] = meant.length === 1 ? meant : []
  if (game) return game
  for (const account of accounts) {
    const byAddress = await operations.findGame.byAddress(account, text)
    if (byAddress) return byAddress
  }
  const echo = showName(text, LONGEST_ECHO)
  if (meant.length === 0) throw new InteractionRejection(words.stats.noSuchGame(echo))
  const listed = meant.slice(0, MOST_SUGGESTIONS)
  const list = listed.map(({ id, name }) => words.stats.gameWithId(showName(name, LONGEST_ECHO), String(id)))
  throw new InteractionRejection(words.stats.manyGames(echo, list.join('\n')))
}

/** A thread counts as the channel that it lies in. */
async function gameOfChannel(
  { channelId, channel, commandName }: ChatInputCommandInteraction,
  accounts: readonly Account[],
  { operations, words }: Context,
): Promise<Game> {
  const parentId = channel?.isThread() ? channel.parentId : null
  for (const id of [channelId, parentId]) {
    for (const account of id === null ? [] : accounts) {
      const game = await operations.guildView.gameOfChannel(account, id ?? '')
      if (game) return game
    }
  }
  throw new InteractionRejection(words.whichGame(commandName))
}

const gamesOf = async (accounts: readonly Account[], { operations }: Context): Promise<Game[]> =>
  (await Promise.all(accounts.map((account) => operations.guildView.games(account)))).flat()

function withAccount(game: Game, accounts: readonly Account[], { words }: Context): RequestedGame {
  const account = accounts.find(({ id }) => id === game.accountId)
  if (!account) throw new InteractionRejection(words.gameGone)
  return { account, game }
}
