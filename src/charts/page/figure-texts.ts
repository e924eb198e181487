// The texts of the chart's script, which the server sends in the page in the reader's language; `{}` stands for a value.

/** The file formats in which a reader can save a chart. */
export const SAVED_FORMATS = ['png', 'svg', 'csv'] as const
export type SavedFormat = (typeof SAVED_FORMATS)[number]

export interface ChartTexts {
  /** The name of the position that arrow keys move. */
  readonly cursor: string
  /** What the keys and the pointer do. */
  readonly hint: string
  /** Instead of a value where none was measured. */
  readonly unknown: string
  /** The same at a time before the first sample. */
  readonly notTracked: string
  /** Of a counter, instead of its change in an hour or a day that begins or ends in a gap, and why. */
  readonly unknownChange: { readonly value: string; readonly hour: string; readonly day: string }
  /** The name of a line with which the first is compared. */
  readonly versus: string
  /** Between what the players usually are, as the head of the page says it. */
  readonly usualRange: string
  /** The link to the place on the page with the details of an event. */
  readonly more: string
  readonly close: string
  /** The name of the button that leaves the full screen. */
  readonly leaveFull: string
  readonly measuredHour: string
  readonly measuredDay: string
  /** The difference of two ratios. */
  readonly points: string
  readonly changeSince: string
  /** The title of a saved chart of several games. */
  readonly compared: string
  readonly since: string
  readonly events: string
}

/** For a name in the middle of a text. */
export const lowerFirst = (text: string, locale: string): string =>
  text.slice(0, 1).toLocaleLowerCase(locale) + text.slice(1)

/** For a text that becomes a sentence of its own. */
export const upperFirst = (text: string, locale: string): string =>
  text.slice(0, 1).toLocaleUpperCase(locale) + text.slice(1)

/** Puts the values into the text, in order. */
export function filled(text: string, ...values: readonly string[]): string {
  let next = 0
  return text.replaceAll('{}', () => values[next++] ?? '')
}
