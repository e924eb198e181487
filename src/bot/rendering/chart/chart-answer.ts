// An answer with a chart: the picture, its alternative text, the figures and the menus that change it.
import { AttachmentBuilder, EmbedBuilder } from 'discord.js'
import { altText } from '../../../charts/alt-text.js'
import type { ChartInput } from '../../../charts/chart-input.js'
import { msOf } from '../../../domain/clock.js'
import { isSpanName } from '../../../domain/rules/span.js'
import { type ChartOutline, pointsOf } from '../../../services/reading/chart-series.js'
import { type ComponentRow, type Context, InteractionRejection, type InteractionReply } from '../../command.js'
import type { RequestedGame } from '../../input/require-game.js'
import { createGameEmbed, type GameEmbed, linkedName, MAX_TITLE_LENGTH, NEUTRAL_COLOR } from '../game-embed.js'
import { addFirstIcon } from '../game-icon.js'
import { rangeMenu, timeOf } from '../menus.js'
import type { Drawing } from '../pictures.js'
import { damageIn, figuresOf } from './chart-figures.js'
import { bandOf, drawnSeries, type GameLines, meanStepOf, readGameLines, stepOf, usualOf } from './chart-lines.js'
import { type ChartView, readView, scaleMenu, viewMenu, viewWord } from './chart-view.js'
import { growthSentence, scaleFor } from './game-comparison.js'
import { marksOf, type UpdateMarks } from './update-marks.js'

const FILE = 'chart.png'
const THEME = 'dark'
const NO_MARKS: UpdateMarks = { markers: [], sentences: [] }

export interface BotChartQuery {
  /** One game, or several to compare. */
  readonly requested: readonly RequestedGame[]
  /** What to show as entered, or as an old control carries it; not validated yet. */
  readonly view: string
  readonly range: string
  /** The custom ids of the menus. Only a comparison has a choice of scales. */
  readonly menuIds: { readonly range: string; readonly metric: string; readonly scale?: string }
  /** The buttons that lead to other commands about the same games. */
  readonly steps: ComponentRow
}

interface ChartScene {
  readonly requested: readonly RequestedGame[]
  readonly outline: ChartOutline
  readonly view: ChartView
}

export async function showChart(
  { requested, view: word, range, menuIds, steps }: BotChartQuery,
  context: Context,
): Promise<InteractionReply> {
  const { services, catalog, pictures } = context
  const view = readView(word)
  if (view === undefined || !isSpanName(range)) throw new InteractionRejection(catalog.buttonTooOld)
  // A server and a member see all of their own account's games.
  const viewers = requested.map((one) => ({ ...one, isOwn: true }))
  const scene = { requested, view, outline: await services.chartSeries.outline(viewers, range) }
  const { outline } = scene
  if (outline.games.every(({ last }) => last === undefined))
    throw new InteractionRejection((await damageAlone(scene, context)) || catalog.summary.neverMeasured)
  const { png, alt, text } = await pictures.of(await keyOf(scene, context), () => draw(scene, context))
  const { from, until } = outline.span
  const about = [
    metricName(scene, catalog),
    catalog.ranges.choices[range],
    catalog.summary.span(timeOf(msOf(from)), timeOf(msOf(until - 1))),
  ]
  const { embed, files } = await frameOf(scene, context)
  embed.setDescription(`${about.join(' · ')}\n${text}`).setImage(`attachment://${FILE}`)
  const file = new AttachmentBuilder(png, { name: FILE, description: alt })
  const menus = [
    rangeMenu(menuIds.range, range, catalog),
    viewMenu(menuIds.metric, view, catalog),
    ...(menuIds.scale === undefined ? [] : [scaleMenu(menuIds.scale, view, catalog)]),
  ]
  return { embeds: [embed], files: [file, ...files], components: [...menus, steps] }
}

function metricName(
  { view, outline }: Pick<ChartScene, 'view' | 'outline'>,
  { charts, metrics }: Context['catalog'],
): string {
  const step = stepOf(view, outline.span)
  const name = metrics.choices[view.metric]
  return step ? charts.per[step](name) : name
}

async function frameOf({ requested, outline }: ChartScene, context: Context): Promise<GameEmbed> {
  const [only, ...others] = requested
  if (only && others.length === 0) return createGameEmbed(only, context)
  const embed = new EmbedBuilder().setTitle(titleOf(outline, context)).setColor(NEUTRAL_COLOR)
  const games = outline.games.map(({ game }) => game)
  return { embed, files: await addFirstIcon(embed, games, context.services) }
}

/** A new sample, time slot or name makes a new picture. */
async function keyOf({ outline: { games, spanName, span }, view }: ChartScene, context: Context): Promise<string> {
  const { services, catalog, timeZone } = context
  const icons = await services.icons.names()
  const finest = Math.min(...games.map(({ plan }) => plan.intervalMinutes))
  const slot = Math.floor(span.until / finest)
  const facts = games.map(({ game, plan, last, events }) => [
    ...[game.id, game.name, game.isPublic, plan.name, last, events],
    icons.get(game.universeId),
  ])
  return JSON.stringify([facts, viewWord(view), spanName, THEME, catalog.locale, timeZone, slot])
}

