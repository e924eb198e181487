// The public page /now: how the platform as a whole is doing against its usual.
import type { z } from 'zod'
import { toWire } from '../../../charts/page/wire.js'
import { countedAddress } from '../../address.js'
import { PageHeading } from '../components/breadcrumbs.js'
import { Empty } from '../components/empty.js'
import { SegmentedControl } from '../components/segmented-control.js'
import { page } from '../define.js'
import { inputOf } from '../game/chart.js'
import { ChartTable, PlottedFigure } from '../game/chart-figure.js'
import {
  MAX_PICTURES_PER_MINUTE,
  MAX_SERIES_PER_MINUTE,
  PICTURE_SIZE,
  sizeOfWidth,
  themeQuery,
  widthQuery,
} from '../game/picture.js'
import { MARKET_RANGES, marketChartQuery, marketSpan, readMarketChart } from '../market/chart.js'
import { MarketFigures } from '../market/market-figures.js'
import type { FileResponse, RequestContext, WebPage } from '../page.js'

const BASE = '/now'
const NARROW_PICTURE = { width: 340, height: 382 } as const

type MarketChartQuery = z.output<typeof marketChartQuery>

const addressOf = (path: string, { range }: MarketChartQuery, more: Readonly<Record<string, string>> = {}): string => {
  const query = new URLSearchParams({ ...(range === '24h' ? {} : { range }), ...more })
  return `${BASE}${path}${query.size === 0 ? '' : `?${query}`}`
}

async function chartOf(context: RequestContext, query: MarketChartQuery) {
  const market = await context.services.market.now()
  const span = marketSpan(query, context.services.clock.now())
  return { market, ...(await readMarketChart(context, span, market)) }
}

const view = page({
  path: BASE,
  access: 'public',
  nav: (catalog) => catalog.web.market.nav,
  query: marketChartQuery,
  handle: async (context) => {
    const { catalog, query } = context
    const texts = catalog.web.market
    const { market, data } = await chartOf(context, query)
    const hasChart = data.series.some(({ minutes }) => minutes.length > 0)
    const choices = MARKET_RANGES.map((range) => ({
      href: addressOf('', { ...query, range }),
      label: texts.ranges[range],
      isChosen: range === query.range,
    }))
    return {
      title: texts.title,
      description: texts.description,
      ...(hasChart ? { preview: { path: `${BASE}/chart.png`, alt: texts.title, ...PICTURE_SIZE } } : {}),
      width: 'wide',
      scripts: hasChart ? ['chart', 'live'] : ['live'],
      body: (
        <>
          <PageHeading title={texts.title} lead={texts.lead} />
          <div class="stack" id="market-now" data-live>
            <MarketFigures market={market} context={context} />
          </div>
          <section aria-labelledby="chart">
            <h2 id="chart">{texts.chart}</h2>
            <div class="chart-controls">
              <SegmentedControl label={texts.range} choices={choices} />
            </div>
            {hasChart ? (
              <>
                <PlottedFigure
                  series={addressOf('/series', query)}
                  picture={(more) => addressOf('/chart.png', query, more)}
                  narrow={NARROW_PICTURE}
                  data={data}
                  context={context}
                />
                <ChartTable data={data} context={context} />
              </>
            ) : (
              <Empty text={texts.nothing} />
            )}
            <p class="chart-text">{texts.method}</p>
          </section>
        </>
      ),
    }
  },
})

const series = page({
  path: `${BASE}/series`,
  access: 'public',
  limit: MAX_SERIES_PER_MINUTE,
  query: marketChartQuery,
  handle: async (context): Promise<FileResponse> => {
    const { data, key } = await chartOf(context, context.query)
    return {
      send: (response) => {
        response.set('ETag', `W/"${Buffer.from(key).toString('base64url')}"`)
        if (response.req.fresh) response.status(304).end()
        else response.json(toWire(data))
      },
    }
  },
})

const picture = page({
  path: `${BASE}/chart.png`,
  access: 'public',
  limit: MAX_PICTURES_PER_MINUTE,
  query: marketChartQuery.extend({ theme: themeQuery, width: widthQuery }),
  handle: async (context): Promise<FileResponse> => {
    const { theme, width, ...query } = context.query
    const { data, key } = await chartOf(context, query)
    const size = sizeOfWidth(width, NARROW_PICTURE)
    const style = { theme, ...size }
    const name = [key, theme, width, context.timeZone].join(' ')
    return {
      send: async (response) => {
        response.set('ETag', `W/"${Buffer.from(name).toString('base64url')}"`)
        if (response.req.fresh) {
          response.status(304).end()
          return
        }
        const png = await context.pictures.of(name, countedAddress(response.req.ip), (painter) =>
          painter.paint(inputOf(data, context, style)),
        )
        response.type('png').send(png)
      },
    }
  },
})

export const marketPages: readonly WebPage[] = [view, series, picture]
