// An interactive chart: drawn in the size and theme of the page, zoomed by pointer, buttons and keys, and read by a slider.
import { rangeLabel } from '../../../../charts/axis-labels.js'
import type { Chart } from '../../../../charts/chart-option.js'
import { openLiveChart } from '../../../../charts/page/live-chart.js'
import type { ChartData } from '../../../../charts/page/wire.js'
import { fillTable } from './fill-table.js'
import { load, loadDays, loadPrevious } from './load.js'
import { fontLoaded, onThemeChange, sizeOf, themeNow } from './look.js'
import { watchPointer } from './pointer.js'
import { readAt } from './readout.js'
import { isWhole, moved, TOOLS, type VisibleWindow, within } from './window.js'

/** A zoom to less than this fraction of the range loads finer data. */
const FINER_BELOW = 0.5
const WAIT_MS = 250
/** A new sample comes at most once a minute. */
const REFRESH_MS = 60_000

export async function openChart(figure: HTMLElement): Promise<void> {
  const address = figure.dataset.series ?? ''
  const [data] = await Promise.all([load(address), fontLoaded()])
  const chart = new InteractiveChart(figure, address, data)
  chart.start()
}

class InteractiveChart {
  private readonly place: HTMLElement
  private readonly canvas: HTMLElement
  private readonly line: HTMLElement
  private readonly cursor: HTMLInputElement | null
  private readonly readout: HTMLOutputElement | null
  private readonly table: HTMLTableElement | null
  private readonly live
  private readonly locale: string
  private plot: Chart['plot'] | undefined
  private data: ChartData
  private part: VisibleWindow
  private timer: ReturnType<typeof setTimeout> | undefined
  private underway: AbortController | undefined

  constructor(
    private readonly figure: HTMLElement,
    private readonly address: string,
    private whole: ChartData,
  ) {
    this.data = whole
    this.part = { from: whole.from, until: whole.until }
    this.locale = figure.dataset.locale ?? 'en'
    this.place = find(figure, '.plot')
    this.canvas = document.createElement('div')
    this.line = document.createElement('div')
    this.line.className = 'cursor-line'
    this.line.hidden = true
    this.place.replaceChildren(this.canvas, this.line)
    this.live = openLiveChart(this.canvas, getComputedStyle(document.body).fontFamily)
    this.cursor = figure.querySelector<HTMLInputElement>('input.cursor')
    this.readout = figure.querySelector('output.readout')
    this.table = document.querySelector<HTMLTableElement>('details.chart-table table')
  }

  start(): void {
    this.draw()
    find(this.figure, 'figcaption').hidden = false
    new ResizeObserver(() => this.draw()).observe(this.figure)
    onThemeChange(() => this.draw())
    setInterval(() => void this.refresh(), REFRESH_MS)
    for (const tool of TOOLS)
      this.figure
        .querySelector(`[data-tool="${tool}"]`)
        ?.addEventListener('click', () => this.show(moved(this.part, this.whole, tool)))
    this.cursor?.addEventListener('input', () => this.point(Number(this.cursor?.value)))
    watchPointer(this.place, {
      minuteAt: (x) => this.minuteAt(x),
      point: (minute) => this.point(minute),
      choose: (from, until) => this.show(within({ from, until }, this.whole)),
    })
    if (this.table) fillTable(this.table, this.data, this.locale)
    this.tellLast()
  }

  /** Reloads only while the whole range is shown and no value is being read; unchanged data are not sent again. */
  private async refresh(): Promise<void> {
    if (document.hidden || !this.line.hidden || !isWhole(this.part, this.whole)) return
    const newer = await load(this.address).catch(() => undefined)
    if (!newer || !isWhole(this.part, this.whole)) return
    this.whole = this.data = newer
    this.part = { from: newer.from, until: newer.until }
    this.draw()
    this.fill()
    this.tellLast()
  }

  private tellLast(): void {
    if (this.readout) this.readout.textContent = readAt(this.data, this.part.until, this.locale)?.text ?? ''
  }

