// The input of a card: the preview picture of a page without a chart. It is plain data that can be sent to another thread.
import type { ThemeName } from '../theme.js'

export interface CardRow {
  readonly name: string
  /** At the right edge; empty for a line of text. */
  readonly value: string
}

export interface CardInput {
  readonly kind: 'card'
  /** The name of the product, beside the logo. */
  readonly product: string
  readonly title: string
  /** Wrapped to at most three lines; left out where there are rows. */
  readonly text: string
  /** At most five are drawn. */
  readonly rows: readonly CardRow[]
  readonly theme: ThemeName
  /** In CSS pixels; the picture has twice as many in each direction. */
  readonly width: number
  readonly height: number
}
