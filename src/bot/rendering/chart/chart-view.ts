// What a chart shows, as one word that options and menus carry: the metric, whether as totals, and the scale of a comparison.
import type { SlashCommandStringOption } from 'discord.js'
import { VALUE_SCALES, type ValueScale } from '../../../charts/scales.js'
import { isMetric, METRICS, type Metric } from '../../../domain/measures.js'
import { isCounter } from '../../../domain/series/counter-change.js'
import { defaultCatalog, type MessageCatalog } from '../../../messages/catalog.js'
import { choiceMenu } from '../menus.js'

export interface ChartView {
  readonly metric: Metric
  /** False: counters are drawn as their change by hour or day (DISCORD-23). */
  readonly isTotal: boolean
  /** Undefined: by how much the compared games differ (DISCORD-27). */
  readonly scale: ValueScale | undefined
}

const TOTAL = 'total'
const SEPARATOR = '.'
const AUTOMATIC = 'auto'

/** Undefined for a word that no version has written. */
export function readView(word: string): ChartView | undefined {
  const [metric = '', ...more] = word.split(SEPARATOR)
  if (!isMetric(metric)) return undefined
  const scale = VALUE_SCALES.find((one) => more.includes(one))
  const isKnown = more.every((part) => part === TOTAL || part === scale)
  return isKnown ? { metric, isTotal: more.includes(TOTAL), scale } : undefined
}

export const viewWord = ({ metric, isTotal, scale }: ChartView): string =>
  [metric, ...(isTotal ? [TOTAL] : []), ...(scale ? [scale] : [])].join(SEPARATOR)

/** The word for the same metric and totals with another scale, as chosen in the menu of scales. */
export const withScale = (view: ChartView, choice: string): ChartView => ({
  ...view,
  scale: VALUE_SCALES.find((scale) => scale === choice),
})

/** The words that people choose from: each metric, and counters as totals, too. */
const WORDS: readonly string[] = METRICS.flatMap((metric) => [
  viewWord({ metric, isTotal: false, scale: undefined }),
  ...(isCounter(metric) ? [viewWord({ metric, isTotal: true, scale: undefined })] : []),
])

function nameOf(word: string, { metrics, charts }: Pick<MessageCatalog, 'metrics' | 'charts'>): string {
  const view = readView(word)
  if (view === undefined) return word
  const name = metrics.choices[view.metric]
  if (!isCounter(view.metric)) return name
  return view.isTotal ? charts.total(name) : charts.change(name)
}

/** DISCORD-6, DISCORD-23. */
export const viewOption = (option: SlashCommandStringOption): SlashCommandStringOption =>
  option
    .setName('metric')
    .setDescription(defaultCatalog.metrics.option)
    .addChoices(WORDS.map((value) => ({ name: nameOf(value, defaultCatalog), value })))

export const viewMenu = (id: string, view: ChartView, catalog: MessageCatalog) => {
  const current = viewWord({ ...view, scale: undefined })
  const options = WORDS.map((value) => ({ value, label: nameOf(value, catalog), default: value === current }))
  return choiceMenu(id, catalog.metrics.menu, options)
}

export const scaleMenu = (
  id: string,
  { scale = AUTOMATIC }: { readonly scale: string | undefined },
  catalog: MessageCatalog,
) => {
  const { scales } = catalog.charts
  const options = [AUTOMATIC, ...VALUE_SCALES] as const
  return choiceMenu(
    id,
    scales.menu,
    options.map((value) => ({ value, label: scales[value], default: value === scale })),
  )
}
