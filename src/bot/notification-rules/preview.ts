// /notify preview: evaluates an alert rule on the stored past and charts when it would have triggered.

import { AttachmentBuilder, type ChatInputCommandInteraction, EmbedBuilder } from 'discord.js'
import { altText } from '../../charts/alt-text.js'
import type { Account } from '../../domain/account.js'
import { DAY_MINUTES, msOf } from '../../domain/clock.js'
import type { RuleChoice } from '../../domain/notifications/settings.js'
import { writerOf } from '../../messages/notifications/alert.js'
import { describeRule, ruleChart } from '../../messages/rule-text.js'
import { MAX_PREVIEW_DAYS, type PreviewedAlert, type RulePreview } from '../../services/notifications/preview-rule.js'
import { type Context, InteractionRejection, type InteractionReply } from '../command.js'
import { requireGame, requireGameOfId } from '../input/require-game.js'
import { NEUTRAL_COLOR } from '../rendering/game-embed.js'
import { timeOf } from '../rendering/menus.js'
import { showName } from '../show-name.js'
import { readRule } from './subcommands.js'

const MAX_NAME_LENGTH = 100
const MAX_LINES = 12
const PREVIEW_DAYS = 30
const FILE = 'chart.png'

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
