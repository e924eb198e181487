// /notify add, preview and remove. Before anything is added, the channel is checked and a test is posted there; a preview
// evaluates an alert rule on the stored past and charts when it would have triggered; what is removed is chosen from a
// list, which a preview offers as well.

import {
  AttachmentBuilder,
  type AutocompleteInteraction,
  type ChatInputCommandInteraction,
  EmbedBuilder,
} from 'discord.js'
import { altText } from '../../charts/alt-text.js'
import type { Account } from '../../domain/account.js'
import { DAY_MINUTES, msOf } from '../../domain/clock.js'
import type { Game } from '../../domain/game.js'
import {
  firstKind,
  isOnByDefault,
  NOTIFICATION_CHOICES,
  type NotificationChoice,
  type RuleChoice,
  routedKinds,
} from '../../domain/notifications/settings.js'
import { conditionText } from '../../messages/event-text.js'
import { writerOf } from '../../messages/notifications/alert.js'
import { describeDigest, describeRule, ruleChart } from '../../messages/rule-text.js'
import type { RouteChange } from '../../services/notifications/manage-notifications.js'
import { MAX_PREVIEW_DAYS, type PreviewedAlert, type RulePreview } from '../../services/notifications/preview-rule.js'
import { type AutocompleteChoice, type Context, InteractionRejection, type InteractionReply } from '../command.js'
import { MAX_CHOICE_LENGTH, MAX_CHOICES } from '../discord-limits.js'
import { OWN_THREAD_PERMISSIONS, postOnce, requireChannel, requireForum } from '../guilds/test-channel.js'
import { requireGame, requireGameOfId } from '../input/require-game.js'
import { NEUTRAL_COLOR } from '../rendering/game-embed.js'
import { timeOf } from '../rendering/menus.js'
import { plainName, showName } from '../show-name.js'
import { mayRead } from './message.js'
import {
  isKindChoice,
  MAX_CHOICE_GAME_LENGTH,
  readDigest,
  readQuietHours,
  readRule,
  rejectUnusedOptions,
} from './subcommands.js'

const MAX_NAME_LENGTH = 100
const MAX_LINES = 12
const PREVIEW_DAYS = 30
const FILE = 'chart.png'

export async function addNotification(interaction: ChatInputCommandInteraction, context: Context): Promise<string> {
  const { services, catalog } = context
  const { options } = interaction
  const kind = options.getString('kind', true)
  if (!isKindChoice(kind)) throw new InteractionRejection(catalog.unknownCommand)
  rejectUnusedOptions(kind, options, catalog)
  const { account, game } = await requireGame(interaction, context)
  const rule = kind === 'alert' ? readRule(options, context) : undefined
  const digest = kind === 'digest' ? readDigest(options, context) : undefined
  const chosen = routeOptions(kind, options, context)
  const channelId = await chosenChannel(interaction, game, kind, context)
  const name = showName(game.name, MAX_NAME_LENGTH)
  const title = catalog.notify.trial.title(catalog.notify.kinds[kind], name)
  const inThreads = options.getBoolean('threads') === true
  const hint = await tryChannel(interaction, { channelId, title, inThreads }, context)
  const named = options.getChannel('channel') !== null || channelId !== game.channelId ? { channelId } : {}
  for (const routed of routedKinds(kind)) {
    await services.notifications.switchOn(game, routed, { ...named, ...chosen, ...(digest ? { digest } : {}) })
  }
  if (rule) await services.notifications.addRule({ ...rule, gameId: game.id })
  const readyFrom = rule && (await services.ruleReady(account, game, rule))
  return [
    catalog.notify.added(catalog.notify.kinds[kind], name, `<#${channelId}>`),
    ...(rule ? [catalog.notify.addedRule(describeRule(rule, catalog))] : []),
    ...(readyFrom == null ? [] : [catalog.notify.notYet(timeOf(msOf(readyFrom)))]),
    ...(digest ? [catalog.notify.addedDigest(describeDigest(digest, catalog))] : []),
    ...(kind === 'milestones' ? [catalog.notify.milestonesOn] : []),
    ...hint,
  ].join('\n')
}

