// Finds the game of a command: the one named, or the one linked to the channel.
import type { BaseInteraction, ChatInputCommandInteraction } from 'discord.js'
import type { Account } from '../../domain/account.js'
import type { Game } from '../../domain/game.js'
import { type Command, type Context, InteractionRejection, type InteractionReply } from '../command.js'
import { requireAccounts } from '../linked-account.js'
import { pickGames } from '../pick-game.js'
import { showName } from '../show-name.js'
import { completeGame } from './options.js'

export interface RequestedGame {
  readonly account: Account
  readonly game: Game
}

const MAX_UNKNOWN_GAME_LENGTH = 60
const MAX_SUGGESTIONS = 5

/** Reads the option `game`; without it, uses the game linked to the channel. */
export async function requireGame(interaction: ChatInputCommandInteraction, context: Context): Promise<RequestedGame> {
  const accounts = await requireAccounts(interaction, context)
  const text = interaction.options.getString('game')
  const game =
    text === null
      ? await gameOfChannel(interaction, accounts, context)
      : await findRequestedGame(text, accounts, context)
  return withAccount(game, accounts, context)
}

/** A command about one game. Controls of other answers lead to it with the game's id. */
export const gameCommand = (
  data: Command['data'],
  show: (requested: RequestedGame, context: Context) => Promise<InteractionReply>,
) =>
  ({
    data,
    execute: async (interaction, context) => show(await requireGame(interaction, context), context),
    autocomplete: completeGame,
    buttons: {
      show: async ([gameId], context, interaction) =>
        show(await requireGameOfId(interaction, context, Number(gameId)), context),
    },
  }) satisfies Command

/** Finds the game by the given text, ignoring the channel. */
export async function requireGameNamed(
  text: string,
  interaction: Pick<BaseInteraction, 'guildId' | 'user' | 'context'>,
  context: Context,
): Promise<RequestedGame> {
  const accounts = await requireAccounts(interaction, context)
  return withAccount(await findRequestedGame(text, accounts, context), accounts, context)
}

/** Finds the game whose id a control carries. */
export async function requireGameOfId(
  interaction: Pick<BaseInteraction, 'guildId' | 'user' | 'context'>,
  context: Context,
  id: number,
): Promise<RequestedGame> {
  const accounts = await requireAccounts(interaction, context)
  const game = (await gamesOf(accounts, context)).find((candidate) => candidate.id === id)
  if (!game) throw new InteractionRejection(context.catalog.gameGone)
  return withAccount(game, accounts, context)
}

/** Finds one game of these accounts; throws an `InteractionRejection` that says why if it cannot. */
export async function findRequestedGame(text: string, accounts: readonly Account[], context: Context): Promise<Game> {
  const { services, catalog } = context
  const games = await gamesOf(accounts, context)
  if (games.length === 0) throw new InteractionRejection(catalog.noGames)
  const matching = pickGames(games, text)
  const [game] = matching.length === 1 ? matching : []
  if (game) return game
  for (const account of accounts) {
    const byAddress = await services.findGame.byAddress(account, text)
    if (byAddress) return byAddress
  }
  const echo = showName(text, MAX_UNKNOWN_GAME_LENGTH)
  if (matching.length === 0) throw new InteractionRejection(catalog.stats.noSuchGame(echo))
  const listed = matching.slice(0, MAX_SUGGESTIONS)
  const list = listed.map(({ id, name }) =>
    catalog.stats.gameWithId(showName(name, MAX_UNKNOWN_GAME_LENGTH), String(id)),
  )
  throw new InteractionRejection(catalog.stats.manyGames(echo, list.join('\n')))
}

async function gameOfChannel(
  interaction: ChatInputCommandInteraction,
  accounts: readonly Account[],
  context: Context,
): Promise<Game> {
  const game = await findGameOfChannel(interaction, accounts, context)
  if (!game) throw new InteractionRejection(context.catalog.whichGame(interaction.commandName))
  return game
}

/** A thread without a game of its own uses the game of its parent channel. */
export async function findGameOfChannel(
  { channelId, channel }: ChatInputCommandInteraction,
  accounts: readonly Account[],
  { services }: Context,
): Promise<Game | undefined> {
  const parentId = channel?.isThread() ? channel.parentId : null
  for (const id of [channelId, parentId]) {
    for (const account of id === null ? [] : accounts) {
      const game = await services.guildView.gameOfChannel(account, id ?? '')
      if (game) return game
    }
  }
  return undefined
}

const gamesOf = async (accounts: readonly Account[], { services }: Context): Promise<Game[]> =>
  (await Promise.all(accounts.map((account) => services.guildView.games(account)))).flat()

function withAccount(game: Game, accounts: readonly Account[], { catalog }: Context): RequestedGame {
  const account = accounts.find(({ id }) => id === game.accountId)
  if (!account) throw new InteractionRejection(catalog.gameGone)
  return { account, game }
}
