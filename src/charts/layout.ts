// The layout in pixels: header lines, legend rows, plot, footer. Sizes are chosen for phones.
import { cleaned, cut, isolated, widthOf, wrapped } from './text.js'

export const PICTURE_WIDTH = 520
/** The pixels of a picture for each CSS pixel. */
export const PICTURE_PIXEL_RATIO = 2
/** Text is legible from 14 on if a picture is 520 wide on the screen. */
export const TEXT_SIZE = 15
export const TITLE_SIZE = 21
/** On a page, the plot has the size of the text around it. */
const PAGE_TEXT_SIZE = 12

export const textSize = ({ isBare = false }: { readonly isBare?: boolean | undefined }): number =>
  isBare ? PAGE_TEXT_SIZE : TEXT_SIZE
export const EDGE_WIDTH = 16

const TITLE_LINE_HEIGHT = 26
const TEXT_LINE_HEIGHT = 20
/** The side of the icon: as high as one line of the title and one below it. */
export const ICON_SIZE = TITLE_LINE_HEIGHT + TEXT_LINE_HEIGHT - 2
const ICON_GAP = 12
const LEGEND_ROW_HEIGHT = 24
const LEGEND_ICON_WIDTH = 24
const LEGEND_GAP = 16
const PLOT_HEIGHT = 210
const MIN_PLOT_HEIGHT = 120
const STRIP_HEIGHT = 24
const AXIS_HEIGHT = 30
const FOOTER_HEIGHT = 28

export interface TextRow {
  readonly text: string
  readonly top: number
}

export interface LegendRow {
  readonly names: readonly string[]
  readonly top: number
}

export interface Layout {
  readonly width: number
  readonly height: number
  /** The left edge of the header lines. */
  readonly headLeft: number
  readonly title: readonly TextRow[]
  readonly subtitle: readonly TextRow[]
  readonly legend: readonly LegendRow[]
  /** The top of the strip above the plot that holds the unit and the marker labels. */
  readonly stripTop: number
  readonly plot: { readonly left: number; readonly top: number; readonly width: number; readonly height: number }
  readonly footerTop: number
}

export interface LayoutInput {
  readonly width: number
  readonly title: string
  readonly subtitle: string
  readonly unit: string
  /** The names of the lines, if a legend distinguishes them. */
  readonly legend: readonly string[]
  readonly hasMarkers: boolean
  /** Whether room is left for the icon of the game before the header lines. */
  readonly hasIcon?: boolean
  readonly widestValue: string
  /** Without title, legend and footer. */
  readonly isBare?: boolean | undefined
  /** The height of the whole picture; by default, the plot has its usual height. */
  readonly height?: number | undefined
}

const BARE_MARGINS = { edge: 4, top: 10, axis: 26 }

/** The plot fills the room that the page gives it, with labels to its left and below it. */
function layoutOfBareChart({ width, widestValue, height = PLOT_HEIGHT }: LayoutInput): Layout {
  const left = Math.ceil(BARE_MARGINS.edge + widthOf(widestValue, PAGE_TEXT_SIZE) + 8)
  const top = BARE_MARGINS.top
  const plot = {
    left,
    top,
    width: width - BARE_MARGINS.edge - left - 8,
    height: Math.max(MIN_PLOT_HEIGHT, height - top - BARE_MARGINS.axis),
  }
  const end = plot.top + plot.height + BARE_MARGINS.axis
  const nothing = { title: [], subtitle: [], legend: [] }
  return {
    width,
    height: end,
    headLeft: BARE_MARGINS.edge,
    ...nothing,
    stripTop: BARE_MARGINS.edge,
    plot,
    footerTop: end,
  }
}

export function layOut(contents: LayoutInput): Layout {
  if (contents.isBare) return layoutOfBareChart(contents)
  const { width, title, subtitle, unit, legend, hasMarkers, hasIcon = false, widestValue } = contents
  const headLeft = hasIcon ? EDGE_WIDTH + ICON_SIZE + ICON_GAP : EDGE_WIDTH
  const headRoom = width - headLeft - EDGE_WIDTH
  const room = width - 2 * EDGE_WIDTH
  let y = EDGE_WIDTH - 2
  const rows = (lines: readonly string[], height: number): TextRow[] =>
    lines.map((text) => {
      y += height
      return { text, top: y - height }
    })
  const titleRows = rows(wrapped(cleaned(title), TITLE_SIZE, headRoom, 2).map(isolated), TITLE_LINE_HEIGHT)
  const subtitleRows = rows(wrapped(subtitle, TEXT_SIZE, headRoom, 2), TEXT_LINE_HEIGHT)
  const legendRows = toLegendRows(legend, room).map((names) => {
    y += LEGEND_ROW_HEIGHT
    return { names, top: y - LEGEND_ROW_HEIGHT + 4 }
  })
  y += legendRows.length > 0 ? 4 : 0
  const stripTop = y + 4
  if (unit !== '' || hasMarkers) y += STRIP_HEIGHT
  const left = Math.ceil(EDGE_WIDTH + widthOf(widestValue, TEXT_SIZE) + 8)
  const top = y + 8
  const heightBesidesPlot = top + AXIS_HEIGHT + FOOTER_HEIGHT
  const plotHeight =
    contents.height === undefined ? PLOT_HEIGHT : Math.max(MIN_PLOT_HEIGHT, contents.height - heightBesidesPlot)
  const plot = { left, top, width: width - EDGE_WIDTH - left, height: plotHeight }
  const footerTop = plot.top + plotHeight + AXIS_HEIGHT
  const height = footerTop + FOOTER_HEIGHT
  return {
    width,
    height,
    headLeft,
    title: titleRows,
    subtitle: subtitleRows,
    legend: legendRows,
    stripTop,
    plot,
    footerTop,
  }
}

/** Puts names side by side as long as they fit, and a long one on a line of its own. */
function toLegendRows(names: readonly string[], room: number): string[][] {
  const rows: string[][] = []
  let remainingWidth = 0
  for (const name of names) {
    const entryWidth = widthOf(name, TEXT_SIZE) + LEGEND_ICON_WIDTH + LEGEND_GAP
    if (rows.length === 0 || entryWidth > remainingWidth) {
      rows.push([])
      remainingWidth = room + LEGEND_GAP
    }
    rows.at(-1)?.push(name)
    remainingWidth -= entryWidth
  }
  return rows
}

/** Shortens names to fit a line and keeps them unique, because the legend distinguishes lines by name. */
export function legendNames(names: readonly string[], width: number): string[] {
  const usedLabels = new Set<string>()
  return names.map((name) => {
    const room = width - 2 * EDGE_WIDTH - LEGEND_ICON_WIDTH
    let label = isolated(cut(cleaned(name), TEXT_SIZE, room))
    for (let n = 2; usedLabels.has(label); n++) label = `${isolated(cut(cleaned(name), TEXT_SIZE, room - 40))} (${n})`
    usedLabels.add(label)
    return label
  })
}
