// What a manager chooses about one game: its channel, what is posted there, with a sample of each kind, and its alert rules,
// all in one message, which /setup and /notify edit show. /notify test posts a sample, made from the game's own past, where
// the real ones go; a paused channel resumes.
import {
  ActionRowBuilder,
  ButtonStyle,
  ChannelSelectMenuBuilder,
  type ChannelSelectMenuInteraction,
  type ChatInputCommandInteraction,
  EmbedBuilder,
  type ModalBuilder,
  type ModalMessageModalSubmitInteraction,
  StringSelectMenuBuilder,
} from 'discord.js'
import type { Account } from '../../domain/account.js'
import { HOUR_MINUTES } from '../../domain/clock.js'
import type { Game } from '../../domain/game.js'
import {
  DEFAULT_RULE,
  type DigestPlan,
  firstKind,
  isOnByDefault,
  NOTIFICATION_CHOICES,
  type NotificationChoice,
  type Rule,
  routedKinds,
} from '../../domain/notifications/settings.js'
import { PERCENT } from '../../domain/rounding.js'
import type { MessageCatalog } from '../../messages/catalog.js'
import { conditionText } from '../../messages/event-text.js'
import { describeRule } from '../../messages/rule-text.js'
import type { NotificationSettings } from '../../services/notifications/evaluation-settings.js'
import { type ComponentRow, type Context, InteractionRejection, type InteractionReply } from '../command.js'
import { buttonId } from '../custom-id.js'
import { MAX_OPTION_LABEL_LENGTH, MAX_OPTIONS } from '../discord-limits.js'
import { POSTABLE, postOnce, requireChannel, testChannel } from '../guilds/test-channel.js'
import { type RequestedGame, requireGame } from '../input/require-game.js'
import { guildCatalog } from '../messaging/guild-texts.js'
import { createGameEmbed, NEUTRAL_COLOR } from '../rendering/game-embed.js'
import { choiceMenu } from '../rendering/menus.js'
import { buttonRow, formOf, missingPermissions, setupButton } from '../set-up/server.js'
import { plainName, showName } from '../show-name.js'
import { DISCORD_FORMAT, messageOf } from './message.js'
import { isKindChoice } from './subcommands.js'

const MAX_NAME_LENGTH = 80

/** Of a game without a digest: of each day, at nine. */
const digestPlan = (timeZone: string): DigestPlan => ({ every: 'day', weekday: 1, at: 9 * HOUR_MINUTES, timeZone })

export async function postSample(interaction: ChatInputCommandInteraction, context: Context): Promise<string> {
  const { services, catalog } = context
  const kind = interaction.options.getString('kind', true)
  if (!isKindChoice(kind)) throw new InteractionRejection(catalog.unknownCommand)
  const { account, game } = await requireGame(interaction, context)
  const channelId = await services.notifications.channelOf(game, firstKind(kind))
  if (channelId === undefined) throw new InteractionRejection(catalog.notify.noChannel)
  const channel = requireChannel(interaction.guild, channelId, catalog)
  const texts = await guildCatalog(interaction.client, services, channel.guildId)
  const readers = { language: texts.catalog.locale, timeZone: texts.timeZone, format: DISCORD_FORMAT }
  const { content, key, isExample } = await services.samples.render({ account, game, choice: kind }, readers)
  await postOnce(channel, messageOf(content, key), catalog, key)
  await services.notifications.resume(channelId)
  const text = isExample ? catalog.notify.tested : catalog.notify.testedWithout
  return text(catalog.notify.kinds[kind], `<#${channelId}>`)
}

const MAX_POSTED_LENGTH = 1_000

const isOn = (kind: NotificationChoice, { routes }: NotificationSettings, { channelId }: Game): boolean => {
  const route = routes.find((one) => one.kind === firstKind(kind))
  return route ? route.enabled : isOnByDefault(firstKind(kind)) && channelId !== null
}

