// An interactive chart: drawn in the size and theme of the page, read by pointer, tap and keys, and zoomed with its address.
import { rangeLabel } from '../../../../charts/axis-labels.js'
import type { Chart } from '../../../../charts/chart-option.js'
import { openLiveChart } from '../../../../charts/page/live-chart.js'
import type { ChartData } from '../../../../charts/page/wire.js'
import type { Minute } from '../../../../domain/clock.js'
import { addressOf, updateLinks, windowInAddress } from './address.js'
import { fillTable } from './fill-table.js'
import { addSlider } from './keyboard.js'
import { EventLane } from './lane.js'
import { colorOf, Legend } from './legend.js'
import { load, loadPart } from './load.js'
import { fontLoaded, onThemeChange, sizeOf, themeNow, timeZoneNow } from './look.js'
import { watchPointer } from './pointer.js'
import { createReadout, type LineKey, nearestRow, textOf } from './readout.js'
import type { ChartTexts } from './texts.js'
import { Tooltip } from './tooltip.js'
import { isSameWindow, moved, TOOLS, type Tool, type VisibleWindow, type WindowLimits, within } from './window.js'

/** A zoom to less than this fraction of the range loads finer data. */
const FINER_BELOW = 0.5
const WAIT_MS = 250
/** A new sample comes at most once a minute. */
const REFRESH_MS = 60_000
/** Values are announced once the keys rest, because a screen reader would otherwise fall behind. */
const ANNOUNCE_MS = 300

export async function openChart(figure: HTMLElement): Promise<void> {
  const address = figure.dataset.series ?? ''
  const [data] = await Promise.all([load(address), fontLoaded()])
  new InteractiveChart(figure, address, data).start()
  figure.dataset.state = 'ready'
}

class InteractiveChart {
  private readonly place: HTMLElement
  private readonly canvas: HTMLElement
  private readonly readout: HTMLElement
  private readonly table: HTMLTableElement | null
  private readonly tooltip: Tooltip
  private readonly legend: Legend
  private readonly lane: EventLane
  private readonly slider: HTMLElement
  private readonly live
  private readonly locale: string
  private readonly texts: ChartTexts
  private readonly hidden = new Set<LineKey>()
  private readonly links = new Map<HTMLAnchorElement, string>()
  private plot: Chart['plot'] | undefined
  private readAt: ReturnType<typeof createReadout>
  private data: ChartData
  private part: VisibleWindow
  private position: Minute
  private timer: ReturnType<typeof setTimeout> | undefined
  private announcing: ReturnType<typeof setTimeout> | undefined
  private underway: AbortController | undefined

  constructor(
    private readonly figure: HTMLElement,
    private readonly address: string,
    private whole: ChartData,
  ) {
    this.data = whole
    this.part = { from: whole.from, until: whole.until }
    this.position = whole.until - 1
    this.locale = figure.dataset.locale ?? 'en'
    this.texts = JSON.parse(figure.dataset.texts ?? '{}') as ChartTexts
    this.place = find(figure, '.plot')
    this.canvas = find(figure, '.canvas')
    this.readout = find(figure, 'output.readout')
    this.live = openLiveChart(this.canvas, getComputedStyle(document.body).fontFamily)
    this.tooltip = new Tooltip(this.place)
    this.legend = new Legend(find(figure, '.legend'), (key) => this.toggle(key))
    const point = (minute: Minute): void => this.read(minute)
    this.lane = new EventLane({ place: find(figure, '.lane'), figure, texts: this.texts, locale: this.locale, point })
    this.slider = this.addSlider()
    this.table = document.querySelector<HTMLTableElement>('details.chart-table table')
    this.readAt = this.makeReadout()
  }

