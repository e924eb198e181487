// What the page says of the shown time away from the chart: its title, the sentence, gaps, updates, events, days and files. They
// are fetched for the part that is zoomed to, once the zooming rests (WEB-22).
import { filled } from '../../../../charts/page/figure-texts.js'
import { endStay } from '../absence/stay.js'
import { patchPart } from '../live-updates/patch-part.js'
import { fetchPage } from '../live-updates/refresh-parts.js'

/** Several presses in a row lead to one request. */
const PARTS_REQUEST_DELAY_MS = 400

export class RangeParts {
  private readonly parts = [...document.querySelectorAll<HTMLElement>('[data-range][id]')]
  private readonly failure = document.querySelector<HTMLElement>('[data-range-failure]')
  private timer: ReturnType<typeof setTimeout> | undefined
  private underway: AbortController | undefined
  private nextRange: string

  /** `shownRange`: the time that the parts are about, as text. */
  constructor(private shownRange: string) {
    this.nextRange = shownRange
    this.failure?.querySelector('button')?.addEventListener('click', () => void this.load())
  }

  /** The page has its new address already. */
  describe(range: string): void {
    if (this.parts.length === 0) return
    this.nextRange = range
    clearTimeout(this.timer)
    this.underway?.abort()
    this.underway = undefined
    this.mark('busy')
    this.timer = setTimeout(() => void this.load(), PARTS_REQUEST_DELAY_MS)
  }

  private async load(): Promise<void> {
    const stop = new AbortController()
    this.underway?.abort()
    this.underway = stop
    this.mark('busy')
    const answer = await fetchPage(stop)
    // The reader went on zooming.
    if (this.underway !== stop) return
    // The session ended, or the page is no longer there: the page says so itself.
    if (answer.kind === 'rejected') location.reload()
    else if (answer.kind === 'page') this.show(answer.page)
    else this.mark('failed')
  }

  private show(page: Document): void {
    document.title = page.title
    for (const part of this.parts) {
      const newer = page.getElementById(part.id)
      if (newer) patchKeepingFocus(part, newer)
    }
    this.shownRange = this.nextRange
    this.mark('current')
  }

  private mark(state: 'current' | 'busy' | 'failed'): void {
    for (const part of this.parts) part.ariaBusy = state === 'busy' ? 'true' : null
    if (!this.failure) return
    const text = this.failure.querySelector('p')
    if (text && state === 'failed') text.textContent = filled(this.failure.dataset.rangeFailure ?? '', this.shownRange)
    // While it is tried again, the button stays, because it has the focus.
    if (state === 'busy') return
    const next = this.failure.nextElementSibling
    if (state === 'current' && this.failure.contains(document.activeElement) && next instanceof HTMLElement)
      next.focus({ preventScroll: true })
    this.failure.hidden = state === 'current'
    // One message is enough.
    if (state === 'failed') endStay()
  }
}

function patchKeepingFocus(part: HTMLElement, newer: Element): void {
  const focusedElement = part.contains(document.activeElement) ? document.activeElement : undefined
  patchPart(part, newer)
  if (focusedElement && !focusedElement.isConnected) part.focus({ preventScroll: true })
}
