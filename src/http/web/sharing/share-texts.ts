// The lines that say the same as what is on the screen, for other programs: a badge, a frame, an API call, a Discord command.

import { DAY_MINUTES, isoOfMinute, type Minute } from '../../../domain/clock.js'
import { MAX_RANGE_DAYS } from '../../../domain/rules/date-range.js'
import { SPAN_NAMES, type Span, type SpanName, spanOf } from '../../../domain/rules/span.js'
import type { SeriesInterval } from '../../../domain/series/interval.js'
import { commandOf, type MessageCatalog } from '../../../messages/catalog.js'
import type { GameViewer } from '../../../services/reading/game/describe-game.js'
import { badgeAddress } from './badges.js'

export interface SharedView {
  /** Where links lead, without a trailing slash. */
  readonly origin: string
  readonly metric: string
  /** The games in the chart, that of the page first. */
  readonly readers: readonly GameViewer[]
  readonly span: Span
  /** The named range that is shown; undefined for two times. */
  readonly range: SpanName | undefined
  readonly now: Minute
  /** The reader's, of the days. */
  readonly timeZone: string
}

const FRAME_HEIGHT = 480

/** With a label that says what the picture shows where it cannot be loaded. */
export const badgeLine = (origin: string, universeId: number, alt: string): string =>
  `[![${alt.replaceAll(/[[\]]/g, '')}](${origin}${badgeAddress(universeId, 'ccu')})](${origin}/games/${universeId})`

export const iframeCode = (address: string, title: string): string =>
  `<iframe src="${escaped(address)}" title="${escaped(title)}" width="100%" height="${FRAME_HEIGHT}" loading="lazy" allow="fullscreen" style="border:0"></iframe>`

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** The address of the series of the reader's own games. */
export function seriesAddress({ origin, metric, readers, span, timeZone }: SharedView): string {
  const ids = readers.filter(({ isOwn }) => isOwn).map(({ game }) => game.id)
  const from = Math.max(span.from, span.until - MAX_RANGE_DAYS * DAY_MINUTES)
  const interval = intervalOf(span.until - from)
  const query = new URLSearchParams({
    ...(ids.length > 1 ? { games: ids.join(',') } : {}),
    metrics: metric,
    interval,
    from: timeText(from),
    to: timeText(span.until),
    ...(interval === '1d' && timeZone !== 'UTC' ? { tz: timeZone } : {}),
  })
  const path = ids.length > 1 ? '/series' : `/games/${ids[0] ?? 0}/series`
  return `${origin}/api/v1${path}?${`${query}`.replaceAll('%3A', ':').replaceAll('%2C', ',').replaceAll('%2F', '/')}`
}

export const curlLine = (address: string): string => `curl -H "X-API-Key: $HEADCOUNT_KEY" "${address}"`

const timeText = (minute: Minute): string => `${isoOfMinute(minute).slice(0, 16)}Z`

const HOURLY_DAYS = 31

function intervalOf(minutes: number): SeriesInterval {
  if (minutes <= DAY_MINUTES) return '1m'
  return minutes <= HOURLY_DAYS * DAY_MINUTES ? '1h' : '1d'
}

const OPTION_NAMES = ['first', 'second', 'third', 'fourth', 'fifth'] as const

/** `/chart` of one game, `/compare` of several. Its ranges end now, so two times become the shortest range that covers them. */
export function commandLine(view: SharedView, catalog: Pick<MessageCatalog, 'commandNames'>): string {
  const { metric, readers } = view
  const { commandNames: options } = catalog
  const names = readers.map(({ game }) => game.name)
  const isAlone = names.length < 2
  const games = names.map((name, index) => `${options[isAlone ? 'game' : (OPTION_NAMES[index] ?? 'game')]}:${name}`)
  return [
    commandOf(isAlone ? 'chart' : 'compare', catalog),
    ...games,
    `${options.metric}:${metric}`,
    `${options.range}:${rangeOf(view)}`,
  ].join(' ')
}

/** By what the picture of the command differs from the chart; empty where it does not. */
export function commandNote(view: SharedView, { web }: Pick<MessageCatalog, 'web'>): string {
  const { commandDiffers, commandUtc } = web.sharing
  const range = rangeOf(view)
  const hasOtherDays = view.timeZone !== 'UTC' && range !== '24h'
  return [
    ...(view.range === undefined ? [commandDiffers(web.game.rangesShort[range])] : []),
    ...(hasOtherDays ? [commandUtc] : []),
  ].join(' ')
}

function rangeOf({ range, span, now }: SharedView): SpanName {
  const covers = (name: SpanName) => spanOf(name, { now, first: span.from, interval: 1 }).from <= span.from
  return range ?? SPAN_NAMES.find(covers) ?? 'all'
}
