// The subcommands and options of /notify.

import { PermissionFlagsBits, SlashCommandBuilder, type SlashCommandSubcommandBuilder } from 'discord.js'
import { ALERT_METRICS } from '../../domain/notifications/settings.js'
import { defaultCatalog } from '../../messages/catalog.js'
import { MAX_PREVIEW_DAYS } from '../../services/notifications/preview-rule.js'
import { POSTABLE } from '../guilds/prove-channel.js'
import { gameOption, inServers } from '../input/options.js'
import { KIND_CHOICES } from './options.js'

const { notify: text } = defaultCatalog
const { options: optionTexts } = text

const MAX_TIME_LENGTH = 8
const MAX_DATE_LENGTH = 16
const MAX_TARGET_LENGTH = 100

const choices = <Value extends string>(table: { readonly [Each in Value]: string }, values: readonly Value[]) =>
  values.map((value) => ({ name: table[value] as string, value }))

const kind = (builder: SlashCommandSubcommandBuilder) =>
  builder.addStringOption((option) =>
    option
      .setName('kind')
      .setDescription(optionTexts.kind)
      .setRequired(true)
      .addChoices(choices(text.kinds, KIND_CHOICES)),
  )

const timeOption = (name: string, description: string) => (builder: SlashCommandSubcommandBuilder) =>
  builder.addStringOption((option) => option.setName(name).setDescription(description).setMaxLength(MAX_TIME_LENGTH))

const alertOptions = (builder: SlashCommandSubcommandBuilder) =>
  builder
    .addStringOption((option) =>
      option.setName('metric').setDescription(optionTexts.metric).addChoices(choices(text.metrics, ALERT_METRICS)),
    )
    .addStringOption((option) =>
      option
        .setName('condition')
        .setDescription(optionTexts.condition)
        .addChoices(choices(text.conditions, ['unusual', 'above', 'below', 'changed'])),
    )
    .addNumberOption((option) => option.setName('value').setDescription(optionTexts.value))
    .addStringOption((option) =>
      option
        .setName('unit')
        .setDescription(optionTexts.unit)
        .addChoices(choices(text.units, ['percent', 'value'])),
    )
    .addIntegerOption((option) => option.setName('minutes').setDescription(optionTexts.minutes).setMinValue(1))
    .addIntegerOption((option) => option.setName('readings').setDescription(optionTexts.readings).setMinValue(1))
    .addIntegerOption((option) => option.setName('cooldown').setDescription(optionTexts.cooldown).setMinValue(0))
    .addRoleOption((option) => option.setName('role').setDescription(optionTexts.role))

const quietOptions = (builder: SlashCommandSubcommandBuilder) =>
  timeOption('quiet_until', optionTexts.quietUntil)(timeOption('quiet_from', optionTexts.quietFrom)(builder))

const digestOptions = (builder: SlashCommandSubcommandBuilder) =>
  timeOption(
    'time',
    optionTexts.time,
  )(builder)
    .addStringOption((option) =>
      option
        .setName('every')
        .setDescription(optionTexts.every)
        .addChoices(choices(text.every, ['day', 'week'])),
    )
    .addIntegerOption((option) =>
      option
        .setName('day')
        .setDescription(optionTexts.day)
        .addChoices(text.weekdays.map((name, index) => ({ name, value: index + 1 }))),
    )

const add = (builder: SlashCommandSubcommandBuilder) => {
  kind(builder.setName('add').setDescription(text.add))
    .addStringOption((option) => gameOption(option).setDescription(optionTexts.game))
    .addChannelOption((option) =>
      option
        .setName('channel')
        .setDescription(optionTexts.channel)
        .addChannelTypes(...POSTABLE),
    )
  return digestOptions(quietOptions(alertOptions(builder)))
}

const list = (builder: SlashCommandSubcommandBuilder) =>
  builder
    .setName('list')
    .setDescription(text.list)
    .addStringOption((option) => gameOption(option).setDescription(optionTexts.limitToGame))

const remove = (builder: SlashCommandSubcommandBuilder) =>
  builder
    .setName('remove')
    .setDescription(text.remove)
    .addStringOption((option) =>
      option
        .setName('what')
        .setDescription(optionTexts.what)
        .setRequired(true)
        .setMaxLength(MAX_TARGET_LENGTH)
        .setAutocomplete(true),
    )

const preview = (builder: SlashCommandSubcommandBuilder) => {
  builder
    .setName('preview')
    .setDescription(text.preview)
    .addStringOption((option) => gameOption(option).setDescription(optionTexts.game))
    .addStringOption((option) =>
      option.setName('rule').setDescription(optionTexts.rule).setMaxLength(MAX_TARGET_LENGTH).setAutocomplete(true),
    )
    .addIntegerOption((option) =>
      option.setName('days').setDescription(optionTexts.days).setMinValue(1).setMaxValue(MAX_PREVIEW_DAYS),
    )
  return quietOptions(alertOptions(builder))
}

const expected = (builder: SlashCommandSubcommandBuilder) =>
  builder
    .setName('expected')
    .setDescription(text.expect)
    .addStringOption((option) =>
      option.setName('event').setDescription(optionTexts.event).setMaxLength(MAX_TARGET_LENGTH).setAutocomplete(true),
    )
    .addStringOption((option) => gameOption(option).setDescription(optionTexts.game))
    .addStringOption((option) => option.setName('from').setDescription(optionTexts.from).setMaxLength(MAX_DATE_LENGTH))
    .addStringOption((option) =>
      option.setName('until').setDescription(optionTexts.until).setMaxLength(MAX_DATE_LENGTH),
    )
    .addStringOption((option) =>
      option.setName('note').setDescription(optionTexts.note).setMaxLength(MAX_TARGET_LENGTH),
    )

const test = (builder: SlashCommandSubcommandBuilder) =>
  kind(builder.setName('test').setDescription(text.test)).addStringOption((option) =>
    gameOption(option).setDescription(optionTexts.game),
  )

export const notifyData = inServers(
  new SlashCommandBuilder()
    .setName('notify')
    .setDescription(text.command)
    .setDefaultMemberPermissions(PermissionFlagsBits.ManageGuild),
)
  .addSubcommand(add)
  .addSubcommand(list)
  .addSubcommand(remove)
  .addSubcommand(preview)
  .addSubcommand(expected)
  .addSubcommand(test)
