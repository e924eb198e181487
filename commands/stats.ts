// /stats: how one game is doing now; the channel's own game, where nobody says which.
import {
  ApplicationIntegrationType,
  type ChatInputCommandInteraction,
  EmbedBuilder,
  InteractionContextType,
  SlashCommandBuilder,
  TimestampStyles,
  time,
} from 'discord.js'
import { type Answer, type Command, type Context, Refusal } from '../src/bot/command.js'
import { requireAccount } from '../src/bot/linked-account.js'
import { gameChoices, pickGames } from '../src/bot/pick-game.js'
import { showName } from '../src/bot/show-name.js'
import type { Account } from '../src/domain/account.js'
import { msOf } from '../src/domain/clock.js'
import type { Game } from '../src/domain/game.js'
import type { Latest } from '../src/domain/ports/series.js'
import { defaultWords, type Words } from '../src/words/words.js'

const LONGEST_TITLE = 100
const LONGEST_ECHO = 60
const MOST_SUGGESTIONS = 5

const data = new SlashCommandBuilder()
  .setName('stats')
  .setDescription(defaultWords.stats.command)
  .setContexts(InteractionContextType.Guild, InteractionContextType.BotDM, InteractionContextType.PrivateChannel)
  .setIntegrationTypes(ApplicationIntegrationType.GuildInstall, ApplicationIntegrationType.UserInstall)
  .addStringOption((option) =>
    option.setName('game').setDescription(defaultWords.stats.game).setMaxLength(200).setAutocomplete(true),
  )

async function gameOfChannel(
  { channelId, channel }: ChatInputCommandInteraction,
  account: Account,
  { operations, words }: Context,
): Promise<Game> {
  const parentId = channel?.isThread() ? channel.parentId : null
  for (const id of [channelId, parentId]) {
    const game = id === null ? undefined : await operations.guildView.gameOfChannel(account, id)
    if (game) return game
  }
  throw new Refusal(words.stats.whichGame)
}

async function gameMeant(text: string, account: Account, context: Context): Promise<Game> {
  const { operations, words } = context
  const games = await operations.guildView.games(account)
  if (games.length === 0) throw new Refusal(words.noGames(String(account.id)))
  const meant = pickGames(games, text)
  const [game] = meant.length === 1 ? meant : [await operations.findGame.byAddress(account, text)]
  if (game) return game
  const echo = showName(text, LONGEST_ECHO)
  if (meant.length === 0) throw new Refusal(words.stats.noSuchGame(echo))
  const listed = meant.slice(0, MOST_SUGGESTIONS)
  const list = listed.map(({ id, name }) => words.stats.gameWithId(showName(name, LONGEST_ECHO), String(id)))
  throw new Refusal(words.stats.manyGames(echo, list.join('\n')))
}

function show(game: Game, latest: Latest, words: Words): Answer {
  const { fields } = words.stats
  const embed = new EmbedBuilder()
    .setTitle(showName(game.name, LONGEST_TITLE))
    .setDescription(describe(game, latest, words))
    .addFields(
      { name: fields.ccu, value: words.number(latest.ccu), inline: true },
      { name: fields.visits, value: words.number(latest.visits), inline: true },
      { name: fields.favorites, value: words.number(latest.favorites), inline: true },
      { name: fields.likes, value: numberOrNothing(latest.likes, words), inline: true },
      { name: fields.dislikes, value: numberOrNothing(latest.dislikes, words), inline: true },
      { name: fields.likeRatio, value: likeRatio(latest, words), inline: true },
    )
  return { embeds: [embed] }
}

function describe(game: Game, { minute, votesMinute }: Latest, words: Words): string {
  const measured = words.asOf(ago(msOf(minute)))
  const votes = votesMinute === null || votesMinute === minute ? [] : [words.stats.votesAsOf(ago(msOf(votesMinute)))]
  const line = [measured, ...votes].join(' · ')
  return game.isActive ? line : `${line}\n${words.stats.paused}`
}

/** What was never measured is not zero. */
const numberOrNothing = (value: number | null, words: Words): string =>
  value === null ? words.nothing : words.number(value)

function likeRatio({ likes, dislikes }: Latest, words: Words): string {
  if (likes === null || dislikes === null || likes + dislikes === 0) return words.nothing
  return words.percent(likes / (likes + dislikes))
}

const ago = (milliseconds: number): string => time(Math.floor(milliseconds / 1_000), TimestampStyles.RelativeTime)

export default {
  data,

  async execute(interaction, context) {
    const account = await requireAccount(interaction, context)
    const text = interaction.options.getString('game')
    const game =
      text === null ? await gameOfChannel(interaction, account, context) : await gameMeant(text, account, context)
    const { latest } = await context.operations.currentStats(game)
    return show(game, latest, context.words)
  },

  async autocomplete(interaction, { guildGames }) {
    const linked = interaction.guildId === null ? undefined : await guildGames.of(interaction.guildId)
    return linked ? gameChoices(linked.games, interaction.options.getFocused()) : []
  },
} satisfies Command
