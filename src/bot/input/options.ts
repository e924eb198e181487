// Options that several commands share, named as in DISCORD-3, DISCORD-5 and DISCORD-6.
import {
  type ApplicationCommandOptionAllowedChannelTypes,
  ApplicationIntegrationType,
  type AutocompleteInteraction,
  type ChatInputCommandInteraction,
  type ContextMenuCommandBuilder,
  InteractionContextType,
  PermissionFlagsBits,
  type SlashCommandBooleanOption,
  SlashCommandBuilder,
  type SlashCommandChannelOption,
  type SlashCommandStringOption,
} from 'discord.js'
import { MINUTE_MS, type Minute } from '../../domain/clock.js'
import type { Metric } from '../../domain/measures.js'
import { SPAN_NAMES, type SpanName } from '../../domain/rules/span.js'
import { minuteAtWall } from '../../domain/rules/wall-clock.js'
import { defaultCatalog } from '../../messages/catalog.js'
import type { AutocompleteChoice, Context } from '../command.js'
import { suggestGames } from './suggest-games.js'

export const DEFAULT_SPAN: SpanName = '30d'
export const DEFAULT_CHART_SPAN: SpanName = '7d'
export const DEFAULT_METRIC: Metric = 'ccu'

export const MAX_GAME_LENGTH = 200
/** Of a time of day as it is typed. */
export const MAX_TIME_LENGTH = 8
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

/** Of every command that reads and whose answers are public by default. */
export const privateOption = (option: SlashCommandBooleanOption): SlashCommandBooleanOption =>
  option.setName(PRIVATE).setDescription(defaultCatalog.answers.privately)

/** False where the command has no such option, or the person left it out. */
export const isPrivateRequested = ({ options }: Pick<ChatInputCommandInteraction, 'options'>): boolean =>
  options.getBoolean(PRIVATE) === true

/** Allows the command in servers, in chats with the bot and elsewhere, installed by a server or by a person. */
export function allowEverywhere<Builder extends SlashCommandBuilder | ContextMenuCommandBuilder>(
  builder: Builder,
): Builder {
  builder
    .setContexts(InteractionContextType.Guild, InteractionContextType.BotDM, InteractionContextType.PrivateChannel)
    .setIntegrationTypes(ApplicationIntegrationType.GuildInstall, ApplicationIntegrationType.UserInstall)
  return builder
}

/** Allows the command only where a server installed the bot. */
export const inServers = (builder: SlashCommandBuilder): SlashCommandBuilder =>
  builder.setContexts(InteractionContextType.Guild).setIntegrationTypes(ApplicationIntegrationType.GuildInstall)

/** A command for those who manage the server that installed the bot; its server can change who may use it. */
export const managerCommand = (name: string, description: string): SlashCommandBuilder =>
  inServers(
    new SlashCommandBuilder()
      .setName(name)
      .setDescription(description)
      .setDefaultMemberPermissions(PermissionFlagsBits.ManageGuild),
  )

/** An optional channel of one of these types. */
export const channelOption =
  (description: string, types: readonly ApplicationCommandOptionAllowedChannelTypes[], name = 'channel') =>
  (option: SlashCommandChannelOption): SlashCommandChannelOption =>
    option
      .setName(name)
      .setDescription(description)
      .addChannelTypes(...types)

/** Autocomplete choices for the option `game`. */
export const completeGame = async (
  interaction: AutocompleteInteraction,
  context: Context,
): Promise<readonly AutocompleteChoice[]> =>
  suggestGames(
    await context.guildGames.seenBy(interaction, context.isPresent),
    interaction.options.getFocused(),
    context,
  )

/** Reads `2026-06-17 18:00` on the wall clock of the zone; undefined for anything else. */
export function readDateTime(text: string, timeZone: string): Minute | undefined {
  const parts = /^(\d{4}-\d{2}-\d{2})[ T](\d{1,2}):(\d{2})$/.exec(text.trim())
  const wall = Date.parse(`${parts?.[1] ?? ''}T${(parts?.[2] ?? '').padStart(2, '0')}:${parts?.[3] ?? ''}:00.000Z`)
  return Number.isNaN(wall) ? undefined : minuteAtWall(wall / MINUTE_MS, timeZone)
}

/** The same, or a date alone, which is its first minute. */
export const readMoment = (text: string, timeZone: string): Minute | undefined =>
  readDateTime(/^\d{4}-\d{2}-\d{2}$/.test(text.trim()) ? `${text.trim()} 00:00` : text, timeZone)