  private minuteAt(x: number): number {
    const { plot, part } = this
    if (!plot) return part.from
    const share = Math.min(1, Math.max(0, (x - plot.left) / plot.width))
    return Math.round(part.from + share * (part.until - part.from))
  }

  private draw(): void {
    const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
    const look = { timeZone, locale: this.locale, theme: themeNow(), ...sizeOf(this.figure, this.data.series.length) }
    this.plot = this.live.draw({ ...this.data, ...this.part, ...look })
    const { metric } = this.data.texts
    const shownRange = rangeLabel({ ...this.part, timeZone, locale: this.locale })
    if (!isWhole(this.part, this.whole)) this.place.ariaLabel = `${this.data.title}: ${metric}, ${shownRange}`
    if (this.cursor && this.plot) {
      this.cursor.min = `${this.part.from}`
      this.cursor.max = `${this.part.until - 1}`
      this.cursor.step = `${Math.max(1, Math.round((this.part.until - this.part.from) / this.plot.width))}`
      this.cursor.style.marginLeft = `${this.plot.left}px`
      // Relative to the page's width, because a fixed width would keep the page too wide when the window becomes narrower.
      this.cursor.style.width = `calc(100% - ${look.width - this.plot.width}px)`
      if (this.line.hidden) this.cursor.value = this.cursor.max
    }
    for (const tool of TOOLS) this.setAble(tool)
  }

  private setAble(tool: (typeof TOOLS)[number]): void {
    const button = this.figure.querySelector<HTMLButtonElement>(`[data-tool="${tool}"]`)
    const next = moved(this.part, this.whole, tool)
    // `disabled` is not used, because a button that becomes disabled while it has the focus loses it.
    if (button) button.ariaDisabled = `${next.from === this.part.from && next.until === this.part.until}`
  }

  private point(minute: number): void {
    const found = readAt(this.data, minute, this.locale)
    const { plot, part, cursor } = this
    if (!found || !plot) return
    if (this.readout) this.readout.textContent = found.text
    const share = (found.at - part.from) / (part.until - part.from)
    this.line.hidden = share < 0 || share > 1
    Object.assign(this.line.style, {
      left: `${plot.left + share * plot.width}px`,
      top: `${plot.top}px`,
      height: `${plot.height}px`,
    })
    if (!cursor) return
    if (document.activeElement !== cursor) cursor.value = `${minute}`
    cursor.ariaValueText = found.text
  }

  private show(part: VisibleWindow): void {
    this.part = part
    this.line.hidden = true
    clearTimeout(this.timer)
    this.underway?.abort()
    const share = (part.until - part.from) / (this.whole.until - this.whole.from)
    const isInside = part.from >= this.data.from && part.until <= this.data.until
    if (share > FINER_BELOW || !isInside) this.data = this.whole
    if (share <= FINER_BELOW) this.timer = setTimeout(() => void this.refine(part), WAIT_MS)
    this.draw()
    this.fill()
  }

  private fill(): void {
    if (this.table) fillTable(this.table, { ...this.data, ...this.part }, this.locale)
  }

  /** The data of the whole range are thinned, so a close zoom loads finer data. */
  private async refine(part: VisibleWindow): Promise<void> {
    this.underway = new AbortController()
    const { signal } = this.underway
    const { title, previous, markers = [] } = this.whole
    try {
      const [finer, before] = await Promise.all([
        loadDays(this.address, part, signal),
        previous && loadPrevious(this.address, previous, part, signal),
      ])
      if (signal.aborted) return
      const series = finer.series.map((line, index) => ({ ...line, name: this.whole.series[index]?.name ?? line.name }))
      this.data = { ...finer, series, title, markers, ...(before && { previous: before }) }
    } catch {
      // If loading fails, the chart keeps the data that it has.
      return
    }
    this.draw()
    this.fill()
  }
}

function find(inside: HTMLElement, selector: string): HTMLElement {
  const found = inside.querySelector<HTMLElement>(selector)
  if (!found) throw new Error(`The page has no ${selector}.`)
  return found
}