/** The message in which a manager sees and changes everything about one game. */
export async function showGameSetup(requested: RequestedGame, context: Context): Promise<InteractionReply> {
  const { services, catalog } = context
  const { game } = requested
  const { setup, notify } = catalog
  const settings = await services.notifications.of(game)
  const on = NOTIFICATION_CHOICES.filter((kind) => isOn(kind, settings, game))
  const rules = on.includes('alert') ? settings.rules.map((rule) => `- ${describeRule(rule, catalog)}`) : []
  const posted = [...on.map((kind) => notify.kinds[kind]), ...rules].join('\n')
  const { embed, files } = await createGameEmbed(requested, context)
  embed.addFields(
    { name: setup.channel, value: game.channelId === null ? setup.noChannel : `<#${game.channelId}>` },
    { name: setup.posted, value: posted === '' ? setup.nothingPosted : posted.slice(0, MAX_POSTED_LENGTH) },
  )
  const samples = NOTIFICATION_CHOICES.map((kind) => ({
    value: kind,
    label: plainName(notify.kinds[kind], MAX_OPTION_LABEL_LENGTH),
  }))
  return {
    embeds: [embed],
    files,
    components: [
      channelMenu(game, catalog),
      kindMenu(game, on, catalog),
      choiceMenu(buttonId('setup', 'sample', game.id), setup.chooseSample, samples),
      ...ruleMenu(game, settings.rules, catalog),
      buttonRow(setupButton(buttonId('setup', 'start'), setup.back)),
    ],
  }
}

function channelMenu({ id, channelId }: Game, { setup }: MessageCatalog): ComponentRow {
  const menu = new ChannelSelectMenuBuilder()
    .setCustomId(buttonId('setup', 'channel', id))
    .setPlaceholder(setup.chooseChannel)
    .setChannelTypes(...POSTABLE)
  if (channelId !== null) menu.setDefaultChannels(channelId)
  return new ActionRowBuilder<ChannelSelectMenuBuilder>().addComponents(menu)
}

function kindMenu({ id }: Game, on: readonly NotificationChoice[], { setup, notify }: MessageCatalog): ComponentRow {
  const options = NOTIFICATION_CHOICES.map((value) => ({
    value,
    label: notify.kinds[value],
    default: on.includes(value),
  }))
  const menu = new StringSelectMenuBuilder()
    .setCustomId(buttonId('setup', 'kinds', id))
    .setPlaceholder(setup.chooseKinds)
    .setMinValues(0)
    .setMaxValues(options.length)
    .addOptions(options)
  return new ActionRowBuilder<StringSelectMenuBuilder>().addComponents(menu)
}

function ruleMenu({ id }: Game, rules: readonly Rule[], catalog: MessageCatalog): ComponentRow[] {
  if (rules.length === 0) return []
  const options = rules.slice(0, MAX_OPTIONS).map((rule) => ({
    value: String(rule.id),
    label: plainName(conditionText(rule, catalog), MAX_OPTION_LABEL_LENGTH),
  }))
  return [choiceMenu(buttonId('setup', 'rule', id), catalog.setup.chooseRule, options)]
}

/** Links the channel after a test post; what is missing is named, with the button that gives it. */
export async function chooseChannel(
  { account, game }: RequestedGame,
  interaction: ChannelSelectMenuInteraction,
  context: Context,
): Promise<InteractionReply> {
  const { services, catalog } = context
  const [channelId = ''] = interaction.values
  const { test: text } = catalog.track
  const name = showName(game.name, MAX_NAME_LENGTH)
  const test = new EmbedBuilder().setTitle(text.title(name)).setDescription(text.text)
  const proven = await testChannel({ guild: interaction.guild, channelId, test }, catalog).catch((error: unknown) => {
    const { guildId, applicationId } = interaction
    if (!(error instanceof InteractionRejection) || guildId === null) throw error
    throw missingPermissions({ guildId, applicationId }, error.message, catalog)
  })
  const { channel } = proven
  const linked = await services.linkChannel(game, { channelId: channel.id, guildId: channel.guildId })
  return showGameSetup({ account, game: linked.game }, context)
}

/** Switches on what was chosen and off what was not. Alerts begin with the default rule. */
export async function chooseKinds(
  { account, game }: RequestedGame,
  values: readonly string[],
  context: Context,
): Promise<InteractionReply> {
  const { services, catalog } = context
  if (game.channelId === null) throw new InteractionRejection(catalog.setup.needsChannel)
  const settings = await services.notifications.of(game)
  for (const kind of NOTIFICATION_CHOICES) {
    const isWanted = values.includes(kind)
    if (isWanted === isOn(kind, settings, game)) continue
    const digest = kind === 'digest' ? { digest: digestPlan(context.timeZone) } : {}
    for (const routed of routedKinds(kind))
      await (isWanted
        ? services.notifications.switchOn(game, routed, digest)
        : services.notifications.switchOff(game, routed))
    if (kind === 'alert' && isWanted && settings.rules.length === 0)
      await services.notifications.addRule({ ...DEFAULT_RULE, gameId: game.id })
  }
  return showGameSetup({ account, game }, context)
}

