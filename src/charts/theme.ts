// The colors of charts. Lines differ also for red-green color blindness, and contrast with the background by at least 3
// to 1.

export type ThemeName = 'light' | 'dark'

export interface ChartTheme {
  readonly background: string
  readonly text: string
  readonly muted: string
  readonly grid: string
  readonly axis: string
  readonly band: string
  readonly marker: string
  readonly previous: string
  /** The band of the usual. */
  readonly usual: string
  /** The middle of that band, which stands alone where there is no band: unlike the compared period, even without its dashes. */
  readonly usualLine: string
  /** Between the lowest and the highest around the line of one game, over the band of the usual. */
  readonly range: string
  /** The lines of a comparison in order; the first is also the line of a chart of one game. */
  readonly lines: readonly string[]
  /** The gradient below a single line, top to bottom. */
  readonly fill: readonly [string, string]
}

export const THEMES: Readonly<Record<ThemeName, ChartTheme>> = {
  light: {
    background: '#ffffff',
    text: '#1b1f24',
    muted: '#57606a',
    grid: '#e6e9ed',
    axis: '#b8c0c9',
    band: 'rgba(110, 120, 135, 0.13)',
    marker: '#8a3ffc',
    previous: '#b3bac3',
    usual: 'rgba(37, 99, 235, 0.13)',
    usualLine: '#7c9fef',
    range: 'rgba(37, 99, 235, 0.32)',
    lines: ['#2563eb', '#d9480f', '#0b8a63', '#b5179e', '#8a6d00'],
    fill: ['rgba(37, 99, 235, 0.26)', 'rgba(37, 99, 235, 0.03)'],
  },
  dark: {
    background: '#1e2024',
    text: '#f4f5f7',
    muted: '#b3bac4',
    grid: '#343840',
    axis: '#5a606b',
    band: 'rgba(180, 190, 205, 0.12)',
    marker: '#c4a1ff',
    previous: '#656d79',
    usual: 'rgba(116, 165, 255, 0.18)',
    usualLine: '#5f80c2',
    range: 'rgba(116, 165, 255, 0.38)',
    lines: ['#74a5ff', '#ff9a5c', '#3fd6a5', '#f18ee3', '#e6c84f'],
    fill: ['rgba(116, 165, 255, 0.32)', 'rgba(116, 165, 255, 0.03)'],
  },
}
