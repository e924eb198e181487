// The chart of a game's page: interactive with a script, a picture without one, with its data as a table.
import { altText } from '../../../charts/alt-text.js'
import { showsChanges } from '../../../charts/page/change-since-first.js'
import { type ChartTableCell, chartTable } from '../../../charts/page/chart-table.js'
import { type ChartTexts, SAVED_FORMATS, upperFirst } from '../../../charts/page/figure-texts.js'
import type { ChartData } from '../../../charts/page/wire.js'
import { valueFormat } from '../../../charts/value-axis.js'
import { msOf } from '../../../domain/clock.js'
import type { MessageCatalog } from '../../../messages/catalog.js'
import { Icon } from '../components/icons.js'
import { Moment } from '../components/inline.js'
import { Scroll } from '../components/scroll.js'
import type { RequestContext } from '../page.js'
import { inputOf } from './chart.js'
import { type ChartQuery, queryOf } from './choice.js'
import { FULL_PICTURE, narrowPicture, PICTURE } from './picture.js'

interface Props {
  readonly base: string
  readonly choice: ChartQuery
  readonly data: ChartData
  readonly context: Pick<RequestContext, 'catalog' | 'timeZone'> & {
    readonly browser: Pick<RequestContext['browser'], 'theme'>
  }
}

export const ChartFigure = ({ base, choice, data, context }: Props) => (
  <PlottedFigure
    series={`${base}/series${queryOf(choice)}`}
    picture={(more) => `${base}/chart.png${queryOf(choice, {}, more)}`}
    narrow={narrowPicture(choice)}
    data={data}
    context={context}
  />
)

interface PlottedFigureProps extends Pick<Props, 'data' | 'context'> {
  /** The address of the chart's data. */
  readonly series: string
  /** The address of its picture, for browsers without scripts. */
  readonly picture: (more: Readonly<Record<string, string>>) => string
  /** The size of the picture on a phone. */
  readonly narrow: { readonly width: number; readonly height: number }
}

const NARROW = { width: 'narrow' }
const FULL = { width: 'full' }
const LARGE = '(min-width: 64rem)'
const PHONE = '(max-width: 36rem)'
const DARK = '(prefers-color-scheme: dark)'

export function PlottedFigure({ series, picture: addressOf, narrow, data, context }: PlottedFigureProps) {
  const { catalog } = context
  const texts = catalog.web.game
  const alt = altText(inputOf(data, context, { theme: 'light' }), catalog.charts.alt)
  const fixed = context.browser.theme === 'dark' ? 'dark' : 'light'
  const isAuto = context.browser.theme === 'auto'
  const picture = (theme: string, more = {}) => addressOf({ theme, ...more })
  return (
    <figure
      class="chart"
      data-series={series}
      data-locale={catalog.locale}
      data-failed={texts.failed}
      data-texts={JSON.stringify(chartTexts(catalog))}
    >
      <figcaption class="full-title" />
      <div class="chart-bar" hidden>
        <fieldset class="legend">
          <legend class="hidden">{texts.legend}</legend>
        </fieldset>
        <fieldset class="tools">
          <legend class="hidden">{texts.tools}</legend>
          {TOOLS.map(({ tool, icon }) => (
            <button
              key={tool}
              type="button"
              class="quiet icon"
              data-tool={tool}
              aria-label={texts[icon]}
              title={texts[icon]}
            >
              <Icon of={ICON_OF[icon]} />
            </button>
          ))}
          <details class="drop-down save">
            <summary class="button quiet small">
              {texts.save}
              <Icon of="down" />
            </summary>
            <div class="panel">
              {SAVED_FORMATS.map((format) => (
                <button key={format} type="button" class="quiet small" data-save={format}>
                  {texts.savedFormats[format]}
                </button>
              ))}
            </div>
          </details>
        </fieldset>
      </div>
      <div class="plot">
        <div class="canvas" role="img" aria-label={alt} />
      </div>
      <section class="lane" aria-label={texts.lane} hidden={!data.events?.length} />
      <noscript>
        <picture>
          {isAuto ? <source media={`${PHONE} and ${DARK}`} srcset={picture('dark', NARROW)} {...narrow} /> : undefined}
          <source media={PHONE} srcset={picture(fixed, NARROW)} {...narrow} />
          {isAuto ? (
            <source media={`${LARGE} and ${DARK}`} srcset={picture('dark', FULL)} {...FULL_PICTURE} />
          ) : undefined}
          <source media={LARGE} srcset={picture(fixed, FULL)} {...FULL_PICTURE} />
          {isAuto ? <source media={DARK} srcset={picture('dark')} /> : undefined}
          <img src={picture(fixed)} alt={alt} {...PICTURE} />
        </picture>
      </noscript>
      <output class="readout hidden" />
    </figure>
  )
}