/** Shows a sample of the kind in the same message, with a button that leads back to the setup. */
export async function showSample(requested: RequestedGame, named: string, context: Context): Promise<InteractionReply> {
  const { catalog, services, timeZone } = context
  if (!isKindChoice(named)) throw new InteractionRejection(catalog.unknownCommand)
  const reader = { language: catalog.locale, timeZone, format: DISCORD_FORMAT }
  const { content } = await services.samples.render({ ...requested, choice: named }, reader)
  const { embeds, files } = messageOf(content)
  const back = setupButton(buttonId('setup', 'show', requested.game.id), catalog.setup.back)
  return { ...({ embeds, files } as InteractionReply), components: [buttonRow(back)] }
}

const requireRule = async (account: Account, id: number, { services, catalog }: Context): Promise<Rule> => {
  const rule = await services.notifications.ruleOf(account, id)
  if (!rule) throw new InteractionRejection(catalog.notify.notThere)
  return rule
}

export async function showRule(
  { account, game }: RequestedGame,
  id: number,
  context: Context,
): Promise<InteractionReply> {
  const { setup } = context.catalog
  const rule = await requireRule(account, id, context)
  const embed = new EmbedBuilder()
    .setColor(NEUTRAL_COLOR)
    .setTitle(showName(game.name, MAX_NAME_LENGTH))
    .setDescription(`${describeRule(rule, context.catalog)}\n${setup.previewHint}`)
  const buttons = buttonRow(
    setupButton(buttonId('setup', 'edit', rule.id), setup.editRule, ButtonStyle.Primary),
    setupButton(buttonId('setup', 'drop', game.id, rule.id), setup.removeRule, ButtonStyle.Danger),
    setupButton(buttonId('setup', 'show', game.id), setup.back),
  )
  return { embeds: [embed], components: [buttons] }
}

const MAX_RULE_NUMBER_LENGTH = 15

export async function ruleForm(account: Account, id: number, context: Context): Promise<ModalBuilder> {
  const { setup } = context.catalog
  const { metric, condition, minutes, cooldownMinutes } = await requireRule(account, id, context)
  const value = 'value' in condition ? condition.value * (metric === 'like_ratio' ? PERCENT : 1) : condition.by
  const field = (name: string, label: string, number: number) =>
    ({ id: name, label, maxLength: MAX_RULE_NUMBER_LENGTH, value: String(number) }) as const
  return formOf(buttonId('setup', 'rule', id), setup.editRule, [
    field('value', setup.valueLabel, value),
    ...(minutes == null ? [] : [field('minutes', setup.minutesLabel, minutes)]),
    field('cooldown', setup.cooldownLabel, cooldownMinutes),
  ])
}

/** Changes the rule in place by the numbers of the form. */
export async function changeRule(
  account: Account,
  id: number,
  { fields }: Pick<ModalMessageModalSubmitInteraction, 'fields'>,
  context: Context,
): Promise<Rule> {
  const { metric, condition, readings, minutes, quietHours, roleId } = await requireRule(account, id, context)
  const numberOf = (name: string): number => {
    const text = fields.getTextInputValue(name).trim()
    const number = text === '' ? Number.NaN : Number(text)
    if (Number.isFinite(number)) return number
    throw new InteractionRejection(context.catalog.setup.notANumber(showName(text, MAX_RULE_NUMBER_LENGTH)))
  }
  const value = numberOf('value')
  const scaled = metric === 'like_ratio' && 'value' in condition ? value / PERCENT : value
  return context.services.notifications.changeRule(account, id, {
    ...{ metric, readings, quietHours, roleId },
    condition: 'value' in condition ? { ...condition, value: scaled } : { ...condition, by: value },
    ...(minutes == null ? {} : { minutes: numberOf('minutes') }),
    cooldownMinutes: numberOf('cooldown'),
  })
}
