// /track: adds, removes, pauses and resumes games, and links them to channels. For those who manage the server.
import {
  type AutocompleteInteraction,
  type ChatInputCommandInteraction,
  EmbedBuilder,
  type SlashCommandStringOption,
  type SlashCommandSubcommandBuilder,
} from 'discord.js'
import { type Command, type Context, InteractionRejection, type InteractionReply } from '../src/bot/command.js'
import { POSTABLE, requireChannel, testChannel } from '../src/bot/guilds/test-channel.js'
import { channelOption, MAX_GAME_LENGTH, managerCommand } from '../src/bot/input/options.js'
import { findRequestedGame } from '../src/bot/input/require-game.js'
import { suggestGames } from '../src/bot/input/suggest-games.js'
import { requireLink } from '../src/bot/linked-account.js'
import { isNamedBy } from '../src/bot/pick-game.js'
import { showName } from '../src/bot/show-name.js'
import type { Account } from '../src/domain/account.js'
import type { Game } from '../src/domain/game.js'
import { defaultCatalog } from '../src/messages/catalog.js'

const MAX_NAME_LENGTH = 100

const { track: text } = defaultCatalog

const trackedGame = (option: SlashCommandStringOption): SlashCommandStringOption =>
  option.setName('game').setDescription(text.game).setMaxLength(MAX_GAME_LENGTH).setRequired(true).setAutocomplete(true)

const postable = channelOption(text.channelOption, POSTABLE)

const verb = (name: 'remove' | 'pause' | 'resume') => (builder: SlashCommandSubcommandBuilder) =>
  builder.setName(name).setDescription(text[name]).addStringOption(trackedGame)

const data = managerCommand('track', text.command)
  .addSubcommand((builder) =>
    builder
      .setName('add')
      .setDescription(text.add)
      .addStringOption((option) =>
        option.setName('game').setDescription(text.newGame).setMaxLength(MAX_GAME_LENGTH).setRequired(true),
      )
      .addChannelOption(postable),
  )
  .addSubcommand(verb('remove'))
  .addSubcommand(verb('pause'))
  .addSubcommand(verb('resume'))
  .addSubcommand((builder) =>
    builder
      .setName('channel')
      .setDescription(text.channel)
      .addStringOption(trackedGame)
      .addChannelOption((option) => postable(option).setRequired(true)),
  )

const nameOf = (game: Game): string => showName(game.name, MAX_NAME_LENGTH)

type TrackSubcommand = (interaction: ChatInputCommandInteraction, account: Account, context: Context) => Promise<string>

const add: TrackSubcommand = async (interaction, account, context) => {
  const { services, catalog } = context
  const option = interaction.options.getChannel('channel')
  // Checked before the platform is called, because missing permissions are known at once.
  const channel = option && requireChannel(interaction.guild, option.id, catalog)
  const { game, isNew } = await services.games.addByText(account, interaction.options.getString('game', true))
  const text = (isNew ? catalog.track.added : catalog.track.known)(nameOf(game), String(game.id))
  if (!channel) return text
  try {
    return `${text}\n${await link(interaction, game, context)}`
  } catch (error) {
    // The game is tracked all the same, so the answer reports both results.
    if (!(error instanceof InteractionRejection)) throw error
    throw new InteractionRejection(`${text}\n${catalog.track.notLinked(error.message)}`)
  }
}

const remove: TrackSubcommand = async (interaction, account, context) => {
  const { services, catalog } = context
  const text = interaction.options.getString('game', true)
  const game = await findRequestedGame(text, [account], context)
  const isSure = isNamedBy(game, text) || (await services.findGame.byAddress(account, text)) !== undefined
  if (!isSure) throw new InteractionRejection(catalog.track.removeNamed(nameOf(game), String(game.id)))
  await services.games.remove(game)
  return catalog.track.removed(nameOf(game))
}

const pause: TrackSubcommand = async (interaction, account, context) => {
  const { services, catalog } = context
  const game = await gameMeant(interaction, account, context)
  // A game that the plan paused becomes paused by this person, and stays so when the plan has room again.
  await services.games.change(game, { isActive: false })
  return (game.isActive ? catalog.track.paused : catalog.track.wasPaused)(nameOf(game))
}

const resume: TrackSubcommand = async (interaction, account, context) => {
  const { services, catalog } = context
  const game = await gameMeant(interaction, account, context)
  if (game.isActive) return catalog.track.wasActive(nameOf(game))
  await services.games.change(game, { isActive: true })
  return catalog.track.resumed(nameOf(game))
}

const channel: TrackSubcommand = async (interaction, account, context) =>
  link(interaction, await gameMeant(interaction, account, context), context)

const VERBS: Readonly<Record<string, TrackSubcommand>> = { add, remove, pause, resume, channel }

const gameMeant = ({ options }: ChatInputCommandInteraction, account: Account, context: Context): Promise<Game> =>
  findRequestedGame(options.getString('game', true), [account], context)

/** Links the channel of the option `channel`: checks permissions, posts a test, and only then saves. */
async function link({ options, guild }: ChatInputCommandInteraction, game: Game, context: Context): Promise<string> {
  const { services, catalog } = context
  const { test } = catalog.track
  const { channel } = await testChannel(
    {
      guild,
      channelId: options.getChannel('channel', true).id,
      test: new EmbedBuilder().setTitle(test.title(nameOf(game))).setDescription(test.text),
    },
    catalog,
  )
  const { takenFrom } = await services.linkChannel(game, { channelId: channel.id, guildId: channel.guildId })
  const lines = [
    catalog.track.linked(`<#${channel.id}>`, nameOf(game)),
    ...takenFrom.map((other) => catalog.track.takenFrom(nameOf(other))),
  ]
  return lines.join(' ')
}

/** Offers running games to pause and paused games to resume. */
async function offerGames(interaction: AutocompleteInteraction, context: Context) {
  const linked = interaction.guildId === null ? undefined : await context.guildGames.of(interaction.guildId)
  const games = linked?.games ?? []
  const verb = interaction.options.getSubcommand()
  const fitting =
    verb === 'pause' || verb === 'resume' ? games.filter((game) => game.isActive === (verb === 'pause')) : games
  return suggestGames(fitting, interaction.options.getFocused(), context)
}

export default {
  data,
  group: 'managing',
  isPrivate: true,

  async execute(interaction, context): Promise<InteractionReply> {
    const account = await requireLink(interaction, context)
    const run = VERBS[interaction.options.getSubcommand()]
    if (!run) throw new InteractionRejection(context.catalog.unknownCommand)
    return { content: await run(interaction, account, context) }
  },

  autocomplete: offerGames,
} satisfies Command
