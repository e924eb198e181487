// Draws a badge as SVG: a label and a value side by side, in the form that badges on the web have.
import { renderToString } from 'preact-render-to-string'
import { widthOf } from '../../../charts/text.js'
import type { ThemeName } from '../../../charts/theme.js'

interface BadgePictureProps {
  readonly label: string
  readonly value: string
  /** The whole meaning, for screen readers. */
  readonly title: string
  readonly theme: ThemeName
}

const COLORS = {
  light: { label: '#565e6c', labelText: '#ffffff', value: '#2563eb', valueText: '#ffffff' },
  dark: { label: '#343840', labelText: '#f4f5f7', value: '#74a5ff', valueText: '#10141c' },
} as const satisfies Record<ThemeName, unknown>

const BADGE_HEIGHT = 20
const BASELINE_OFFSET = 14
const BADGE_TEXT_SIZE = 11
const BADGE_MARGIN = 6
/** A picture on another page loads no font, so the text is fitted to the width that was computed. */
const BADGE_FONT = 'Verdana,Geneva,DejaVu Sans,sans-serif'

export function badgePicture({ label, value, title, theme }: BadgePictureProps): string {
  const colors = COLORS[theme]
  const [labelWidth, valueWidth] = [
    Math.ceil(widthOf(label, BADGE_TEXT_SIZE)),
    Math.ceil(widthOf(value, BADGE_TEXT_SIZE)),
  ]
  const split = labelWidth + 2 * BADGE_MARGIN
  const width = split + valueWidth + 2 * BADGE_MARGIN
  const text = {
    y: BASELINE_OFFSET,
    'font-family': BADGE_FONT,
    'font-size': BADGE_TEXT_SIZE,
    lengthAdjust: 'spacingAndGlyphs',
  } as const
  return renderToString(
    <svg xmlns="http://www.w3.org/2000/svg" width={width} height={BADGE_HEIGHT} role="img" aria-label={title}>
      <title>{title}</title>
      <clipPath id="round">
        <rect width={width} height={BADGE_HEIGHT} rx="3" />
      </clipPath>
      <g clip-path="url(#round)">
        <rect width={split} height={BADGE_HEIGHT} fill={colors.label} />
        <rect x={split} width={width - split} height={BADGE_HEIGHT} fill={colors.value} />
      </g>
      <text {...text} x={BADGE_MARGIN} fill={colors.labelText} textLength={labelWidth}>
        {label}
      </text>
      <text {...text} x={split + BADGE_MARGIN} fill={colors.valueText} textLength={valueWidth} font-weight="bold">
        {value}
      </text>
    </svg>,
  )
}
