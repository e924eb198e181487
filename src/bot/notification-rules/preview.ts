// /notify preview: evaluates an alert rule on the stored past and charts when it would have triggered.

import { AttachmentBuilder, type ChatInputCommandInteraction, EmbedBuilder } from 'discord.js'
import { altText } from '../../charts/alt-text.js'
import type { ExpectedChartLine } from '../../charts/chart-input.js'
import type { Account } from '../../domain/account.js'
import { DAY_MINUTES, msOf, WEEK_MINUTES } from '../../domain/clock.js'
import type { AccountGame } from '../../domain/game.js'
import type { RuleDraft } from '../../domain/notifications/settings.js'
import { PERCENT } from '../../domain/rounding.js'
import type { Span } from '../../domain/rules/span.js'
import { DRAWN_METRICS, writerOf } from '../../messages/notifications/alert.js'
import { readChart } from '../../messages/notifications/rendering.js'
import type { PreviewedAlert, RulePreview } from '../../services/notifications/preview-rule.js'
import { type Context, InteractionRejection, type InteractionReply } from '../command.js'
import { requireGame, requireGameOfId } from '../input/require-game.js'
import { NEUTRAL_COLOR } from '../rendering/game-embed.js'
import { timeOf } from '../rendering/menus.js'
import { showName } from '../show-name.js'
import { describeRule, readRule } from './options.js'

type Draft = Omit<RuleDraft, 'gameId' | 'createdAt'>

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
  const rule: Draft = known ?? readRule(interaction.options, context)
  const days = interaction.options.getInteger('days') ?? PREVIEW_DAYS
  const preview = await services.previewRule(account, game, rule, days)
  const readyFrom = await services.ruleReady(account, game, rule)
  const notYet = readyFrom === null ? [] : [catalog.notify.notYet(timeOf(msOf(readyFrom)))]
  const embed = new EmbedBuilder()
    .setColor(NEUTRAL_COLOR)
    .setTitle(catalog.notify.previewed.title(showName(game.name, MAX_NAME_LENGTH)))
    .setDescription([`${describeRule(rule, catalog)}.`, ...notYet, ...linesOf(preview, rule, context)].join('\n'))
  if (preview.readings === 0) return { embeds: [embed] }
  const markers = preview.alerts.map(({ at }) => ({ at, label: catalog.notify.previewed.marker }))
  const { span } = preview
  const expected = await thresholdLine({ account, game }, rule, span, context)
  const request = { metric: DRAWN_METRICS[rule.metric], span, markers, ...(expected && { expected }) }
  const input = await readChart(request, { ...context, game }, (metric, between) =>
    services.chartSeries.readWindow({ account, game }, metric, between),
  )
  if (!input) return { embeds: [embed] }
  const key = JSON.stringify([game.id, rule, span, catalog.locale, timeZone])
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
  rule: Draft,
  { catalog }: Context,
) {
  const text = catalog.notify.previewed
  if (readings === 0) return [text.nothing]
  const days = catalog.rough((span.until - span.from) / DAY_MINUTES)
  const shown = alerts.slice(-MAX_LINES).reverse()
  const left = alerts.length - shown.length
  return [
    text.fired(alerts.length, days),
    ...(platformDrops.length > 0 ? [text.drops(platformDrops.length)] : []),
    ...(coarseUntil === null ? [] : [text.coarse(timeOf(msOf(coarseUntil)))]),
    ...shown.map((alert) => lineOf(alert, rule, catalog)),
    ...(left > 0 ? [text.more(catalog.number(left))] : []),
  ]
}

function lineOf({ at, facts, recoveredAt }: PreviewedAlert, { metric }: Draft, catalog: Context['catalog']): string {
  const text = catalog.notify.previewed
  const end = recoveredAt === null ? text.lasting : text.until(timeOf(msOf(recoveredAt)))
  return text.line(timeOf(msOf(at)), writerOf(metric, catalog)(facts.value), end)
}

/**
 * What a value is held against, and from where on the rule fires. Undefined where the chart shows another measure than the rule, or nothing is known to compare
 * with.
 */
async function thresholdLine(
  reader: AccountGame,
  { metric, condition }: Draft,
  span: Span,
  { services, catalog }: Pick<Context, 'services' | 'catalog'>,
): Promise<ExpectedChartLine | undefined> {
  const drawn = DRAWN_METRICS[metric]
  if (drawn !== metric) return undefined
  const texts = catalog.notify.previewed
  if ('value' in condition) return levelLine(condition.value, span, texts.threshold)
  if (condition.is === 'unusual') {
    const usual = await services.readUsualLine(reader, span)
    const threshold = usual?.values.map((value) => value * (1 + condition.by / PERCENT))
    return usual && threshold && { ...usual, threshold, name: catalog.notifications.alert.expected }
  }
  const week = { from: span.from - WEEK_MINUTES, until: span.until - WEEK_MINUTES }
  const { minutes, values } = await services.chartSeries.readWindow(reader, drawn, week)
  if (minutes.length === 0) return undefined
  const threshold = Float64Array.from(values, (value) =>
    condition.unit === 'percent' ? value * (1 + condition.by / PERCENT) : value + condition.by,
  )
  const none = new Float64Array(values.length).fill(Number.NaN)
  const moved = Int32Array.from(minutes, (minute) => minute + WEEK_MINUTES)
  return { name: texts.weekBefore, minutes: moved, values: Float64Array.from(values), low: none, high: none, threshold }
}

/** The band is as low as it is high, so that the axis holds the line. */
function levelLine(value: number, { from, until }: Span, name: string): ExpectedChartLine {
  const values = Float64Array.of(value, value)
  return { name, minutes: Int32Array.of(from, until - 1), values, low: values, high: values }
}
