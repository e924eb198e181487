// The chart on the full screen, and the Escape key: it first closes what is open, and only then leaves the full screen.
import type { ChartReading } from '../reading.js'

/** Not in every browser, and only over HTTPS or on this computer: elsewhere, Escape always leaves the full screen. */
interface KeyboardLock {
  readonly keyboard?: { lock?(keys: readonly string[]): Promise<void>; unlock?(): void }
}

const { keyboard } = navigator as Navigator & KeyboardLock

export async function toggleFullScreen(figure: HTMLElement): Promise<void> {
  if (document.fullscreenElement === figure) {
    await document.exitFullscreen()
    return
  }
  await figure.requestFullscreen()
  await keyboard?.lock?.(['Escape']).catch(() => undefined)
}

/** The button that fills the screen says that it leaves it once it does. */
export function nameFullScreen(figure: HTMLElement, button: HTMLElement | null, leaveText: string): void {
  if (!button) return
  const enterText = button.title
  document.addEventListener('fullscreenchange', () => {
    button.title = document.fullscreenElement === figure ? leaveText : enterText
    button.ariaLabel = button.title
  })
}

export function onEscape(figure: HTMLElement, reading: Pick<ChartReading, 'chosen' | 'hide'>): void {
  const isOpen = (): boolean => figure.querySelector('details[open], :popover-open') !== null
  // Before the listeners that close what is open.
  document.addEventListener(
    'keydown',
    ({ key }) => {
      if (key !== 'Escape') return
      const isReading = reading.chosen !== undefined
      reading.hide()
      const isFull = document.fullscreenElement === figure
      if (isFull && !isReading && !isOpen()) void document.exitFullscreen()
    },
    { capture: true },
  )
  document.addEventListener('fullscreenchange', () => {
    if (document.fullscreenElement !== figure) keyboard?.unlock?.()
  })
}
