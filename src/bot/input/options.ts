// Options that several commands share, named as in DISCORD-3, DISCORD-5 and DISCORD-6.
import {
  ApplicationIntegrationType,
  type AutocompleteInteraction,
  type ChatInputCommandInteraction,
  InteractionContextType,
  type SlashCommandBooleanOption,
  type SlashCommandBuilder,
  type SlashCommandStringOption,
} from 'discord.js'
import { METRICS, type Metric } from '../../domain/measures.js'
import { SPAN_NAMES, type SpanName } from '../../domain/rules/span.js'
import { defaultCatalog } from '../../messages/catalog.js'
import type { AutocompleteChoice, Context } from '../command.js'
import { gameChoices } from '../pick-game.js'

export const DEFAULT_SPAN: SpanName = '30d'
export const DEFAULT_CHART_SPAN: SpanName = '7d'
export const DEFAULT_METRIC: Metric = 'ccu'

export const MAX_GAME_LENGTH = 200
const PRIVATE = 'private'

export const gameOption = (option: SlashCommandStringOption): SlashCommandStringOption =>
  option.setName('game').setDescription(defaultCatalog.stats.game).setMaxLength(MAX_GAME_LENGTH).setAutocomplete(true)

export const rangeOption = (option: SlashCommandStringOption): SlashCommandStringOption =>
  option
    .setName('range')
    .setDescription(defaultCatalog.ranges.option)
    .addChoices(SPAN_NAMES.map((value) => ({ name: defaultCatalog.ranges.choices[value], value })))

export const chartRangeOption = (option: SlashCommandStringOption): SlashCommandStringOption =>
  rangeOption(option).setDescription(defaultCatalog.ranges.chartOption)

export const metricOption = (option: SlashCommandStringOption): SlashCommandStringOption =>
  option
    .setName('metric')
    .setDescription(defaultCatalog.metrics.option)
    .addChoices(METRICS.map((value) => ({ name: defaultCatalog.metrics.choices[value], value })))

/** Of every command that reads and whose answers are public by default. */
export const privateOption = (option: SlashCommandBooleanOption): SlashCommandBooleanOption =>
  option.setName(PRIVATE).setDescription(defaultCatalog.answers.privately)

/** False where the command has no such option, or the person left it out. */
export const isWantedPrivate = ({ options }: Pick<ChatInputCommandInteraction, 'options'>): boolean =>
  options.getBoolean(PRIVATE) === true

/** Allows the command in servers, in chats with the bot and elsewhere, installed by a server or by a person. */
export const everywhere = (builder: SlashCommandBuilder): SlashCommandBuilder =>
  builder
    .setContexts(InteractionContextType.Guild, InteractionContextType.BotDM, InteractionContextType.PrivateChannel)
    .setIntegrationTypes(ApplicationIntegrationType.GuildInstall, ApplicationIntegrationType.UserInstall)

/** Allows the command only where a server installed the bot. */
export const inServers = (builder: SlashCommandBuilder): SlashCommandBuilder =>
  builder.setContexts(InteractionContextType.Guild).setIntegrationTypes(ApplicationIntegrationType.GuildInstall)

/** Autocomplete choices for the option `game`. */
export const completeGame = async (
  interaction: AutocompleteInteraction,
  { guildGames, isPresent }: Context,
): Promise<readonly AutocompleteChoice[]> =>
  gameChoices(await guildGames.seenBy(interaction, isPresent), interaction.options.getFocused())
