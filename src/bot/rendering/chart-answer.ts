// An answer with a chart: the picture, its alternative text, the figures and a menu of ranges.
import { AttachmentBuilder, EmbedBuilder } from 'discord.js'
import { altText } from '../../charts/alt-text.js'
import type { ChartInput, ChartMarker } from '../../charts/chart-input.js'
import { valueFormat } from '../../charts/value-axis.js'
import { msOf } from '../../domain/clock.js'
import { isMetric, type Metric } from '../../domain/measures.js'
import { daysOf, daysText } from '../../domain/rules/damage.js'
import { isSpanName } from '../../domain/rules/span.js'
import type { MessageCatalog } from '../../messages/catalog.js'
import { eventMarkers, milestoneCounterOf } from '../../messages/event-text.js'
import { type ChartLine, type ChartOutline, pointsOf } from '../../services/reading/chart-series.js'
import { type ComponentRow, type Context, InteractionRejection, type InteractionReply } from '../command.js'
import type { RequestedGame } from '../input/require-game.js'
import { frameGame, type GameFrame, linkedName, MAX_TITLE_LENGTH, NEUTRAL_COLOR } from './game-embed.js'
import { metricMenu, rangeMenu, timeOf } from './menus.js'
import type { Drawing } from './pictures.js'

const FILE = 'chart.png'
const THEME = 'dark'

export interface BotChartQuery {
  /** One game, or several to compare. */
  readonly requested: readonly RequestedGame[]
  /** The metric as entered, or as an old control carries it; not validated yet. */
  readonly metric: string
  readonly range: string
  /** The custom ids of the menus that change the range and the metric. */
  readonly menuIds: { readonly range: string; readonly metric: string }
  /** What the answer leads on to. */
  readonly steps: ComponentRow
}

export async function showChart(
  { requested, metric, range, menuIds, steps }: BotChartQuery,
  context: Context,
): Promise<InteractionReply> {
  const { services, catalog, pictures } = context
  if (!isMetric(metric) || !isSpanName(range)) throw new InteractionRejection(catalog.buttonTooOld)
  // A server and a member see all of their own account's games.
  const viewers = requested.map((one) => ({ ...one, isOwn: true }))
  const outline = await services.chartSeries.outline(viewers, range)
  if (outline.games.every(({ last }) => last === undefined))
    throw new InteractionRejection((await damageAlone(outline, metric, context)) || catalog.summary.neverMeasured)
  const { png, alt, text } = await pictures.of(await keyOf(outline, metric, context), () =>
    draw(outline, metric, context),
  )
  const { from, until } = outline.span
  const about = [
    catalog.metrics.choices[metric],
    catalog.ranges.choices[range],
    catalog.summary.span(timeOf(msOf(from)), timeOf(msOf(until - 1))),
  ]
  const { embed, files } = await frameOf(requested, outline, context)
  embed.setDescription(`${about.join(' · ')}\n${text}`).setImage(`attachment://${FILE}`)
  const file = new AttachmentBuilder(png, { name: FILE, description: alt })
  const menus = [rangeMenu(menuIds.range, range, catalog), metricMenu(menuIds.metric, metric, catalog)]
  return { embeds: [embed], files: [file, ...files], components: [...menus, steps] }
}

async function frameOf(
  [only, ...others]: readonly RequestedGame[],
  outline: ChartOutline,
  context: Context,
): Promise<GameFrame> {
  if (only && others.length === 0) return frameGame(only, context)
  return { embed: new EmbedBuilder().setTitle(titleOf(outline, context.catalog)).setColor(NEUTRAL_COLOR), files: [] }
}

/** A new sample, time slot or name makes a new picture. */
async function keyOf({ games, spanName, span }: ChartOutline, metric: Metric, context: Context): Promise<string> {
  const { services, catalog, timeZone } = context
  const icons = await services.icons.names()
  const finest = Math.min(...games.map(({ plan }) => plan.intervalMinutes))
  const slot = Math.floor(span.until / finest)
  const facts = games.map(({ game, plan, last, events }) => [
    ...[game.id, game.name, game.isPublic, plan.name, last, events],
    icons.get(game.universeId),
  ])
  return JSON.stringify([facts, metric, spanName, THEME, catalog.locale, timeZone, slot])
}