  start(): void {
    this.draw()
    find(this.figure, '.chart-bar').hidden = false
    new ResizeObserver(() => this.draw()).observe(this.place)
    onThemeChange(() => this.draw())
    setInterval(() => void this.refresh(), REFRESH_MS)
    for (const tool of TOOLS) this.button(tool)?.addEventListener('click', () => this.zoom(tool))
    this.button('full')?.addEventListener('click', () => void this.toggleFullScreen())
    document.addEventListener('fullscreenchange', () => this.draw())
    addEventListener('popstate', () => this.show(windowInAddress() ?? this.limits.whole, 'from history'))
    watchPointer(this.place, {
      read: (x) => this.read(this.minuteAt(x)),
      tap: (x) => {
        this.read(this.minuteAt(x))
        this.announce()
      },
      leave: () => this.tooltip.hide(),
      select: (from, until) =>
        this.show(within({ from: this.minuteAt(from), until: this.minuteAt(until) }, this.limits.bounds)),
    })
    document.addEventListener('pointerdown', ({ target }) => {
      if (target instanceof Node && !this.figure.contains(target)) this.tooltip.hide()
    })
    this.fill()
  }

  private addSlider(): HTMLElement {
    return addSlider(this.place, this.texts, {
      position: () => this.position,
      visible: () => this.part,
      width: () => this.plot?.width ?? 1,
      next: (minute, direction, distance) => this.nextSample(minute, direction, distance),
      read: (minute) => {
        this.read(minute)
        this.announce()
      },
      zoom: (tool) => this.zoom(tool),
      leave: () => this.tooltip.hide(),
    })
  }

  private get limits(): WindowLimits {
    const whole = { from: this.whole.from, until: this.whole.until }
    return { whole, bounds: this.whole.bounds ?? whole }
  }

  private get isWhole(): boolean {
    return isSameWindow(this.part, this.limits.whole)
  }

  private makeReadout(): ReturnType<typeof createReadout> {
    const { hidden, locale, texts } = this
    return createReadout({ data: { ...this.data, ...this.part }, hidden, locale, timeZone: timeZoneNow(), texts })
  }

  /** Reloads only while the whole range is shown and no value is being read; unchanged data are not sent again. */
  private async refresh(): Promise<void> {
    if (document.hidden || this.tooltip.isShown || !this.isWhole) return
    const newer = await load(this.address).catch(() => undefined)
    if (!newer || !this.isWhole) return
    this.whole = this.data = newer
    this.part = { from: newer.from, until: newer.until }
    this.draw()
    this.fill()
  }

  private minuteAt(x: number): Minute {
    const { plot, part } = this
    if (!plot) return part.from
    const share = Math.min(1, Math.max(0, (x - plot.left) / plot.width))
    return Math.round(part.from + share * (part.until - part.from))
  }

  private nextSample(minute: Minute, direction: -1 | 1, distance: number): Minute {
    const minutes = this.data.series.find((_, key) => !this.hidden.has(key))?.minutes
    if (!minutes) return minute
    let row = nearestRow(minutes, minute)
    for (;;) {
      const next = minutes[row + direction]
      if (next === undefined || next < this.part.from || next >= this.part.until) break
      row += direction
      if (Math.abs(next - minute) >= distance) break
    }
    return minutes[row] ?? minute
  }

  private draw(): void {
    const timeZone = timeZoneNow()
    const theme = themeNow()
    const isFull = document.fullscreenElement === this.figure
    const look = { timeZone, locale: this.locale, theme, isBare: true, ...sizeOf(this.place, isFull) }
    this.plot = this.live.draw({ ...this.visibleData(), ...this.part, ...look })
    this.readAt = this.makeReadout()
    this.tooltip.reset()
    this.legend.update(this.data, this.hidden, theme)
    this.lane.update(this.data.events ?? [], this.part, this.plot)
    const shownRange = rangeLabel({ ...this.part, timeZone, locale: this.locale })
    if (!this.isWhole) this.canvas.ariaLabel = `${this.data.title}: ${this.data.texts.metric}, ${shownRange}`
    this.slider.ariaValueMin = `${this.part.from}`
    this.slider.ariaValueMax = `${this.part.until - 1}`
    this.position = Math.min(Math.max(this.position, this.part.from), this.part.until - 1)
    this.describePosition()
    if (this.tooltip.isShown) this.read(this.position)
    for (const tool of TOOLS) this.setAble(tool)
  }