async function draw(scene: ChartScene, context: Context): Promise<Drawing> {
  const { requested, outline, view } = scene
  const { catalog, timeZone } = context
  const games = await readGameLines(requested, outline, view.metric, context)
  const lines = games.map(({ line }) => line)
  if (lines.every(({ minutes }) => minutes.length === 0))
    throw new InteractionRejection(damageIn(lines, catalog) || catalog.charts.nothing)
  const [only] = games.length === 1 ? games : []
  const step = stepOf(view, outline.span)
  const series = lines.map((line) => drawnSeries(line, view, outline.span))
  const [first] = requested
  const marks = first && only ? await marksOf(first, outline, view.metric, context) : NO_MARKS
  const input: ChartInput = {
    title: titleOf(outline, context),
    metric: view.metric,
    texts: {
      metric: metricName(scene, catalog),
      unit: catalog.metrics.units[view.metric],
      noData: catalog.charts.noData,
    },
    timeZone,
    locale: catalog.locale,
    ...outline.span,
    ...(step && { per: step }),
    ...(only ? {} : { scale: view.scale ?? scaleFor(series) }),
    series: series.map((points, index) => ({ ...points, name: nameOf(scene, games, index, catalog) })),
    markers: marks.markers,
    theme: THEME,
    icon: await iconOf(outline, context),
    ...(only && singleGamePartsOf(only, scene, catalog)),
  }
  const text = [textOf(scene, games, input, context), ...marks.sentences].join('\n')
  return { input, alt: altText(exactly(input, games), catalog.charts.alt), text }
}

/** What only the chart of one game has: the time before, the usual, and the band of a long range. */
function singleGamePartsOf(only: GameLines, { view, outline }: ChartScene, catalog: Context['catalog']) {
  const { span, spanName } = outline
  const { line, before } = only
  const expected = usualOf(only, span, catalog.charts.usual)
  // Totals only grow, so the earlier period lies below and would flatten the line.
  const isTotal = view.isTotal && view.metric !== 'ccu' && view.metric !== 'like_ratio'
  return {
    ...(expected && { expected }),
    ...(meanStepOf(view, span, line) && { band: { name: catalog.charts.extremes, ...bandOf(line) } }),
    ...(before && spanName !== 'all' && !isTotal && { previous: previousOf(before, view, outline, catalog) }),
  }
}

function previousOf(
  before: NonNullable<GameLines['before']>,
  view: ChartView,
  { span, spanName }: ChartOutline,
  { charts }: Context['catalog'],
) {
  const name = spanName === 'all' ? charts.timeBefore : charts.before[spanName]
  const shifted = { from: span.from - before.shift, until: span.until - before.shift }
  return { ...drawnSeries(before, view, shifted), shift: before.shift, name }
}

function nameOf(
  { view, outline }: ChartScene,
  games: readonly GameLines[],
  index: number,
  catalog: Context['catalog'],
) {
  const line = games[index]?.line
  if (line === undefined) return ''
  if (games.length > 1) return line.game.name
  const mean = meanStepOf(view, outline.span, line)
  return mean ? catalog.charts.band[mean] : metricName({ view, outline }, catalog)
}

/** The alternative text of players names the measured extremes, not those of means. */
const exactly = (input: ChartInput, games: readonly GameLines[]): ChartInput =>
  input.per
    ? input
    : {
        ...input,
        series: input.series.map((one, index) => ({ ...one, ...(games[index] && pointsOf(games[index].line)) })),
      }

function textOf({ view, outline }: ChartScene, games: readonly GameLines[], input: ChartInput, context: Context) {
  const { catalog, publicUrl } = context
  const { metric } = view
  const { spanName } = outline
  const texts = games.map((lines, index) => {
    const most = (input.series[index]?.values ?? new Float64Array()).reduce((a, b) => Math.max(a, b), 0)
    const figures = figuresOf(lines, { metric, spanName, step: input.per, most }, catalog)
    return games.length === 1
      ? figures
      : catalog.charts.figuresOf(linkedName(lines.line.game, MAX_TITLE_LENGTH, publicUrl), figures)
  })
  const sentence = games.length > 1 ? growthSentence(games, { metric, spanName, publicUrl }, catalog) : ''
  const scale = input.scale && input.scale !== 'absolute' ? catalog.charts.scales.note[input.scale] : ''
  return [...texts, sentence, scale].filter((text) => text !== '').join('\n')
}

/** Undefined for a chart of several games, which has no icon. */
const iconOf = async ({ games: [only, ...others] }: ChartOutline, { services }: Context) =>
  only && others.length === 0 ? services.icons.ofUniverse(only.game.universeId, 'large') : undefined

function titleOf({ games }: ChartOutline, { catalog }: Pick<Context, 'catalog'>): string {
  const [only, ...others] = games
  if (only && others.length === 0) return only.game.name
  return catalog.charts.comparison(catalog.number(games.length))
}

/** The text for a range in which all stored values may be damaged. */
const damageAlone = async ({ outline, view }: ChartScene, { services, catalog }: Context): Promise<string> =>
  damageIn(await services.chartSeries.read(outline, view.metric), catalog)
