// The charts of the style guide: each state of a chart, the values at a point, and the marks of events with their details.
import { z } from 'zod'
import { toWire } from '../../../../charts/page/wire.js'
import { rejection } from '../../../../domain/error.js'
import { countedAddress } from '../../../address.js'
import { page } from '../../define.js'
import { inputOf } from '../../game/chart.js'
import { PlottedFigure } from '../../game/chart-figure.js'
import { sizeOfWidth, themeQuery, widthQuery } from '../../game/picture.js'
import type { FileResponse, RequestContext } from '../../page.js'
import { CHART_STATES, type ChartState, chartOfState } from './chart-data.js'

const NARROW_EXAMPLE = { width: 340, height: 360 } as const
const HEADS: Readonly<Record<ChartState, string>> = {
  players: 'Players with the previous period, the usual, a gap and every kind of event',
  few: 'Few players: averages, from the lowest to the highest',
  compared: 'Several games',
  counter: 'A counter by hour',
  empty: 'Without data',
}

export const Charts = ({ context }: { readonly context: RequestContext }) => (
  <section>
    <h2>Charts</h2>
    {CHART_STATES.map((state) => (
      <section key={state}>
        <h3>{HEADS[state]}</h3>
        <PlottedFigure
          series={`/styleguide/series?state=${state}`}
          picture={(more) => `/styleguide/chart.png?${new URLSearchParams({ state, ...more })}`}
          narrow={NARROW_EXAMPLE}
          data={chartOfState(state)}
          context={context}
        />
      </section>
    ))}
    <h3>The values at a point: beside it, and above a narrow plot</h3>
    <Values />
    <Values isDocked />
    <h3>Marks of events: of each kind, of several, and while one has the focus</h3>
    <Marks />
  </section>
)

const ROWS = [
  ['0', 'Players', '1,234', '', 'none'],
  ['previous', 'vs. previous 7 days', '1,180', '+4.6%', 'up'],
  ['usual', 'vs. usual', '1,300 – 1,420', '-9.3%', 'down'],
] as const

const Values = ({ isDocked = false }: { readonly isDocked?: boolean }) => (
  <div class="tooltip static" data-docked={isDocked}>
    <div class="time">Tue, Mar 3, 6:24 PM</div>
    <div class="rows">
      {ROWS.map(([line, name, value, change, sign]) => (
        <div class="row" key={line}>
          <span class="line-swatch" data-line={line} />
          <span class="name">{name}</span>
          <span class="value">{value}</span>
          <span class="change" data-sign={sign}>
            {change}
          </span>
        </div>
      ))}
    </div>
    <div class="notes">Measured in this hour: 100.0%</div>
  </div>
)

const MARKS = [
  ['update', '↑'],
  ['incident', '!'],
  ['market_fall', '↓'],
  ['gap', '…'],
  ['record', '★'],
  ['milestone', '◆'],
  ['alert', '⚑'],
  ['note', '✎'],
] as const

const Marks = () => (
  <>
    <div class="lane static row">
      {MARKS.map(([kind, sign]) => (
        <button key={kind} type="button" class="mark" data-kind={kind} aria-label={kind}>
          {sign}
        </button>
      ))}
      <button type="button" class="mark" aria-label="3 events">
        3
      </button>
      <button type="button" class="mark focused" data-kind="update" aria-label="With the focus">
        ↑
      </button>
    </div>
    <div class="event-details static">
      <section>
        <strong data-kind="update">Update</strong>
        <small>Mar 2, 2026, 4:00 AM</small>
        <p>The game was updated.</p>
        <a href="#styleguide">Details</a>
      </section>
    </div>
  </>
)

const stateQuery = z.object({ state: z.enum(CHART_STATES) })

function requireDevelopment({ settings }: Pick<RequestContext, 'settings'>): void {
  if (!settings.isDevelopment) throw rejection('NOT_FOUND', { name: 'nothing here', facts: {} })
}

export const styleguideSeries = page({
  path: '/styleguide/series',
  access: 'public',
  query: stateQuery,
  handle: (context): FileResponse => {
    requireDevelopment(context)
    return {
      send: (response) => {
        response.json(toWire(chartOfState(context.query.state)))
      },
    }
  },
})

export const styleguidePicture = page({
  path: '/styleguide/chart.png',
  access: 'public',
  query: stateQuery.extend({ theme: themeQuery, width: widthQuery }),
  handle: (context): FileResponse => {
    requireDevelopment(context)
    const { state, theme, width } = context.query
    const name = ['styleguide', state, theme, width, context.timeZone].join(' ')
    const style = { theme, ...sizeOfWidth(width, NARROW_EXAMPLE) }
    return {
      send: async (response) => {
        const png = await context.pictures.of(name, countedAddress(response.req.ip), (painter) =>
          painter.paint(inputOf(chartOfState(state), context, style)),
        )
        response.type('png').send(png)
      },
    }
  },
})
