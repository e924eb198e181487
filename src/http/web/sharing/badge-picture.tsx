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

const HEIGHT = 20
const BASELINE = 14
const SIZE = 11
const PADDING = 6
/** A picture on another page loads no font, so the text is fitted to the width that was computed. */
const FONT = 'Verdana,Geneva,DejaVu Sans,sans-serif'

export function badgePicture({ label, value, title, theme }: BadgePictureProps): string {
  const colors = COLORS[theme]
  const [labelWidth, valueWidth] = [Math.ceil(widthOf(label, SIZE)), Math.ceil(widthOf(value, SIZE))]
  const split = labelWidth + 2 * PADDING
  const width = split + valueWidth + 2 * PADDING
  const text = { y: BASELINE, 'font-family': FONT, 'font-size': SIZE, lengthAdjust: 'spacingAndGlyphs' } as const
  return renderToString(
    <svg xmlns="http://www.w3.org/2000/svg" width={width} height={HEIGHT} role="img" aria-label={title}>
      <title>{title}</title>
      <clipPath id="round">
        <rect width={width} height={HEIGHT} rx="3" />
      </clipPath>
      <g clip-path="url(#round)">
        <rect width={split} height={HEIGHT} fill={colors.label} />
        <rect x={split} width={width - split} height={HEIGHT} fill={colors.value} />
      </g>
      <text {...text} x={PADDING} fill={colors.labelText} textLength={labelWidth}>
        {label}
      </text>
      <text {...text} x={split + PADDING} fill={colors.valueText} textLength={valueWidth} font-weight="bold">
        {value}
      </text>
    </svg>,
  )
}
