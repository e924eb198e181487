// The subcommands and options of /notify, which of them go together, and what they say as the input of a rule or a digest.

import type { ChatInputCommandInteraction, SlashCommandSubcommandBuilder } from 'discord.js'
import {
  ALERT_METRICS,
  CHANGE_UNITS,
  CONDITION_NAMES,
  type DigestPlan,
  digestOf,
  NOTIFICATION_CHOICES,
  type NotificationChoice,
  type QuietHours,
  quietHoursOf,
  type RuleChoice,
  ruleOf,
} from '../../domain/notifications/settings.js'
import { defaultCatalog, type MessageCatalog } from '../../messages/catalog.js'
import { MAX_PREVIEW_DAYS } from '../../services/notifications/preview-rule.js'
import { type Context, InteractionRejection } from '../command.js'
import { FORUMS, POSTABLE } from '../guilds/test-channel.js'
import { gameOption, MAX_TIME_LENGTH, managerCommand } from '../input/options.js'

const { notify: text } = defaultCatalog
const { options: optionTexts } = text

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
      .addChoices(choices(text.kinds, NOTIFICATION_CHOICES)),
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
        .addChannelTypes(...POSTABLE, ...FORUMS),
    )
    .addBooleanOption((option) => option.setName('publish').setDescription(optionTexts.publish))
    .addBooleanOption((option) => option.setName('threads').setDescription(optionTexts.threads))
  return digestOptions(quietOptions(alertOptions(builder)))
}

const list = (builder: SlashCommandSubcommandBuilder) =>
  builder
    .setName('list')
    .setDescription(text.list)
    .addStringOption((option) => gameOption(option).setDescription(optionTexts.limitToGame))

const edit = (builder: SlashCommandSubcommandBuilder) =>
  builder
    .setName('edit')
    .setDescription(text.edit)
    .addStringOption((option) => gameOption(option).setDescription(optionTexts.game))

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

export const notifyData = managerCommand('notify', text.command)
  .addSubcommand(add)
  .addSubcommand(edit)
  .addSubcommand(list)
  .addSubcommand(remove)
  .addSubcommand(preview)
  .addSubcommand(expected)
  .addSubcommand(test)

type Options = ChatInputCommandInteraction['options']
type LocaleContext = Pick<Context, 'timeZone'>

const ALERT_OPTIONS = ['metric', 'condition', 'value', 'unit', 'minutes', 'readings', 'cooldown']
const DIGEST_OPTIONS = ['time', 'every', 'day']

/** Characters of a game's name beside other words of a choice. */
export const MAX_CHOICE_GAME_LENGTH = 40

/** Rejects options that have no effect with this kind, because the person expected one. */
export function rejectUnusedOptions(kind: string, options: Options, { notify }: MessageCatalog): void {
  const hasAny = (names: readonly string[]): boolean => names.some((name) => options.get(name) !== null)
  if (kind !== 'alert' && hasAny(ALERT_OPTIONS)) throw new InteractionRejection(notify.onlyForAlerts)
  if (kind !== 'digest' && hasAny(DIGEST_OPTIONS)) throw new InteractionRejection(notify.onlyForDigests)
}

export const readRule = (options: Options, { timeZone }: LocaleContext): RuleChoice =>
  ruleOf({
    metric: oneOf(ALERT_METRICS, options.getString('metric')),
    condition: oneOf(CONDITION_NAMES, options.getString('condition')),
    value: options.getNumber('value'),
    unit: oneOf(CHANGE_UNITS, options.getString('unit')),
    minutes: options.getInteger('minutes'),
    readings: options.getInteger('readings'),
    cooldownMinutes: options.getInteger('cooldown'),
    quietFrom: options.getString('quiet_from'),
    quietUntil: options.getString('quiet_until'),
    timeZone,
    roleId: options.getRole('role')?.id ?? null,
  })

/** Null if the command has no quiet hours. */
export const readQuietHours = (options: Options, { timeZone }: LocaleContext): QuietHours | null =>
  quietHoursOf({ quietFrom: options.getString('quiet_from'), quietUntil: options.getString('quiet_until'), timeZone })

export const readDigest = (options: Options, { timeZone }: LocaleContext): DigestPlan =>
  digestOf({
    every: oneOf(['day', 'week'], options.getString('every')),
    weekday: options.getInteger('day'),
    at: options.getString('time'),
    timeZone,
  })

const oneOf = <Value extends string>(known: readonly Value[], text: string | null): Value | null =>
  known.find((one) => one === text) ?? null

export const isKindChoice = (text: string): text is NotificationChoice =>
  NOTIFICATION_CHOICES.some((kind) => kind === text)
