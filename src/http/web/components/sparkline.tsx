// A line chart of 24 hours in a table cell, drawn on the server, with breaks where nothing was measured.

const WIDTH = 100
const HEIGHT = 24
const EDGE = 2

interface Sparkline {
  readonly line: readonly (number | null)[]
  /** The content of the line as text, for screen readers. */
  readonly label: string
}

export function Sparkline({ line, label }: Sparkline) {
  return (
    <svg
      class="sparkline"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      width={WIDTH}
      height={HEIGHT}
      role="img"
      aria-label={label}
    >
      <path d={pathOf(line)} />
    </svg>
  )
}

function pathOf(line: readonly (number | null)[]): string {
  const known = line.filter((value) => value !== null)
  const [low, high] = [Math.min(...known), Math.max(...known)]
  const scale = high === low ? 0 : (HEIGHT - 2 * EDGE) / (high - low)
  let path = ''
  let isDown = false
  line.forEach((value, index) => {
    if (value === null) {
      isDown = false
      return
    }
    const x = EDGE + (index * (WIDTH - 2 * EDGE)) / Math.max(1, line.length - 1)
    const y = scale === 0 ? HEIGHT / 2 : HEIGHT - EDGE - (value - low) * scale
    // A single point is drawn as a very short line, because otherwise it would be invisible.
    path += isDown ? `L${place(x)} ${place(y)}` : `M${place(x)} ${place(y)}h.01`
    isDown = true
  })
  return path
}

const place = (value: number): string => String(Math.round(value * 10) / 10)
