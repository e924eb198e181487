// The players of the last 24 hours on a wall display: their line, the band of the usual behind it, and where they are now.
import { valueAxis } from '../../../../charts/value-axis.js'
import { DAY_MINUTES, HOUR_MINUTES, isoOfMs, msOf } from '../../../../domain/clock.js'
import { wallOf } from '../../../../domain/rules/wall-clock.js'
import { LINE_POINTS } from '../../../../services/reading/ranking/recent-past.js'
import type { WallGame } from '../../../../services/reading/wall/show-wall.js'
import { lineText } from '../../components/ranking/ranking-table.js'
import type { RequestContext } from '../../page.js'

/** The drawing has no units of its own: it is stretched over its place on the screen. */
const SIZE = 1_000
const LINE_STEP_MINUTES = DAY_MINUTES / LINE_POINTS
/** An older point before the last one is not connected with it. */
const MAX_LINE_GAP_MINUTES = 60
const TIME_LABEL_STEP = 6 * HOUR_MINUTES
const OFFSET_STEP = HOUR_MINUTES / 4
const MAX_EDGE_SHARE = 0.04

interface Props extends Pick<RequestContext, 'catalog' | 'timeZone'> {
  readonly wallGame: WallGame
  /** Whether values and times stand beside it; a tile has no room for them. */
  readonly hasAxes: boolean
}

interface Point {
  readonly minute: number
  readonly value: number
}

export function DayLine({ wallGame, hasAxes, catalog, timeZone }: Props) {
  const { past, latest, band = [] } = wallGame
  if (past === undefined || latest === undefined) return null
  const until = Math.max(latest.minute, past.lineFrom + DAY_MINUTES - 1)
  const from = until - DAY_MINUTES
  const points = pointsOf(wallGame).filter(({ minute }) => minute >= from)
  const edges = band
    .map((part, index) => part && { ...part, minute: past.lineFrom + (index * DAY_MINUTES) / (band.length - 1) })
    .filter((edge) => edge !== null)
    .filter(({ minute }) => minute >= from)
    .map((edge) => ({ ...edge, minute: Math.min(edge.minute, until) }))
  const values = [...points.map(({ value }) => value), ...edges.flatMap(({ low, high }) => [low, high])]
  const extent = [Math.min(...values), Math.max(...values)] as const
  const axis = hasAxes ? valueAxis('ccu', values.length === 0 ? undefined : extent, true) : tightAxis(extent)
  const x = (minute: number) => place(((minute - from) / (until - from)) * SIZE)
  const y = (value: number) => place(SIZE - ((value - axis.min) / (axis.max - axis.min)) * SIZE)
  const last = points.at(-1)
  return (
    <div class={hasAxes ? 'day-line with-axes' : 'day-line'}>
      <svg class="day-plot" role="img" aria-label={lineText(past, catalog)}>
        {hasAxes
          ? axis.ticks.map((tick) => (
              <line key={tick} class="day-grid" x1="0" x2="100%" y1={`${y(tick) / 10}%`} y2={`${y(tick) / 10}%`} />
            ))
          : undefined}
        <svg viewBox={`0 0 ${SIZE} ${SIZE}`} preserveAspectRatio="none" width="100%" height="100%" aria-hidden="true">
          <path class="day-band" d={edges.length < 2 ? '' : bandPath(edges, x, y)} />
          <path class="day-path" d={linePath(points, x, y)} />
          <path class="day-end" d={last === undefined ? '' : `M${x(last.minute)} ${y(last.value)}h.01`} />
        </svg>
      </svg>
      {hasAxes ? (
        <>
          <svg
            class="day-values"
            width={`${widthOf(axis.ticks.map((tick) => catalog.number(tick)))}em`}
            aria-hidden="true"
          >
            {axis.ticks.map((tick) => (
              <text key={tick} x="100%" y={`${y(tick) / 10}%`} text-anchor="end" dominant-baseline="central">
                {catalog.number(tick)}
              </text>
            ))}
          </svg>
          <svg class="day-times" aria-hidden="true">
            {timesOf(from, until, timeZone).map((minute) => (
              <text
                key={minute}
                x={`${x(minute) / 10}%`}
                y="1em"
                text-anchor={anchorAt(x(minute))}
                {...timeData(minute)}
              >
                {catalog.clockTime(msOf(minute), timeZone)}
              </text>
            ))}
          </svg>
        </>
      ) : undefined}
    </div>
  )
}

/** In the size of the text, in which a digit is less wide than this. */
const DIGIT_WIDTH = 0.66

const widthOf = (texts: readonly string[]): number =>
  place(Math.max(...texts.map(({ length }) => length)) * DIGIT_WIDTH)

/** The axis begins at 0, as on the game's page. A tile has no values beside its line, so that the line takes the whole height. */
const tightAxis = ([low, high]: readonly [number, number]) =>
  high > low ? { min: low, max: high, ticks: [] } : { min: low - 1, max: low + 1, ticks: [] }

/** The mean of each half hour at its middle, and the latest sample at the end. */
function pointsOf({ past, latest }: WallGame): readonly Point[] {
  if (past === undefined || latest === undefined) return []
  const { line, lineFrom } = past
  const means = line.flatMap((value, index): Point[] => {
    const minute = lineFrom + (index + 0.5) * LINE_STEP_MINUTES
    return value === null || minute >= latest.minute ? [] : [{ minute, value }]
  })
  return latest.minute < lineFrom ? means : [...means, { minute: latest.minute, value: latest.ccu }]
}

/** Hours of the zone that are easy to read, such as 6 and 12; the zones of the world differ by quarters of an hour. */
function timesOf(from: number, until: number, timeZone: string): readonly number[] {
  const times: number[] = []
  for (let at = Math.ceil(from / OFFSET_STEP) * OFFSET_STEP; at <= until; at += OFFSET_STEP)
    if (wallOf(at, timeZone) % TIME_LABEL_STEP === 0) times.push(at)
  return times
}

/** From these attributes a browser in another zone writes its own time, as into a `time` element. */
const timeData = (minute: number) => ({ 'data-time': 'time', datetime: isoOfMs(msOf(minute)) })

/** A label at an end of the line stays within the drawing. */
function anchorAt(position: number): 'start' | 'middle' | 'end' {
  if (position < SIZE * MAX_EDGE_SHARE) return 'start'
  return position > SIZE * (1 - MAX_EDGE_SHARE) ? 'end' : 'middle'
}

type Placement = (value: number) => number

function linePath(points: readonly Point[], x: Placement, y: Placement): string {
  return points
    .map(({ minute, value }, index) => {
      const before = points[index - 1]
      const isNext = before !== undefined && minute - before.minute <= MAX_LINE_GAP_MINUTES
      return isNext ? `L${x(minute)} ${y(value)}` : `M${x(minute)} ${y(value)}h.01`
    })
    .join('')
}

/** Along its upper edge, and back along the lower one. */
function bandPath(edges: readonly { minute: number; low: number; high: number }[], x: Placement, y: Placement): string {
  const upper = edges.map(({ minute, high }) => `${x(minute)} ${y(high)}`)
  const lower = [...edges].reverse().map(({ minute, low }) => `${x(minute)} ${y(low)}`)
  return `M${[...upper, ...lower].join('L')}Z`
}

const place = (value: number): number => Math.round(value * 10) / 10
