// The tooltip at the pointer: a line through the plot, and the values beside it, or above a narrow plot.
import type { Chart } from '../../../../charts/chart-option.js'
import type { LineKey, Readout } from './readout.js'

interface TooltipRow {
  readonly row: HTMLElement
  readonly value: HTMLElement
  readonly change: HTMLElement
}

const TOOLTIP_GAP = 14
const TOOLTIP_WIDTH = 330
/** A narrower plot would be hidden by the values, so they are above it: there, a finger does not hide them either. */
const DOCKED_WIDTH = 700

export class Tooltip {
  private readonly line = div('cursor-line')
  private readonly box = div('tooltip')
  private readonly time = div('time')
  private readonly list = div('rows')
  private readonly notes = div('notes')
  private rows = new Map<LineKey, TooltipRow>()

  constructor(place: HTMLElement) {
    this.box.append(this.time, this.list, this.notes)
    // The values are announced from elsewhere, and only where a person moves by keys.
    this.box.ariaHidden = 'true'
    this.hide()
    place.append(this.line, this.box)
  }

  hide(): void {
    this.line.hidden = true
    this.box.hidden = true
    this.time.textContent = ''
    this.notes.textContent = ''
    this.reset()
  }

  /** `share`: 0 at the left edge of the plot, 1 at the right. */
  show({ time, rows, notes }: Readout, share: number, plot: Chart['plot'], colorOf: (key: LineKey) => string): void {
    if (rows.length !== this.rows.size || rows.some(({ key }) => !this.rows.has(key))) this.build(rows, colorOf)
    this.time.textContent = time
    for (const { key, value, change, isUsual } of rows) {
      const row = this.rows.get(key)
      if (!row) continue
      row.value.textContent = value
      row.change.textContent = change
      row.change.dataset.sign = isUsual ? 'none' : signOf(change)
    }
    this.notes.textContent = notes.join('\n')
    this.move(share, plot)
  }

  /** Forgets the rows, because the lines or their colors changed. */
  reset(): void {
    this.rows = new Map()
    this.list.replaceChildren()
  }

  private build(rows: Readout['rows'], colorOf: (key: LineKey) => string): void {
    this.rows = new Map(
      rows.map(({ key, name }) => {
        const row = div('row')
        const [swatch, label, value, change] = [span('line-swatch'), span('name'), span('value'), span('change')]
        swatch.style.background = colorOf(key)
        swatch.dataset.line = `${key}`
        label.textContent = name
        row.append(swatch, label, value, change)
        return [key, { row, value, change }]
      }),
    )
    this.list.replaceChildren(...[...this.rows.values()].map(({ row }) => row))
  }

  private move(share: number, plot: Chart['plot']): void {
    const x = plot.left + share * plot.width
    this.line.hidden = false
    this.box.hidden = false
    place(this.line, { left: x, top: plot.top, height: plot.height })
    const all = plot.left + plot.width
    const isDocked = all < DOCKED_WIDTH
    this.box.toggleAttribute('data-docked', isDocked)
    if (isDocked) {
      this.dock(all)
      return
    }
    const isRight = x + TOOLTIP_GAP + TOOLTIP_WIDTH <= all
    const left = isRight ? x + TOOLTIP_GAP : Math.max(0, x - TOOLTIP_GAP - TOOLTIP_WIDTH)
    place(this.box, { left, top: plot.top, width: TOOLTIP_WIDTH })
  }

  /** Above the plot, over the legend, which has the same names; lower where the top of the screen or the header is too close. */
  private dock(width: number): void {
    place(this.box, { left: 0, width })
    const header = document.querySelector('body > header')?.getBoundingClientRect().bottom ?? 0
    const room = (this.box.parentElement?.getBoundingClientRect().top ?? 0) - Math.max(0, header)
    place(this.box, { top: -Math.max(0, Math.min(room, this.box.offsetHeight)) })
  }
}

const signOf = (change: string): string => (change.startsWith('+') ? 'up' : /^[-−]/.test(change) ? 'down' : 'none')

function place({ style }: HTMLElement, sizes: Readonly<Record<string, number>>): void {
  for (const [name, pixels] of Object.entries(sizes)) style.setProperty(name, `${Math.round(pixels)}px`)
}

function div(name: string): HTMLElement {
  const element = document.createElement('div')
  element.className = name
  return element
}

function span(name: string): HTMLElement {
  const element = document.createElement('span')
  element.className = name
  return element
}
