// How the chart has to look here: the page's theme, and as much room as there is.
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
/** Of the legend, where there is no room beside each other. */
const LINE = 22

export function sizeOf(place: HTMLElement, games: number): { width: number; height: number } {
  const width = Math.max(NARROWEST, Math.floor(place.clientWidth))
  return { width, height: width < WIDE ? 360 + LINE * (games - 1) : Math.round(Math.min(560, 300 + width / 8)) }
}
