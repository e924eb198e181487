// Pointer input on the plot: moving and tapping read values, and dragging with a mouse selects a part of the range.

export interface PointerHandlers {
  /** `x` in pixels from the left edge of the plot's element. */
  read(x: number): void
  /** Called for a tap, after which the values stay visible. */
  tap(x: number): void
  leave(): void
  select(from: number, until: number): void
}

/** In pixels; a shorter drag counts as a click. */
const MIN_DRAG = 8

export function watchPointer(place: HTMLElement, { read, tap, leave, select }: PointerHandlers): void {
  const band = document.createElement('div')
  band.className = 'chosen-band'
  band.hidden = true
  place.append(band)
  let began: number | undefined
  let next: number | undefined
  let left = 0
  const xOf = (event: PointerEvent): number => event.clientX - left

  /** Pointers move more often than the screen is drawn. */
  const readSoon = (x: number): void => {
    if (next === undefined)
      requestAnimationFrame(() => {
        if (next !== undefined) read(next)
        next = undefined
      })
    next = x
  }

  const measure = (): void => {
    left = place.getBoundingClientRect().left
  }
  place.addEventListener('pointerenter', measure)
  place.addEventListener('pointerdown', (event) => {
    measure()
    // Dragging with a finger reads values or scrolls the page; zooming on a touch screen uses the buttons.
    if (event.pointerType !== 'mouse') {
      readSoon(xOf(event))
      return
    }
    if (event.button !== 0) return
    began = xOf(event)
    place.setPointerCapture(event.pointerId)
  })
  place.addEventListener('pointermove', (event) => {
    const x = xOf(event)
    readSoon(x)
    if (began === undefined) return
    band.hidden = Math.abs(x - began) < MIN_DRAG
    Object.assign(band.style, { left: `${Math.min(x, began)}px`, width: `${Math.abs(x - began)}px` })
  })
  place.addEventListener('pointerup', (event) => {
    if (event.pointerType !== 'mouse') tap(xOf(event))
    if (began === undefined) return
    const [from, until] = [Math.min(began, xOf(event)), Math.max(began, xOf(event))]
    began = undefined
    band.hidden = true
    if (until - from >= MIN_DRAG) select(from, until)
  })
  place.addEventListener('pointercancel', () => {
    began = undefined
    band.hidden = true
  })
  place.addEventListener('pointerleave', (event) => {
    next = undefined
    if (event.pointerType === 'mouse') leave()
  })
}
