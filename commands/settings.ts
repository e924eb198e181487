// /settings: the time zone and language of the server, and the channel for news of the platform as a whole. For those who manage the server.

import { type AutocompleteInteraction, type ChatInputCommandInteraction, EmbedBuilder } from 'discord.js'
import {
  type AutocompleteChoice,
  type Command,
  type Context,
  InteractionRejection,
  type InteractionReply,
} from '../src/bot/command.js'
import { MAX_CHOICES } from '../src/bot/discord-limits.js'
import { POSTABLE, requireChannel } from '../src/bot/guilds/test-channel.js'
import { channelOption, MAX_TIME_LENGTH, managerCommand } from '../src/bot/input/options.js'
import { languageName, settingsFields } from '../src/bot/set-up/server-settings.js'
import type { GuildSettings } from '../src/domain/guild.js'
import { type DailyHours, dailyHours } from '../src/domain/time/time-of-day.js'
import { catalogFor, defaultCatalog, LANGUAGES } from '../src/messages/catalog.js'

const MAX_ZONE_OPTION_LENGTH = 100
/** The choice that resets the language. */
const EVERYONES_OWN = 'auto'
/** The options that have no value of their own for the default. */
const RESETTABLE = ['news_channel', 'timezone', 'quiet_hours'] as const

const { settings: text } = defaultCatalog

/** Built once, because `supportedValuesOf` builds the list on each call. It does not contain UTC. */
const ZONES: readonly string[] = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')]

const data = managerCommand('settings', text.command)
  .addStringOption((option) =>
    option.setName('timezone').setDescription(text.timeZone).setMaxLength(MAX_ZONE_OPTION_LENGTH).setAutocomplete(true),
  )
  .addStringOption((option) =>
    option
      .setName('language')
      .setDescription(text.language)
      .addChoices(
        { name: text.everyonesOwn, value: EVERYONES_OWN },
        ...LANGUAGES.map((value) => ({ name: languageName(value, defaultCatalog.settings), value })),
      ),
  )

  .addChannelOption(channelOption(text.newsChannel, POSTABLE, 'news_channel'))
  .addStringOption((option) =>
    option.setName('quiet_from').setDescription(text.quietFrom).setMaxLength(MAX_TIME_LENGTH),
  )
  .addStringOption((option) =>
    option.setName('quiet_until').setDescription(text.quietUntil).setMaxLength(MAX_TIME_LENGTH),
  )
  .addBooleanOption((option) => option.setName('urgent').setDescription(text.urgent))
  .addStringOption((option) =>
    option
      .setName('reset')
      .setDescription(text.reset)
      .addChoices(
        { name: text.fields.newsChannel, value: RESETTABLE[0] },
        { name: text.fields.timeZone, value: RESETTABLE[1] },
        { name: text.fields.quietHours, value: RESETTABLE[2] },
      ),
  )

function show(settings: GuildSettings, changed: boolean, context: Context): InteractionReply {
  const { catalog } = context
  const embed = new EmbedBuilder().setTitle(catalog.settings.title).addFields(settingsFields(settings, context))
  return { ...(changed ? { content: catalog.settings.changed } : {}), embeds: [embed] }
}

/** Undefined where nothing was chosen, null where they end. */
function chosenHours({ options }: ChatInputCommandInteraction, reset: string | null): DailyHours | null | undefined {
  if (reset === 'quiet_hours') return null
  return dailyHours(options.getString('quiet_from'), options.getString('quiet_until')) ?? undefined
}

/** Matches any part of the name; a space counts as an underscore. */
function offerZones(interaction: AutocompleteInteraction, { services, catalog }: Context): AutocompleteChoice[] {
  const searchable = (name: string): string => name.toLowerCase().replaceAll('_', ' ')
  const search = searchable(interaction.options.getFocused().trim())
  const now = services.clock.now()
  const place = (zone: string): number =>
    searchable(zone)
      .split('/')
      .findIndex((part) => part.startsWith(search))
  return ZONES.filter((zone) => searchable(zone).includes(search))
    .sort((a, b) => Number(place(a) < 0) - Number(place(b) < 0))
    .slice(0, MAX_CHOICES)
    .map((zone) => ({ name: catalog.settings.nowThere(zone, catalog.clockTime(now, zone)), value: zone }))
}

export default {
  data,
  group: 'managing',
  isPrivate: true,

  async execute(interaction, context) {
    const { guildId, options, locale } = interaction
    const { services, catalog } = context
    if (guildId === null) throw new InteractionRejection(catalog.onlyInServers)
    const reset = options.getString('reset')
    const named = reset === 'quiet_hours' ? ['quiet_from', 'quiet_until'] : [reset ?? '']
    if (named.some((name) => options.get(name) !== null)) throw new InteractionRejection(catalog.settings.setAndReset)
    const timeZone = options.getString('timezone') ?? (reset === 'timezone' ? null : undefined)
    const chosen = options.getString('language') ?? undefined
    const newsChannelId = options.getChannel('news_channel')?.id ?? (reset === 'news_channel' ? null : undefined)
    const quietHours = chosenHours(interaction, reset)
    const letsUrgent = options.getBoolean('urgent') ?? (reset === 'quiet_hours' ? false : undefined)
    if ([timeZone, chosen, newsChannelId, quietHours, letsUrgent].every((one) => one === undefined)) {
      return show(await services.guildKeeping.settings(guildId), false, context)
    }
    if (chosen !== undefined && chosen !== EVERYONES_OWN && !LANGUAGES.includes(chosen)) {
      throw new InteractionRejection(catalog.settings.notALanguage)
    }
    const language = chosen === EVERYONES_OWN ? null : chosen
    if (newsChannelId != null) requireChannel(interaction.guild, newsChannelId, catalog)
    const saved = await services.guildKeeping.change(guildId, {
      timeZone,
      language,
      newsChannelId,
      quietHours,
      letsUrgent,
    })
    // Answers in the language that was just chosen.
    return show(saved, true, { ...context, catalog: catalogFor(saved.language ?? locale) })
  },

  async autocomplete(interaction, context) {
    return offerZones(interaction, context)
  },
} satisfies Command
