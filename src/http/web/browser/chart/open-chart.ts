// An interactive chart: drawn in the size and theme of the page, read by pointer, tap and keys, and zoomed with its address.
import { rangeLabel } from '../../../../charts/axis-labels.js'
import type { ChartInput } from '../../../../charts/chart-input.js'
import { type ChartTexts, filled, type SavedFormat } from '../../../../charts/page/figure-texts.js'
import { openLiveChart } from '../../../../charts/page/live-chart.js'
import type { ChartData } from '../../../../charts/page/wire.js'
import { type Minute, minuteOf } from '../../../../domain/clock.js'
import { fillTable } from './fill-table.js'
import { nameFullScreen, onEscape, toggleFullScreen } from './keys/full-screen.js'
import { EventLane } from './lane.js'
import { Legend } from './legend.js'
import { load } from './load.js'
import { fontLoaded, onThemeChange, sizeOf, themeNow, timeZoneNow } from './look.js'
import { ShownRange } from './range.js'
import { RangeParts } from './range-parts.js'
import { ChartReading } from './reading.js'
import type { LineKey } from './readout.js'
import { TOOLS, type Tool } from './window.js'
import { ChartZoom } from './zoom.js'

/** A new sample comes at most once a minute. */
const CHART_REFRESH_INTERVAL_MS = 60_000

/** In pixels; a saved chart also has its title, legend and time zone. */
const MIN_SAVED_WIDTH = 640
const SAVED_HEAD_HEIGHT = 90

export async function openChart(figure: HTMLElement): Promise<void> {
  const address = figure.dataset.series ?? ''
  const [data] = await Promise.all([load(address), fontLoaded()])
  new InteractiveChart(figure, address, data).start()
  figure.dataset.state = 'ready'
}

class InteractiveChart {
  private readonly place: HTMLElement
  private readonly canvas: HTMLElement
  private readonly table: HTMLTableElement | null
  private readonly legend: Legend
  private readonly lane: EventLane
  private readonly reading: ChartReading
  private readonly zoom: ChartZoom
  private readonly range = new ShownRange()
  private readonly parts: RangeParts
  private readonly live
  private readonly locale: string
  private readonly texts: ChartTexts
  private readonly hidden = new Set<LineKey>()

  constructor(
    private readonly figure: HTMLElement,
    address: string,
    data: ChartData,
  ) {
    const texts = JSON.parse(figure.dataset.texts ?? '{}') as ChartTexts
    this.texts = texts
    const locale = figure.dataset.locale ?? 'en'
    const place = find(figure, '.plot')
    this.locale = locale
    this.place = place
    this.canvas = find(figure, '.canvas')
    this.live = openLiveChart(this.canvas, getComputedStyle(document.body).fontFamily)
    this.zoom = new ChartZoom(address, data, (what) => {
      if (what === 'part') this.reading.keepInside(this.zoom.part)
      this.draw()
      this.fill()
      if (what === 'part') this.showRange()
    })
    const output = find(figure, 'output.readout')
    this.reading = new ChartReading({ place, output, locale, texts, hidden: this.hidden, zoom: this.zoom })
    this.legend = new Legend(find(figure, '.legend'), (key) => this.toggle(key))
    const lane = find(figure, '.lane')
    const point = (minute: Minute) => this.reading.read(minute)
    this.lane = new EventLane({ place: lane, figure, texts, locale, point, leave: () => this.reading.hide() })
    this.parts = new RangeParts(this.rangeText())
    this.table = document.querySelector<HTMLTableElement>('details.chart-table table')
  }