  private visibleData(): ChartData {
    const { series, previous, expected, ...rest } = this.data
    const isHidden = (key: LineKey): boolean => this.hidden.has(key)
    return {
      ...rest,
      series: series.map((line, key) => ({ ...line, isHidden: isHidden(key) })),
      ...(previous && { previous: { ...previous, isHidden: isHidden('previous') } }),
      ...(expected && { expected: { ...expected, isHidden: isHidden('usual') } }),
    }
  }

  /** `disabled` is not used, because a button that becomes disabled while it has the focus loses it. */
  private setAble(tool: Tool): void {
    const button = this.button(tool)
    if (button) button.ariaDisabled = `${isSameWindow(moved(this.part, this.limits, tool), this.part)}`
  }

  private button(tool: Tool | 'full'): HTMLButtonElement | null {
    return this.figure.querySelector<HTMLButtonElement>(`[data-tool="${tool}"]`)
  }

  private read(minute: Minute): void {
    const found = this.readAt(minute)
    const { plot, part } = this
    if (!found || !plot) return
    this.position = found.at
    const share = (found.at - part.from) / (part.until - part.from)
    if (share < 0 || share > 1) return
    this.tooltip.show(found, share, plot, (key) => colorOf(key, themeNow()))
    this.describePosition(found.time)
  }

  private describePosition(time = this.readAt(this.position)?.time ?? ''): void {
    this.slider.ariaValueNow = `${this.position}`
    this.slider.ariaValueText = time
  }

  private announce(): void {
    clearTimeout(this.announcing)
    const found = this.readAt(this.position)
    this.announcing = setTimeout(() => {
      this.readout.textContent = found ? textOf(found) : ''
    }, ANNOUNCE_MS)
  }

  private toggle(key: LineKey): void {
    if (!this.hidden.delete(key)) this.hidden.add(key)
    this.draw()
  }

  private zoom(tool: Tool): void {
    const part = moved(this.part, this.limits, tool)
    if (!isSameWindow(part, this.part)) this.show(part)
  }

  private async toggleFullScreen(): Promise<void> {
    if (document.fullscreenElement === this.figure) await document.exitFullscreen()
    else await this.figure.requestFullscreen()
  }

  private show(part: VisibleWindow, source: 'from history' | 'by the reader' = 'by the reader'): void {
    this.part = part
    this.tooltip.hide()
    clearTimeout(this.timer)
    this.underway?.abort()
    const inAddress = this.isWhole ? undefined : part
    if (source === 'by the reader') history.pushState(null, '', addressOf(this.pageAddress, inAddress))
    updateLinks(inAddress, this.links)
    const isKnown = part.from >= this.whole.from && part.until <= this.whole.until
    const isFine = (part.until - part.from) / (this.whole.until - this.whole.from) > FINER_BELOW
    const isInside = part.from >= this.data.from && part.until <= this.data.until
    if (isKnown && (isFine || !isInside)) this.data = this.whole
    if (!isKnown || !isFine) this.timer = setTimeout(() => void this.refine(part), WAIT_MS)
    this.draw()
    this.fill()
  }

  /** The address of the page as it was opened. */
  private readonly pageAddress = location.pathname + location.search

  private fill(): void {
    if (this.table) fillTable(this.table, { ...this.data, ...this.part }, this.locale)
  }

  /** The data of the whole range are thinned, and end at its ends, so that a close or a moved part is loaded. */
  private async refine(part: VisibleWindow): Promise<void> {
    this.underway = new AbortController()
    const { signal } = this.underway
    try {
      const { whole } = this
      const finer = await loadPart(this.address, { whole, part }, signal)
      if (signal.aborted) return
      this.data = { ...finer, title: whole.title }
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
