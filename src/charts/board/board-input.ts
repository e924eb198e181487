// The input of a picture of a list of games: plain data that can be sent to another thread.
import type { ThemeName } from '../theme.js'

export type MoveTone = 'up' | 'down' | 'same'

export interface BoardRow {
  /** For example `12`; empty where the list is in no order. */
  readonly rank: string
  /** For example `▲2`; empty where nothing is known of before. */
  readonly move: { readonly text: string; readonly tone: MoveTone } | undefined
  /** The icon of the game, as an image file. */
  readonly icon: Uint8Array | undefined
  readonly name: string
  /** For example `12,345`. */
  readonly value: string
  /** Below the value, for example `+3.1%`; may be empty. */
  readonly note: string
  /** At equal distances; null where nothing was measured. */
  readonly line: readonly (number | null)[]
}

export interface BoardInput {
  readonly kind: 'board'
  readonly title: string
  readonly subtitle: string
  readonly rows: readonly BoardRow[]
  readonly theme: ThemeName
}
