// A line chart of 24 hours in a table cell, drawn on the server, with breaks where nothing was measured, and the band of the
// usual behind it where that is known.

const SPARKLINE_WIDTH = 100
const SPARKLINE_HEIGHT = 24
const SPARKLINE_MARGIN = 2

interface Sparkline {
  readonly line: readonly (number | null)[]
  /** Spread evenly over the same time as the line, both ends included; null where it is not known. */
  readonly band?: readonly ({ readonly low: number; readonly high: number } | null)[] | undefined
  /** The content of the line as text, for screen readers. */
  readonly label: string
}

export function Sparkline({ line, band = NO_BAND, label }: Sparkline) {
  const paths = pathsOf(line, band)
  return (
    <svg
      class="sparkline"
      viewBox={`0 0 ${SPARKLINE_WIDTH} ${SPARKLINE_HEIGHT}`}
      width={SPARKLINE_WIDTH}
      height={SPARKLINE_HEIGHT}
      role="img"
      aria-label={label}
    >
      {paths.band === '' ? undefined : <path class="band" d={paths.band} />}
      <path d={paths.line} />
    </svg>
  )
}

interface SparklinePaths {
  readonly of: Sparkline['band']
  readonly line: string
  readonly band: string
}

/** The lines are kept for some minutes where they are read, so that each is drawn once in that time. */
const drawn = new WeakMap<Sparkline['line'], SparklinePaths>()
const NO_BAND: NonNullable<Sparkline['band']> = []

function pathsOf(line: Sparkline['line'], band: NonNullable<Sparkline['band']>): SparklinePaths {
  const known = drawn.get(line)
  if (known?.of === band) return known
  const scale = scaleOf(line, band)
  const paths = { of: band, line: linePath(line, scale), band: bandPath(band, scale) }
  drawn.set(line, paths)
  return paths
}

type Scale = (value: number) => number

function scaleOf(line: Sparkline['line'], band: NonNullable<Sparkline['band']>): Scale {
  const known = [...line, ...band.flatMap((part) => (part ? [part.low, part.high] : []))].filter((one) => one !== null)
  const [low, high] = [Math.min(...known), Math.max(...known)]
  if (high === low) return () => SPARKLINE_HEIGHT / 2
  return (value) =>
    SPARKLINE_HEIGHT - SPARKLINE_MARGIN - (value - low) * ((SPARKLINE_HEIGHT - 2 * SPARKLINE_MARGIN) / (high - low))
}

const across = (index: number, count: number): number =>
  SPARKLINE_MARGIN + (index * (SPARKLINE_WIDTH - 2 * SPARKLINE_MARGIN)) / Math.max(1, count - 1)

function linePath(line: Sparkline['line'], scale: Scale): string {
  let path = ''
  let isDown = false
  line.forEach((value, index) => {
    if (value === null) {
      isDown = false
      return
    }
    const [x, y] = [across(index, line.length), scale(value)]
    // A single point is drawn as a very short line, because otherwise it would be invisible.
    path += isDown ? `L${place(x)} ${place(y)}` : `M${place(x)} ${place(y)}h.01`
    isDown = true
  })
  return path
}

/** The known part of the band, along its upper edge and back along the lower one; the usual is not lost again once it is known. */
function bandPath(band: NonNullable<Sparkline['band']>, scale: Scale): string {
  const points = band.flatMap((part, index) => (part ? [{ ...part, x: across(index, band.length) }] : []))
  if (points.length < 2) return ''
  const upper = points.map(({ x, high }) => `${place(x)} ${place(scale(high))}`)
  const lower = points.reverse().map(({ x, low }) => `${place(x)} ${place(scale(low))}`)
  return `M${[...upper, ...lower].join('L')}Z`
}

const place = (value: number): string => String(Math.round(value * 10) / 10)