async function draw(outline: ChartOutline, metric: Metric, context: Context): Promise<Drawing> {
  const { services, catalog, timeZone, publicUrl } = context
  const lines = await services.chartSeries.read(outline, metric)
  if (lines.every(({ minutes }) => minutes.length === 0))
    throw new InteractionRejection(damageIn(lines, context) || catalog.charts.nothing)
  const isAlone = lines.length === 1
  const previous = isAlone ? await previousOf(outline, metric, context) : {}
  const input: ChartInput = {
    title: titleOf(outline, catalog),
    metric,
    texts: {
      metric: catalog.metrics.choices[metric],
      unit: catalog.metrics.units[metric],
      noData: catalog.charts.noData,
    },
    timeZone,
    locale: catalog.locale,
    ...outline.span,
    series: lines.map((line) => ({ ...pointsOf(line), name: isAlone ? catalog.charts.thisPeriod : line.game.name })),
    markers: isAlone ? markersOf(outline, metric, context) : [],
    theme: THEME,
    icon: await iconOf(outline, context),
    ...previous,
  }
  const figureLines = lines.map((line) => {
    const figures = figuresOf(line, metric, context)
    return isAlone ? figures : catalog.charts.figuresOf(linkedName(line.game, MAX_TITLE_LENGTH, publicUrl), figures)
  })
  return { input, alt: altText(input, catalog.charts.alt), text: figureLines.join('\n') }
}

/** Undefined for a chart of several games, which has no icon. */
const iconOf = async ({ games: [only, ...others] }: ChartOutline, { services }: Context) =>
  only && others.length === 0 ? services.icons.ofUniverse(only.game.universeId, 'large') : undefined

/** Returns nothing for totals: they only grow, so the earlier period lies below and would flatten the line. */
async function previousOf(outline: ChartOutline, metric: Metric, { services, catalog }: Context) {
  const { spanName } = outline
  if (spanName === 'all' || (metric !== 'ccu' && metric !== 'like_ratio')) return {}
  const line = await services.chartSeries.readPrevious(outline, metric)
  return line ? { previous: { ...pointsOf(line), shift: line.shift, name: catalog.charts.before[spanName] } } : {}
}

/** Only the fields that a marker needs are sent to the drawing thread. */
const markersOf = ({ games }: ChartOutline, metric: Metric, { catalog }: Context): ChartMarker[] =>
  games.flatMap(({ events }) => eventMarkers(events, milestoneCounterOf(metric), catalog))

function titleOf({ games }: ChartOutline, catalog: MessageCatalog): string {
  const [only, ...others] = games
  if (only && others.length === 0) return only.game.name
  return catalog.charts.comparison(catalog.number(games.length))
}

function figuresOf(line: ChartLine, metric: Metric, context: Context): string {
  const { values, coverage } = line
  const { catalog } = context
  const last = values.at(-1)
  if (last === undefined) return damageOf(line, context) || catalog.charts.noData
  const write = valueFormat(metric, catalog.locale)
  const low = values.reduce((a, b) => Math.min(a, b))
  const high = values.reduce((a, b) => Math.max(a, b))
  const figures = catalog.charts.figures(write(low), write(high), write(last), catalog.part(coverage))
  return [figures, damageOf(line, context)].filter((text) => text !== '').join('\n')
}

/** The text for a range in which all stored values may be damaged. */
const damageAlone = async (outline: ChartOutline, metric: Metric, context: Context): Promise<string> =>
  damageIn(await context.services.chartSeries.read(outline, metric), context)

/** The damage text of the first line that has damage. */
const damageIn = (lines: readonly ChartLine[], context: Context): string =>
  lines.map((line) => damageOf(line, context)).find((text) => text !== '') ?? ''

/** Empty if nothing is damaged. */
const damageOf = ({ damaged }: ChartLine, { catalog }: Context): string =>
  damaged.length === 0 ? '' : catalog.charts.damaged(daysText(daysOf(damaged)))