/** DISCORD-34, DISCORD-35: an alert keeps its role and its quiet hours with its rule. */
function routeOptions(
  kind: NotificationChoice,
  options: ChatInputCommandInteraction['options'],
  context: Context,
): RouteChange {
  const [isPublished, inThreads] = [options.getBoolean('publish'), options.getBoolean('threads')]
  const quietHours = kind === 'alert' ? null : readQuietHours(options, context)
  const roleId = kind === 'alert' ? null : options.getRole('role')?.id
  return {
    ...(isPublished === null ? {} : { isPublished }),
    ...(inThreads === null ? {} : { inThreads }),
    ...(quietHours === null ? {} : { quietHours }),
    ...(roleId == null ? {} : { roleId }),
  }
}

/**
 * The channel named in the command; otherwise the one this kind already uses, then the game's channel, then the current
 * channel.
 */
async function chosenChannel(
  { options, channelId }: ChatInputCommandInteraction,
  game: Game,
  kind: NotificationChoice,
  { services }: Context,
): Promise<string> {
  const named = options.getChannel('channel')?.id
  return named ?? (await services.notifications.channelOf(game, firstKind(kind))) ?? channelId
}

/** Returns a remark about the channel to show in the answer. */
async function tryChannel(
  { guild }: ChatInputCommandInteraction,
  { channelId, title, inThreads }: { readonly channelId: string; readonly title: string; readonly inThreads: boolean },
  { services, catalog }: Context,
): Promise<string[]> {
  const forum = requireForum(guild, channelId, catalog)
  if (forum) {
    await services.guildKeeping.noteChannel(forum.id, forum.guildId)
    await services.notifications.resume(forum.id)
    return [catalog.notify.inForum]
  }
  const channel = requireChannel(guild, channelId, catalog, inThreads ? OWN_THREAD_PERMISSIONS : [])
  const embed = new EmbedBuilder().setTitle(title).setDescription(catalog.notify.trial.text)
  await postOnce(channel, { embeds: [embed] }, catalog)
  await services.guildKeeping.noteChannel(channel.id, channel.guildId)
  await services.notifications.resume(channel.id)
  return mayRead(channel) ? [] : [catalog.notify.noHistory(`<#${channel.id}>`)]
}

export async function previewNotification(
  interaction: ChatInputCommandInteraction,
  account: Account,
  context: Context,
): Promise<InteractionReply> {
  const { services, pictures, timeZone, catalog } = context
  const known = await knownRule(interaction, account, context)
  const { game } = known
    ? await requireGameOfId(interaction, context, known.gameId)
    : await requireGame(interaction, context)
  const rule: RuleChoice = known ?? readRule(interaction.options, context)
  const days = interaction.options.getInteger('days') ?? PREVIEW_DAYS
  if (days < 1 || days > MAX_PREVIEW_DAYS)
    throw new InteractionRejection(catalog.notify.previewed.outOfRange(catalog.number(MAX_PREVIEW_DAYS)))
  const preview = await services.previewRule(account, game, rule, days)
  const readyFrom = await services.ruleReady(account, game, rule)
  const notYet = readyFrom === null ? [] : [catalog.notify.notYet(timeOf(msOf(readyFrom)))]
  const embed = new EmbedBuilder()
    .setColor(NEUTRAL_COLOR)
    .setTitle(catalog.notify.previewed.title(showName(game.name, MAX_NAME_LENGTH)))
    .setDescription(
      [`${describeRule(rule, catalog)}.`, ...notYet, ...linesOf(preview, { rule, days }, context)].join('\n'),
    )
  if (preview.readings === 0) return { embeds: [embed] }
  const input = await ruleChart(
    { game, rule, preview },
    { catalog, timeZone },
    {
      readLine: (metric, between) => services.chartSeries.readWindow({ account, game }, metric, between),
      readUsual: (between) => services.readUsualLine({ account, game }, between),
    },
  )
  if (!input) return { embeds: [embed] }
  const key = JSON.stringify([game.id, rule, preview.span, catalog.locale, timeZone])
  const chart = await pictures.of(key, async () => ({ input, alt: altText(input, catalog.charts.alt), text: '' }))
  embed.setImage(`attachment://${FILE}`)
  return { embeds: [embed], files: [new AttachmentBuilder(chart.png, { name: FILE, description: chart.alt })] }
}

