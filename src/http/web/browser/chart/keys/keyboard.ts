// The keyboard on the plot: it is a slider over time. Arrow keys read values, plus, minus and 0 zoom.

import type { ChartTexts } from '../../../../../charts/page/figure-texts.js'
import type { Minute } from '../../../../../domain/clock.js'
import type { Tool, VisibleWindow } from '../window.js'

export interface KeyHandlers {
  /** The minute that is read now. */
  position(): Minute
  visible(): VisibleWindow
  /** The width of the plot in pixels. */
  width(): number
  /** The sample before or after the minute, or the minute in a gap, at least `distance` minutes away. */
  next(minute: Minute, direction: -1 | 1, distance: number): Minute
  read(minute: Minute): void
  zoom(tool: Tool): void
  leave(): void
}

const ZOOM_KEYS: Readonly<Record<string, Tool>> = { '+': 'in', '=': 'in', '-': 'out', '0': 'whole' }
/** With Shift or Page Up and Page Down. */
const LARGE_STEP = 0.1
/** In pixels, so that each press moves the line visibly. */
const SMALL_STEP = 3

export function addSlider(place: HTMLElement, texts: ChartTexts, handlers: KeyHandlers): HTMLElement {
  const slider = document.createElement('div')
  slider.className = 'cursor'
  slider.tabIndex = 0
  slider.role = 'slider'
  slider.ariaLabel = texts.cursor
  slider.title = ''
  slider.setAttribute('aria-description', texts.hint)
  slider.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const zoom = ZOOM_KEYS[event.key]
    const target = zoom === undefined ? targetOf(event, handlers) : undefined
    if (zoom !== undefined) handlers.zoom(zoom)
    else if (target !== undefined) handlers.read(target)
    else return
    event.preventDefault()
  })
  slider.addEventListener('focus', () => {
    // A press of the mouse also moves the focus here, but then the values at the pointer are shown.
    if (slider.matches(':focus-visible')) handlers.read(handlers.position())
  })
  place.append(slider)
  leaveWithFocus(slider, () => handlers.leave())
  return slider
}

/** The buttons that zoom are about the point that is read, so it stays while they have the focus. Some browsers give them none. */
function leaveWithFocus(slider: HTMLElement, leave: () => void): void {
  const figure = slider.closest('figure')
  const tools = figure?.querySelector('.tools')
  const keepsPoint = (element: EventTarget | null): boolean =>
    element === slider || (element instanceof Node && tools?.contains(element) === true)
  figure?.addEventListener('focusout', ({ target, relatedTarget }) => {
    if (relatedTarget !== null && keepsPoint(target) && !keepsPoint(relatedTarget)) leave()
  })
}

function targetOf({ key, shiftKey }: KeyboardEvent, { position, visible, width, next }: KeyHandlers) {
  const { from, until } = visible()
  const large = (until - from) * LARGE_STEP
  const small = ((until - from) / Math.max(1, width())) * SMALL_STEP
  const step = (direction: -1 | 1, isLarge: boolean) => next(position(), direction, isLarge ? large : small)
  switch (key) {
    case 'ArrowLeft':
    case 'ArrowDown':
      return step(-1, shiftKey)
    case 'ArrowRight':
    case 'ArrowUp':
      return step(1, shiftKey)
    case 'PageDown':
      return step(-1, true)
    case 'PageUp':
      return step(1, true)
    case 'Home':
      return from
    case 'End':
      return until - 1
    default:
      return undefined
  }
}
