// The look of the chart in this browser: the theme of the page and the available width and height.
import type { ThemeName } from '../../../../charts/theme.js'

const darkScheme = matchMedia('(prefers-color-scheme: dark)')
const printing = matchMedia('print')

export function themeNow(): ThemeName {
  if (printing.matches) return 'light'
  const chosen = document.documentElement.dataset.theme
  if (chosen === 'light' || chosen === 'dark') return chosen
  return darkScheme.matches ? 'dark' : 'light'
}

export function onThemeChange(act: () => void): void {
  for (const query of [darkScheme, printing]) query.addEventListener('change', act)
}

/** The zone in which the page writes its times. */
export const timeZoneNow = (): string =>
  document.documentElement.dataset.timeZone ?? new Intl.DateTimeFormat().resolvedOptions().timeZone

const FONT_TIMEOUT_MS = 1_000

/**
 * A canvas is not drawn again when its font arrives, so the chart waits for it, but not for long. Without the font, which
 * some browsers do not load, it is drawn in the next one.
 */
export async function fontLoaded(): Promise<void> {
  const late = new Promise<void>((resolve) => setTimeout(resolve, FONT_TIMEOUT_MS))
  const tried = document.fonts.load('14px Inter').then(
    () => undefined,
    () => undefined,
  )
  await Promise.race([tried, late])
}

const MIN_WIDTH = 240
const MIN_WIDE_WIDTH = 700
const NARROW_HEIGHT = 260
/** The height in pixels of the title, the legend and the lane on a full screen. */
const FULL_SCREEN_MARGIN = 140

/** The style sheet keeps this height free before the chart is drawn (game.css). In a frame on another site, the frame decides. */
export function sizeOf(place: HTMLElement, isFullScreen: boolean): { width: number; height: number } {
  const width = Math.max(MIN_WIDTH, Math.floor(place.clientWidth))
  if (document.body.classList.contains('embedded') && !isFullScreen)
    return { width, height: Math.floor(place.clientHeight) }
  if (isFullScreen) return { width, height: Math.max(NARROW_HEIGHT, innerHeight - FULL_SCREEN_MARGIN) }
  return { width, height: width < MIN_WIDE_WIDTH ? NARROW_HEIGHT : Math.round(Math.min(460, 250 + width / 8)) }
}