/** The rule named by the option, in the form that the list offers. */
async function knownRule({ options }: ChatInputCommandInteraction, account: Account, { services, catalog }: Context) {
  const named = options.getString('rule')
  if (named === null) return undefined
  const id = /^rule:(\d{1,15})$/.exec(named)?.[1]
  const rule = id === undefined ? undefined : await services.notifications.ruleOf(account, Number(id))
  if (!rule) throw new InteractionRejection(catalog.notify.notThere)
  return rule
}

function linesOf(
  { span, alerts, platformDrops, readings, coarseUntil }: RulePreview,
  { rule, days: requested }: { readonly rule: RuleChoice; readonly days: number },
  { catalog }: Context,
) {
  const text = catalog.notify.previewed
  if (readings === 0) return [text.nothing]
  const days = catalog.rough((span.until - span.from) / DAY_MINUTES)
  const listed = alerts.slice(-MAX_LINES).reverse()
  const left = alerts.length - listed.length
  return [
    text.fired(alerts.length, days),
    ...(span.until - span.from < requested * DAY_MINUTES ? [text.shorter(days)] : []),
    ...(platformDrops.length > 0 ? [text.drops(platformDrops.length)] : []),
    ...(coarseUntil === null ? [] : [text.coarse(timeOf(msOf(coarseUntil)))]),
    ...listed.map((alert) => lineOf(alert, rule, catalog)),
    ...(left > 0 ? [text.more(catalog.number(left))] : []),
  ]
}

function lineOf(
  { at, facts, recoveredAt }: PreviewedAlert,
  { metric }: RuleChoice,
  catalog: Context['catalog'],
): string {
  const text = catalog.notify.previewed
  const end = recoveredAt === null ? text.lasting : text.until(timeOf(msOf(recoveredAt)))
  return text.line(timeOf(msOf(at)), writerOf(metric, catalog)(facts.value), end)
}

export async function removeNotification(
  { options }: ChatInputCommandInteraction,
  account: Account,
  { services, catalog }: Context,
): Promise<string> {
  const [what, first, second = ''] = options.getString('what', true).split(':')
  if (what === 'rule' && /^\d{1,15}$/.test(first ?? '')) {
    const rule = await services.notifications.removeRule(account, Number(first))
    return catalog.notify.removed(conditionText(rule, catalog))
  }
  const game = (await services.guildView.games(account)).find(({ id }) => String(id) === first)
  if (what !== 'kind' || !game || !isKindChoice(second)) throw new InteractionRejection(catalog.notify.notThere)
  for (const kind of routedKinds(second)) await services.notifications.switchOff(game, kind)
  return catalog.notify.removed(`${catalog.notify.kinds[second]} · ${showName(game.name, MAX_NAME_LENGTH)}`)
}

/** Offers the active kinds and all rules, or the rules alone. */
export async function offerRemovals(
  interaction: AutocompleteInteraction,
  context: Context,
  rulesAlone = false,
): Promise<AutocompleteChoice[]> {
  const { guildGames, catalog } = context
  const linked = interaction.guildId === null ? undefined : await guildGames.of(interaction.guildId)
  const search = interaction.options.getFocused().toLowerCase()
  const found: AutocompleteChoice[] = []
  for (const game of linked?.games ?? []) {
    for (const { value, label } of await removals(game, context)) {
      const name = plainName(`${plainName(game.name, MAX_CHOICE_GAME_LENGTH)} · ${label}`, MAX_CHOICE_LENGTH)
      if (rulesAlone && !value.startsWith('rule:')) continue
      if (name.toLowerCase().includes(search)) found.push({ name, value })
    }
    if (found.length >= MAX_CHOICES) break
  }
  return found.sort((a, b) => catalog.compare(a.name, b.name)).slice(0, MAX_CHOICES)
}

async function removals(game: Game, { services, catalog }: Context): Promise<{ value: string; label: string }[]> {
  const { routes, rules } = await services.notifications.of(game)
  const isOn = (choice: NotificationChoice): boolean => {
    const kind = firstKind(choice)
    const route = routes.find((one) => one.kind === kind)
    return route ? route.enabled : isOnByDefault(kind) && game.channelId !== null
  }
  return [
    ...rules.map((rule) => ({ value: `rule:${rule.id}`, label: conditionText(rule, catalog) })),
    ...NOTIFICATION_CHOICES.filter(isOn).map((choice) => ({
      value: `kind:${game.id}:${choice}`,
      label: catalog.notify.kinds[choice],
    })),
  ]
}
