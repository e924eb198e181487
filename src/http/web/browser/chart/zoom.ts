// The part of the range that is visible: in the address and the history of the browser, with finer data where it needs them.
import type { ChartData } from '../../../../charts/page/wire.js'
import type { Minute } from '../../../../domain/clock.js'
import { isRejectedAddress, pageAddress } from '../live-updates/refresh-parts.js'
import { addressOf, updateLinks, windowInAddress } from './address.js'
import { load, loadPart } from './load.js'
import { isSameWindow, moved, type Tool, type VisibleWindow, type WindowLimits } from './window.js'

/** A zoom to less than this fraction of the range loads finer data. */
const FINE_SHARE = 0.5
const FINE_DATA_DELAY_MS = 250

export class ChartZoom {
  /** As it was read; a part has other names. */
  private known: ChartData
  part: VisibleWindow
  private readonly links = new Map<HTMLElement, string>()
  /** The address of the page as it was opened. */
  private readonly pageAddress = pageAddress()
  private timer: ReturnType<typeof setTimeout> | undefined
  private underway: AbortController | undefined

  /** `changed` is called for each other part, and when finer data arrived. */
  constructor(
    private readonly address: string,
    private whole: ChartData,
    private readonly changed: (what: 'part' | 'data') => void,
  ) {
    this.known = whole
    this.part = { from: whole.from, until: whole.until }
    const isOpenedZoomed = windowInAddress() !== undefined && !isRejectedAddress()
    addEventListener('popstate', () => {
      const part = isRejectedAddress() ? undefined : windowInAddress()
      // A page that was loaded while zoomed does not have the range of an earlier address without two times.
      if (!part && isOpenedZoomed) location.reload()
      else this.show(part ?? this.limits.whole, 'from history')
    })
  }

  get data(): ChartData {
    const { previous } = this.known
    if (this.isWhole || previous?.partName === undefined) return this.known
    return { ...this.known, previous: { ...previous, name: previous.partName } }
  }

  get limits(): WindowLimits {
    const whole = { from: this.whole.from, until: this.whole.until }
    return { whole, bounds: this.whole.bounds ?? whole }
  }

  get isWhole(): boolean {
    return isSameWindow(this.part, this.limits.whole)
  }

  /** Unchanged data are not sent again. */
  async refresh(): Promise<void> {
    const newer = await load(this.address).catch(() => undefined)
    if (!newer || !this.isWhole) return
    this.whole = this.known = newer
    this.part = { from: newer.from, until: newer.until }
    this.changed('data')
  }

  can(tool: Tool): boolean {
    return !isSameWindow(moved(this.part, this.limits, tool), this.part)
  }

  /** `fixed`: the minute that stays at its place while zooming. */
  use(tool: Tool, fixed?: Minute): void {
    if (this.can(tool)) this.show(moved(this.part, this.limits, tool, fixed))
  }

  show(part: VisibleWindow, source: 'from history' | 'by the reader' = 'by the reader'): void {
    this.part = part
    clearTimeout(this.timer)
    this.underway?.abort()
    const inAddress = this.isWhole ? undefined : { ...part, shift: this.whole.previous?.shift }
    if (source === 'by the reader') history.pushState(null, '', addressOf(this.pageAddress, inAddress))
    updateLinks(inAddress, this.links)
    const isKnown = part.from >= this.whole.from && part.until <= this.whole.until
    const isFine = (part.until - part.from) / (this.whole.until - this.whole.from) > FINE_SHARE
    const isInside = part.from >= this.known.from && part.until <= this.known.until
    if (isKnown && (isFine || !isInside)) this.known = this.whole
    // Also for a long part, because how a line is drawn depends on the length of the range.
    if (!this.isWhole) this.timer = setTimeout(() => void this.refine(part), FINE_DATA_DELAY_MS)
    this.changed('part')
  }

  /** The data of the whole range are thinned, and end at its ends, so that a close or a moved part is loaded. */
  private async refine(part: VisibleWindow): Promise<void> {
    this.underway = new AbortController()
    const { signal } = this.underway
    try {
      const { whole } = this
      const finer = await loadPart(this.address, { whole, part }, signal)
      if (signal.aborted) return
      this.known = { ...finer, title: whole.title }
    } catch {
      // If loading fails, the chart keeps the data that it has.
      return
    }
    this.changed('data')
  }
}
