// How many columns of a terminal a text takes, so that names from outside can be cut to what is left of a line.

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })
/** East Asian wide letters and emoji take two columns. Some symbols that take one are counted as two, which only cuts earlier. */
const WIDE =
  /[\u1100-\u115F\u2E80-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60\uFFE0-\uFFE6\u{1F000}-\u{1FAFF}\u{20000}-\u{3FFFD}]|\p{Extended_Pictographic}/u
const INVISIBLE = /^[\p{M}\p{Cf}]+$/u

const widthOf = (grapheme: string): number => (INVISIBLE.test(grapheme) ? 0 : WIDE.test(grapheme) ? 2 : 1)

export const displayWidth = (text: string): number =>
  Array.from(graphemes.segment(text)).reduce((sum, { segment }) => sum + widthOf(segment), 0)

/** The text, or as much of its beginning as fits with a `…`. */
export function cutToWidth(text: string, columns: number): string {
  if (displayWidth(text) <= columns) return text
  let [beginning, left] = ['', columns - 1]
  for (const { segment } of graphemes.segment(text)) {
    left -= widthOf(segment)
    if (left < 0) break
    beginning += segment
  }
  return `${beginning.trimEnd()}…`.slice(0, Math.max(0, columns))
}
