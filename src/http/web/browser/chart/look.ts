// The look of the chart in this browser: the theme of the page and the available width and height.
import type { ThemeName } from '../../../../charts/theme.js'

const darkness = matchMedia('(prefers-color-scheme: dark)')

export function themeNow(): ThemeName {
  const chosen = document.documentElement.dataset.theme
  if (chosen === 'light' || chosen === 'dark') return chosen
  return darkness.matches ? 'dark' : 'light'
}

export const onThemeChange = (act: () => void): void => darkness.addEventListener('change', act)

const NARROWEST = 280
const WIDE = 700
/** Height of a legend line in pixels, where the names do not fit on one line. */
const LINE = 22

export function sizeOf(place: HTMLElement, games: number): { width: number; height: number } {
  const width = Math.max(NARROWEST, Math.floor(place.clientWidth))
  return { width, height: width < WIDE ? 360 + LINE * (games - 1) : Math.round(Math.min(560, 300 + width / 8)) }
}
