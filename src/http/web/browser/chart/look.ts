// The look of the chart in this browser: the theme of the page and the available width and height.
import type { ThemeName } from '../../../../charts/theme.js'

const darkness = matchMedia('(prefers-color-scheme: dark)')
const paper = matchMedia('print')

export function themeNow(): ThemeName {
  if (paper.matches) return 'light'
  const chosen = document.documentElement.dataset.theme
  if (chosen === 'light' || chosen === 'dark') return chosen
  return darkness.matches ? 'dark' : 'light'
}

export function onThemeChange(act: () => void): void {
  for (const query of [darkness, paper]) query.addEventListener('change', act)
}

const FONT_TIMEOUT_MS = 1_000

/** A canvas is not drawn again when its font arrives, so the chart waits for it, but not for long. */
export async function fontLoaded(): Promise<void> {
  const late = new Promise<void>((resolve) => setTimeout(resolve, FONT_TIMEOUT_MS))
  await Promise.race([document.fonts.load('14px Inter').then(() => undefined), late])
}

const NARROWEST = 280
const WIDE = 700
/** Height of a legend line in pixels, where the names do not fit on one line. */
const LINE = 22

export function sizeOf(place: HTMLElement, games: number): { width: number; height: number } {
  const width = Math.max(NARROWEST, Math.floor(place.clientWidth))
  return { width, height: width < WIDE ? 360 + LINE * (games - 1) : Math.round(Math.min(560, 300 + width / 8)) }
}
