// What the page says around the chart about the time that is shown: the chosen range and the two times.
import { localText } from './local-times.js'
import { timeZoneNow } from './look.js'
import type { VisibleWindow } from './window.js'

interface ZoomedRange extends VisibleWindow {
  readonly label: string
}

export class ShownRange {
  private readonly chosen = document.querySelector<HTMLElement>('[data-name="range"] [aria-current]')
  private readonly days = document.querySelector<HTMLElement>('[data-name="days"] > summary')
  private readonly originals = new Map<HTMLInputElement, string>()
  private readonly label = this.daysText?.textContent ?? ''

  private get daysText(): HTMLElement | null | undefined {
    return this.days?.querySelector('span')
  }

  /** Undefined for the range with which the page was opened. */
  show(zoomed: ZoomedRange | undefined): void {
    if (this.chosen) this.chosen.ariaCurrent = zoomed ? null : 'true'
    // Without a named range, the page was opened with two times.
    this.days?.classList.toggle('chosen', zoomed !== undefined || !this.chosen)
    if (this.daysText) this.daysText.textContent = zoomed?.label ?? this.label
    for (const field of document.querySelectorAll<HTMLInputElement>('form.dates :is([name=from], [name=to])')) {
      const original = this.originals.get(field) ?? field.value
      this.originals.set(field, original)
      field.value = zoomed ? localText(field.name === 'from' ? zoomed.from : zoomed.until, timeZoneNow()) : original
    }
  }
}
