// Pointer input on the plot: moving reads values, and dragging with a mouse selects a part of the range.

export interface PointerHandlers {
  minuteAt(x: number): number
  point(minute: number): void
  choose(from: number, until: number): void
}

/** In pixels; a shorter drag counts as a click. */
const MIN_DRAG = 8

export function watchPointer(place: HTMLElement, { minuteAt, point, choose }: PointerHandlers): void {
  const band = document.createElement('div')
  band.className = 'chosen-band'
  band.hidden = true
  place.append(band)
  let began: number | undefined
  const xOf = (event: PointerEvent): number => event.clientX - place.getBoundingClientRect().left

  place.addEventListener('pointerdown', (event) => {
    // Dragging with a finger scrolls the page or reads values; zooming on a touch screen uses the buttons.
    if (event.pointerType !== 'mouse' || event.button !== 0) return
    began = xOf(event)
    place.setPointerCapture(event.pointerId)
    event.preventDefault()
  })
  place.addEventListener('pointermove', (event) => {
    const x = xOf(event)
    point(minuteAt(x))
    if (began === undefined) return
    band.hidden = Math.abs(x - began) < MIN_DRAG
    Object.assign(band.style, { left: `${Math.min(x, began)}px`, width: `${Math.abs(x - began)}px` })
  })
  place.addEventListener('pointerup', (event) => {
    if (began === undefined) return
    const [left, right] = [Math.min(began, xOf(event)), Math.max(began, xOf(event))]
    began = undefined
    band.hidden = true
    if (right - left >= MIN_DRAG) choose(minuteAt(left), minuteAt(right))
  })
  place.addEventListener('pointercancel', () => {
    began = undefined
    band.hidden = true
  })
}
