// Reads the values at one moment, by pointer, tap and keys: shown in the tooltip, and announced once the keys rest.
import type { Chart } from '../../../../charts/chart-option.js'
import type { ChartTexts } from '../../../../charts/page/figure-texts.js'
import { rowUntil, snapDistance } from '../../../../charts/page/gap-at.js'
import type { Minute } from '../../../../domain/clock.js'
import { addSlider } from './keys/keyboard.js'
import { colorOf } from './legend.js'
import { themeNow, timeZoneNow } from './look.js'
import { watchPointer } from './pointer.js'
import { createReadout, type LineKey, shortTextOf, textOf } from './readout.js'
import { Tooltip } from './tooltip.js'
import { type VisibleWindow, within } from './window.js'
import type { ChartZoom } from './zoom.js'

/** A screen reader would otherwise fall behind. */
const ANNOUNCEMENT_DELAY_MS = 300

interface ReadingOptions {
  readonly place: HTMLElement
  /** Where values are announced. */
  readonly output: HTMLElement
  readonly locale: string
  readonly texts: ChartTexts
  readonly hidden: ReadonlySet<LineKey>
  readonly zoom: ChartZoom
}

export class ChartReading {
  private readonly tooltip: Tooltip
  private readonly slider: HTMLElement
  private plot: Chart['plot'] | undefined
  private readAt: ReturnType<typeof createReadout>
  private position: Minute
  private announcing: ReturnType<typeof setTimeout> | undefined
  /** Also while no sample near that minute has been loaded, so that its values are shown once they are. */
  private isReading = false

  constructor(private readonly options: ReadingOptions) {
    const { place, texts, zoom } = options
    this.position = zoom.part.until - 1
    this.readAt = this.createReadout()
    this.tooltip = new Tooltip(place)
    this.slider = addSlider(place, texts, {
      position: () => this.position,
      visible: () => zoom.part,
      width: () => this.plot?.width ?? 1,
      next: (minute, direction, distance) => this.nextSample(minute, direction, distance),
      read: (minute) => this.readAndAnnounce(minute),
      zoom: (tool) => zoom.use(tool, this.chosen),
      leave: () => this.hide(),
    })
    watchPointer(place, {
      read: (x) => this.read(this.minuteAt(x)),
      tap: (x) => this.readAndAnnounce(this.minuteAt(x)),
      leave: () => this.hide(),
      select: (from, until) => {
        const part = within({ from: this.minuteAt(from), until: this.minuteAt(until) }, zoom.limits.bounds)
        // The pointer is then at another minute.
        this.hide()
        zoom.show(part)
      },
    })
  }

  /** The minute that is being read; undefined while none is. */
  get chosen(): Minute | undefined {
    return this.isReading ? this.position : undefined
  }

  hide(): void {
    this.isReading = false
    this.tooltip.hide()
  }

  /** After another part was chosen: what is read stays, unless it is no longer visible. */
  keepInside({ from, until }: VisibleWindow): void {
    if (this.position < from || this.position >= until) this.hide()
  }

  /** After the chart was drawn: what is visible, its size or its colors may have changed. */
  update(plot: Chart['plot']): void {
    const { part } = this.options.zoom
    this.plot = plot
    this.readAt = this.createReadout()
    this.tooltip.reset()
    this.slider.ariaValueMin = `${part.from}`
    this.slider.ariaValueMax = `${part.until - 1}`
    this.position = Math.min(Math.max(this.position, part.from), part.until - 1)
    this.describePosition()
    if (this.isReading) this.read(this.position)
  }

  read(minute: Minute): void {
    const found = this.readAt(minute)
    const { plot } = this
    const { part } = this.options.zoom
    if (!found || !plot) {
      this.hide()
      return
    }
    this.isReading = true
    const share = (found.at - part.from) / (part.until - part.from)
    if (share < 0 || share > 1) {
      this.tooltip.hide()
      return
    }
    this.position = found.at
    this.tooltip.show(found, share, plot, (key) => colorOf(key, themeNow()))
    this.describePosition(found)
  }

  private createReadout(): ReturnType<typeof createReadout> {
    const { hidden, locale, texts, zoom } = this.options
    const data = { ...zoom.data, ...zoom.part }
    return createReadout({ data, hidden, locale, timeZone: timeZoneNow(), texts, width: this.plot?.width ?? 1 })
  }

  private readAndAnnounce(minute: Minute): void {
    this.read(minute)
    clearTimeout(this.announcing)
    const found = this.readAt(this.position)
    this.announcing = setTimeout(() => {
      this.options.output.textContent = found ? textOf(found) : ''
    }, ANNOUNCEMENT_DELAY_MS)
  }

  private minuteAt(x: number): Minute {
    const { plot } = this
    const { part } = this.options.zoom
    if (!plot) return part.from
    const share = Math.min(1, Math.max(0, (x - plot.left) / plot.width))
    return Math.round(part.from + share * (part.until - part.from))
  }

  private nextSample(minute: Minute, direction: -1 | 1, distance: number): Minute {
    const { hidden, zoom } = this.options
    const { series } = zoom.data
    const line = series.find((_, key) => !hidden.has(key)) ?? series[0]
    if (!line) return minute
    const { minutes, interval } = line
    const pixel = (zoom.part.until - zoom.part.from) / Math.max(1, this.plot?.width ?? 1)
    const inGapAfter = (start: Minute, sample: Minute | undefined): Minute | undefined => {
      if (sample !== undefined && Math.abs(sample - start) <= interval) return undefined
      const last = rowUntil(minutes, direction === 1 ? start : start - 1)
      // A shorter step would end at the sample from which it began. A gap on the way is not passed over.
      const step = Math.max(interval, snapDistance(line, last, pixel) + pixel, start === minute ? distance : 0)
      const found = this.readAt(start + direction * step)
      const isOn = found?.isGap && found.at >= zoom.part.from && found.at < zoom.part.until
      return isOn && direction * (found.at - minute) > 0 ? found.at : undefined
    }
    let row = rowUntil(minutes, direction === 1 ? minute : minute - 1) + (direction === 1 ? 0 : 1)
    for (;;) {
      const next = minutes[row + direction]
      const at = minutes[row]
      const start = at !== undefined && direction * (at - minute) > 0 ? at : minute
      const inGap = inGapAfter(start, next)
      if (inGap !== undefined) return inGap
      if (next === undefined || next < zoom.part.from || next >= zoom.part.until) break
      row += direction
      if (Math.abs(next - minute) >= distance) break
    }
    // In a gap at an end of the line, the nearest sample is behind.
    const found = minutes[row] ?? minute
    return direction * (found - minute) > 0 ? found : minute
  }

  private describePosition(found = this.readAt(this.position)): void {
    this.slider.ariaValueNow = `${this.position}`
    this.slider.ariaValueText = found ? shortTextOf(found) : ''
  }
}