const TOOLS = [
  { tool: 'in', icon: 'zoomIn' },
  { tool: 'out', icon: 'zoomOut' },
  { tool: 'earlier', icon: 'earlier' },
  { tool: 'later', icon: 'later' },
  { tool: 'whole', icon: 'whole' },
  { tool: 'full', icon: 'full' },
] as const
const ICON_OF = {
  zoomIn: 'zoomIn',
  zoomOut: 'zoomOut',
  earlier: 'earlier',
  later: 'later',
  whole: 'reset',
  full: 'full',
} as const

/** What the chart's script says; `{}` is where it puts a value. */
const chartTexts = (catalog: MessageCatalog): ChartTexts => {
  const texts = catalog.web.game
  return {
    cursor: texts.cursor,
    hint: texts.hint,
    unknown: texts.unknown,
    notTracked: texts.notTracked,
    unknownChange: texts.unknownChange,
    versus: texts.versus('{}'),
    usualRange: upperFirst(texts.usualRange('{}', '{}'), catalog.locale),
    more: texts.more,
    leaveFull: texts.leaveFull,
    close: texts.close,
    measuredHour: texts.measuredShare.hour,
    measuredDay: texts.measuredShare.day,
    points: texts.points('{}'),
    changeSince: texts.changeSince('{}'),
    compared: catalog.charts.comparison('{}'),
    since: catalog.events.since('{}'),
    events: texts.events('{}'),
  }
}

export function ChartTable({ data, context }: Pick<Props, 'data' | 'context'>) {
  const { catalog, timeZone } = context
  const { columns, table, lastValues } = catalog.web.game
  const isRelative = showsChanges(data)
  const write = isRelative ? catalog.percentChange : valueFormat(data.metric, catalog.locale)
  const isAlone = data.series.length === 1
  const heads = isAlone
    ? [columns.low, columns.high, columns.last, ...(data.previous ? [data.previous.name] : [])]
    : data.series.map(({ name }) => name)
  const value = (number: number | undefined) => (number === undefined ? catalog.nothing : write(number))
  const cellsOf = ([first, ...rest]: readonly (ChartTableCell | undefined)[]) =>
    isAlone
      ? [first?.low, first?.high, first?.last, ...rest.map((cell) => cell?.last)]
      : [first, ...rest].map((cell) => cell?.last)
  const rows = chartTable(data, timeZone)
  return rows.length === 0 ? null : (
    <details class="chart-table">
      <summary>{table}</summary>
      <Scroll label={table}>
        <table data-kind={isAlone ? 'alone' : 'compared'}>
          {isAlone ? undefined : <caption>{isRelative ? `${data.texts.change}. ${lastValues}` : lastValues}</caption>}
          <thead>
            <tr>
              <th scope="col">{columns.time}</th>
              {heads.map((head) => (
                <th key={head} scope="col" class="number">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ at, cells }) => (
              <tr key={at}>
                <th scope="row">
                  <Moment at={msOf(at)} catalog={catalog} timeZone={timeZone} />
                </th>
                {cellsOf(cells).map((number, index) => (
                  <td key={index} class="number">
                    {value(number)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
    </details>
  )
}
