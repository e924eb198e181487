// The legend of the chart: a button for each line, which hides or shows it.
import type { ChartData } from '../../../../charts/page/wire.js'
import { THEMES, type ThemeName } from '../../../../charts/theme.js'
import type { LineKey } from './readout.js'

export interface LegendEntry {
  readonly key: LineKey
  readonly name: string
}

export const entriesOf = ({ series, previous, expected }: ChartData): LegendEntry[] => [
  ...series.map(({ name }, key) => ({ key, name })),
  ...(previous ? [{ key: 'previous' as const, name: previous.name }] : []),
  ...(expected ? [{ key: 'usual' as const, name: expected.name }] : []),
]

export function colorOf(key: LineKey, themeName: ThemeName): string {
  const theme = THEMES[themeName]
  if (key === 'previous') return theme.previous
  if (key === 'usual') return theme.usual
  return theme.lines[key % theme.lines.length] ?? theme.text
}

export class Legend {
  private readonly buttons = new Map<LineKey, HTMLButtonElement>()
  /** How the lines are drawn, where they are not the samples. */
  private readonly note = document.createElement('small')
  /** What the area around the line is. It goes with the line, and so has no button. */
  private readonly extremes = document.createElement('small')
  private readonly extremesSwatch = swatchOf('extremes')

  constructor(
    private readonly place: HTMLElement,
    private readonly toggle: (key: LineKey) => void,
  ) {
    this.note.className = 'muted'
    this.extremes.className = 'legend-entry'
  }

  update(data: ChartData, hidden: ReadonlySet<LineKey>, theme: ThemeName): void {
    const entries = entriesOf(data)
    const isSame =
      entries.length === this.buttons.size &&
      entries.every(({ key, name }) => this.buttons.get(key)?.textContent === name)
    if (!isSame) this.build(entries)
    this.note.textContent = data.texts.means ?? ''
    this.extremesSwatch.style.background = THEMES[theme].range
    this.extremes.replaceChildren(this.extremesSwatch, data.texts.extremes ?? '')
    this.extremes.hidden = data.texts.extremes === undefined || hidden.has(0)
    for (const [key, button] of this.buttons) {
      button.ariaPressed = `${!hidden.has(key)}`
      const swatch = button.querySelector<HTMLElement>('.line-swatch')
      if (swatch) swatch.style.background = colorOf(key, theme)
    }
  }

  private build(entries: readonly LegendEntry[]): void {
    for (const button of this.buttons.values()) button.remove()
    this.buttons.clear()
    for (const { key, name } of entries) {
      const button = document.createElement('button')
      button.type = 'button'
      button.className = 'quiet small'
      button.append(swatchOf(`${key}`), name)
      button.addEventListener('click', () => this.toggle(key))
      this.buttons.set(key, button)
      this.place.append(button)
    }
    this.place.append(this.extremes, this.note)
  }
}

function swatchOf(line: string): HTMLElement {
  const swatch = document.createElement('span')
  swatch.className = 'line-swatch'
  swatch.dataset.line = line
  return swatch
}