  start(): void {
    this.draw()
    find(this.figure, '.chart-bar').hidden = false
    new ResizeObserver(() => this.draw()).observe(this.place)
    onThemeChange(() => this.draw())
    setInterval(() => this.refresh(), CHART_REFRESH_INTERVAL_MS)
    for (const tool of TOOLS)
      this.button(tool)?.addEventListener('click', () => this.zoom.use(tool, this.reading.chosen))
    this.button('full')?.addEventListener('click', () => void toggleFullScreen(this.figure))
    nameFullScreen(this.figure, this.button('full'), this.texts.leaveFull)
    onEscape(this.figure, this.reading)
    for (const button of this.figure.querySelectorAll<HTMLElement>('[data-save]'))
      button.addEventListener('click', () => void this.save(button.dataset.save as SavedFormat))
    document.addEventListener('fullscreenchange', () => this.draw())
    document.addEventListener('pointerdown', ({ target }) => {
      if (target instanceof Node && !this.figure.contains(target)) this.reading.hide()
    })
    this.fill()
  }

  /** Only while the whole range is shown and no value is being read. */
  private refresh(): void {
    if (!document.hidden && this.reading.chosen === undefined && this.zoom.isWhole) void this.zoom.refresh()
  }

  /** What is visible, in the look of the page. */
  private input(): Omit<ChartInput, 'width' | 'height'> {
    const { part } = this.zoom
    const look = { timeZone: timeZoneNow(), locale: this.locale, theme: themeNow() }
    return { ...this.visibleData(), ...part, ...look }
  }

  private rangeText(): string {
    return rangeLabel({ ...this.input(), now: minuteOf(Date.now()) })
  }

  private shownText(): string {
    const { title, texts } = this.zoom.data
    return `${title}: ${texts.metric}, ${this.rangeText()}`
  }

  private draw(): void {
    const { zoom } = this
    const input = this.input()
    const isFull = document.fullscreenElement === this.figure
    find(this.figure, '.full-title').textContent = this.shownText()
    const plot = this.live.draw({ ...input, isBare: true, ...sizeOf(this.place, isFull) })
    this.legend.update(zoom.data, this.hidden, input.theme)
    this.lane.update(zoom.data.events ?? [], zoom.part, plot)
    if (!zoom.isWhole) this.canvas.ariaLabel = this.shownText()
    this.reading.update(plot)
    for (const tool of TOOLS) this.setAble(tool)
  }

  private visibleData(): ChartData {
    const { series, previous, expected, ...rest } = this.zoom.data
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
    if (button) button.ariaDisabled = `${!this.zoom.can(tool)}`
  }

  private button(tool: Tool | 'full'): HTMLButtonElement | null {
    return this.figure.querySelector<HTMLButtonElement>(`[data-tool="${tool}"]`)
  }

  private toggle(key: LineKey): void {
    if (!this.hidden.delete(key)) this.hidden.add(key)
    this.draw()
  }

  /** The code that saves is loaded only when it is used. */
  private async save(format: SavedFormat): Promise<void> {
    const { saveChart } = await import('./save.js')
    const { width, height } = sizeOf(this.place, false)
    await saveChart(
      {
        ...this.input(),
        title: this.savedTitle(),
        width: Math.max(MIN_SAVED_WIDTH, width),
        height: height + SAVED_HEAD_HEIGHT,
      },
      format,
    )
    this.figure.querySelector<HTMLDetailsElement>('.save')?.removeAttribute('open')
  }

  /** A file names the games that are in it, which may be fewer than the page compares. */
  private savedTitle(): string {
    const { series, title } = this.zoom.data
    const visibleSeries = series.filter((_, key) => !this.hidden.has(key))
    if (series.length === 1 || visibleSeries.length === 0) return title
    const [one, other] = visibleSeries
    if (one && visibleSeries.length === 1) return one.name
    if (one && other && visibleSeries.length === 2) return `${one.name} ${filled(this.texts.versus, other.name)}`
    return filled(this.texts.compared, `${visibleSeries.length}`)
  }

  private showRange(): void {
    const { isWhole, part } = this.zoom
    const label = this.rangeText()
    this.range.show(isWhole ? undefined : { ...part, label })
    this.parts.describe(label)
  }

  private fill(): void {
    if (this.table) fillTable(this.table, { ...this.zoom.data, ...this.zoom.part }, this.locale)
  }
}

function find(inside: HTMLElement, selector: string): HTMLElement {
  const found = inside.querySelector<HTMLElement>(selector)
  if (!found) throw new Error(`The page has no ${selector}.`)
  return found
}
