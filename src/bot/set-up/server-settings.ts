// What a manager chooses for the whole server: the channel for what concerns all of it, and its quiet hours. /settings shows
// the same fields.
import {
  ActionRowBuilder,
  type APIEmbedField,
  type BaseInteraction,
  ButtonStyle,
  ChannelSelectMenuBuilder,
  EmbedBuilder,
  type ModalBuilder,
  type ModalMessageModalSubmitInteraction,
} from 'discord.js'
import type { GuildSettings } from '../../domain/guild.js'
import { clockText, type DailyHours, dailyHours } from '../../domain/time/time-of-day.js'
import type { MessageCatalog } from '../../messages/catalog.js'
import { clockOf } from '../../messages/rule-text.js'
import type { GuildSettingsChange } from '../../services/management/manage-guilds.js'
import { type Context, InteractionRejection, type InteractionReply } from '../command.js'
import { buttonId } from '../custom-id.js'
import { POSTABLE, requireChannel } from '../guilds/test-channel.js'
import { MAX_TIME_LENGTH } from '../input/options.js'
import { requireLink } from '../linked-account.js'
import { NEUTRAL_COLOR } from '../rendering/game-embed.js'
import { buttonRow, formOf, missingPermissions, setupButton } from './server.js'

const MAX_SERVER_ZONE_LENGTH = 100
const NO_HOURS = ''

type SettingsInteraction = Pick<BaseInteraction, 'guildId' | 'user' | 'context'>

export function languageName(language: string, { languages }: MessageCatalog['settings']): string {
  return new Map(Object.entries(languages)).get(language) ?? language
}

function quietText(hours: DailyHours | null, letsUrgent: boolean, catalog: MessageCatalog): string {
  const { noQuietHours, quietSpan, urgentToo } = catalog.settings
  if (hours === null) return noQuietHours
  const span = quietSpan(clockOf(hours.from, catalog), clockOf(hours.until, catalog))
  return letsUrgent ? urgentToo(span) : span
}

/** The settings of a server in words. */
export function settingsFields(
  { timeZone, language, newsChannelId, quietHours, letsUrgent }: GuildSettings,
  { services, catalog }: Pick<Context, 'services' | 'catalog'>,
): APIEmbedField[] {
  const { settings } = catalog
  const zone = timeZone ?? 'UTC'
  return [
    { name: settings.fields.timeZone, value: settings.nowThere(zone, catalog.clockTime(services.clock.now(), zone)) },
    {
      name: settings.fields.language,
      value: language === null ? settings.everyonesOwn : languageName(language, settings),
    },
    { name: settings.fields.quietHours, value: quietText(quietHours ?? null, letsUrgent === true, catalog) },
    {
      name: settings.fields.newsChannel,
      value: newsChannelId === null ? settings.firstChannel : `<#${newsChannelId}>`,
    },
  ]
}

/** Each press needs the link of the server again, because it may have ended since. */
async function linkedGuild(interaction: SettingsInteraction, context: Context): Promise<string> {
  await requireLink(interaction, context)
  if (interaction.guildId === null) throw new InteractionRejection(context.catalog.onlyInServers)
  return interaction.guildId
}

/** The message in which a manager sees and changes what is chosen for the whole server. */
export async function showServerSettings(
  interaction: SettingsInteraction,
  context: Context,
): Promise<InteractionReply> {
  const guildId = await linkedGuild(interaction, context)
  return viewOf(await context.services.guildKeeping.settings(guildId), context)
}

function viewOf(settings: GuildSettings, context: Context): InteractionReply {
  const { setup, settings: texts } = context.catalog
  const { newsChannelId, quietHours, letsUrgent } = settings
  const embed = new EmbedBuilder()
    .setColor(NEUTRAL_COLOR)
    .setTitle(texts.title)
    .setDescription(setup.wholeServerText)
    .addFields(settingsFields(settings, context))
  const menu = new ChannelSelectMenuBuilder()
    .setCustomId(buttonId('setup', 'news'))
    .setPlaceholder(setup.chooseNews)
    .setChannelTypes(...POSTABLE)
  if (newsChannelId !== null) menu.setDefaultChannels(newsChannelId)
  const urgent = letsUrgent === true ? setup.holdUrgent : setup.letUrgent
  const buttons = buttonRow(
    setupButton(buttonId('setup', 'quiet'), texts.fields.quietHours, ButtonStyle.Primary),
    ...(quietHours == null ? [] : [setupButton(buttonId('setup', 'urgent', letsUrgent === true ? 0 : 1), urgent)]),
    ...(newsChannelId === null ? [] : [setupButton(buttonId('setup', 'nonews'), texts.firstChannel)]),
    setupButton(buttonId('setup', 'start'), setup.back),
  )
  const choice = new ActionRowBuilder<ChannelSelectMenuBuilder>().addComponents(menu)
  return { embeds: [embed], components: [choice, buttons] }
}

export async function changeServerSettings(
  interaction: SettingsInteraction,
  change: GuildSettingsChange,
  context: Context,
): Promise<InteractionReply> {
  const guildId = await linkedGuild(interaction, context)
  return viewOf(await context.services.guildKeeping.change(guildId, change), context)
}

/** What is missing in the channel is named, with the button that gives it. */
export async function chooseNewsChannel(
  interaction: SettingsInteraction & Pick<BaseInteraction, 'guild' | 'applicationId'>,
  newsChannelId: string,
  context: Context,
): Promise<InteractionReply> {
  const guildId = await linkedGuild(interaction, context)
  try {
    requireChannel(interaction.guild, newsChannelId, context.catalog)
  } catch (error) {
    if (!(error instanceof InteractionRejection)) throw error
    throw missingPermissions({ guildId, applicationId: interaction.applicationId }, error.message, context.catalog)
  }
  return changeServerSettings(interaction, { newsChannelId }, context)
}

export async function quietForm(interaction: SettingsInteraction, context: Context): Promise<ModalBuilder> {
  const { setup, settings: texts } = context.catalog
  const guildId = await linkedGuild(interaction, context)
  const { quietHours, timeZone } = await context.services.guildKeeping.settings(guildId)
  const timeField = (id: 'from' | 'until', label: string) => {
    const value = quietHours == null ? NO_HOURS : clockText(quietHours[id])
    return { id, label, value, maxLength: MAX_TIME_LENGTH, isOptional: true }
  }
  return formOf(buttonId('setup', 'quiet'), texts.fields.quietHours, [
    timeField('from', setup.quietFromLabel),
    timeField('until', setup.quietUntilLabel),
    { id: 'zone', label: setup.zoneLabel, value: timeZone ?? 'UTC', maxLength: MAX_SERVER_ZONE_LENGTH },
  ])
}

/** Both times left empty end the quiet hours. */
export function changeQuietHours(
  interaction: SettingsInteraction & Pick<ModalMessageModalSubmitInteraction, 'fields'>,
  context: Context,
): Promise<InteractionReply> {
  const typed = (name: string): string => interaction.fields.getTextInputValue(name).trim()
  const timeOf = (name: string): string | null => typed(name) || null
  const quietHours = dailyHours(timeOf('from'), timeOf('until'))
  return changeServerSettings(interaction, { quietHours, timeZone: typed('zone') }, context)
}
