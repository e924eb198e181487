// The small picture of /stats: the last 24 hours of a game over the band of what is usual.
import { altText } from '../../charts/alt-text.js'
import type { ChartInput } from '../../charts/chart-input.js'
import { HeadcountError } from '../../domain/error.js'
import { type ChartOutline, pointsOf } from '../../services/reading/chart-series.js'
import type { Context } from '../command.js'
import type { RequestedGame } from '../input/require-game.js'
import type { Picture } from './pictures.js'

const SIZE = { width: 400, height: 150 }

type PictureContext = Pick<Context, 'services' | 'catalog' | 'timeZone' | 'pictures'>

/** Undefined without samples in this time, and while too many pictures are being drawn: the numbers do not wait. */
export async function dayPicture(requested: RequestedGame, context: PictureContext): Promise<Picture | undefined> {
  const { services, catalog, timeZone, pictures } = context
  const outline = await services.chartSeries.outline([{ ...requested, isOwn: true }], '24h')
  const [only] = outline.games
  if (only?.last === undefined || only.last < outline.span.from) return undefined
  const key = ['day', only.game.id, only.plan.name, only.last, outline.span.until, catalog.locale, timeZone]
  try {
    return await pictures.of(JSON.stringify(key), () => draw(requested, outline, context))
  } catch (error) {
    if (error instanceof HeadcountError && error.code === 'UNAVAILABLE') return undefined
    throw error
  }
}

async function draw(requested: RequestedGame, outline: ChartOutline, { services, catalog, timeZone }: PictureContext) {
  const lines = await services.chartSeries.read(outline, 'ccu')
  const usual = await services.readUsualLine(requested, outline.span)
  const input: ChartInput = {
    title: requested.game.name,
    metric: 'ccu',
    texts: { metric: catalog.metrics.choices.ccu, unit: catalog.metrics.units.ccu, noData: catalog.charts.noData },
    timeZone,
    locale: catalog.locale,
    ...outline.span,
    series: lines.map((line) => ({ ...pointsOf(line), name: catalog.metrics.choices.ccu })),
    ...(usual && { expected: { ...usual, name: catalog.charts.usual } }),
    isBare: true,
    theme: 'dark',
    ...SIZE,
  }
  return { input, alt: altText(input, catalog.charts.alt), text: '' }
}
