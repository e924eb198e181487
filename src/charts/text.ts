// Text for charts: single lines, estimated widths and truncation. Estimates err on the wide side.

const WIDE =
  /[\p{Extended_Pictographic}\p{Regional_Indicator}\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\uff00-\uff60]/u
const NARROW_LETTERS = /[.,:;'!|ijlIt()[\]\s]/
/**
 * W, Æ, Œ, Ж, Ю, Щ, Ш, Ы, Ф, Љ, Њ, ‰, № and —; then m, w, M, W, %, @, æ, œ, ж, ш, щ, ю, ф, ы, љ, њ, ω, ψ, φ and capitals. By
 * their numbers, because the bundler leaves letters of an expression as they are, and one of them makes Node keep two bytes
 * for each character of the file.
 */
const WIDEST_LETTERS = /[W\u00c6\u0152\u0416\u042e\u0429\u0428\u042b\u0424\u0409\u040a\u2030\u2116\u2014]/u
const WIDE_LETTERS = /[mwMW%@\u00e6\u0153\u0436\u0448\u0449\u044e\u0444\u044b\u0459\u045a\u03c9\u03c8\u03c6\p{Lu}]/u
const RIGHT_TO_LEFT = /^[^\p{L}]*[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/u

const graphemes = (text: string): string[] =>
  Array.from(new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(text), ({ segment }) => segment)

/** In pixels. Measured widths would differ between server and browser, and so would the layout. */
export const widthOf = (text: string, size: number): number =>
  graphemes(text).reduce((total, grapheme) => total + size * emOf(grapheme), 0)

/** The estimated width of a character, in em. */
const emOf = (grapheme: string): number => {
  if (WIDE.test(grapheme)) return 1.3
  if (NARROW_LETTERS.test(grapheme)) return 0.36
  if (WIDEST_LETTERS.test(grapheme)) return 1.03
  return WIDE_LETTERS.test(grapheme) ? 0.8 : 0.61
}

/** One line without control characters and marks that change the text direction. */
export const cleaned = (text: string): string =>
  text.replace(/[\p{Cc}\p{Zl}\p{Zp}\u200e\u200f\u202a-\u202e\u2066-\u2069\s]+/gu, ' ').trim()

/** Isolates a right-to-left text, so that its direction does not depend on the text around it. */
export const isolated = (text: string): string => (RIGHT_TO_LEFT.test(text) ? `\u2067${text}\u2069` : text)

/** At most `room` pixels of the text; a longer one ends with an ellipsis. */
export const cut = (text: string, size: number, room: number): string =>
  widthOf(text, size) <= room ? text : `${fitting(text, size, room - widthOf('…', size)).trimEnd()}…`

/** The longest beginning that fits into `room` pixels. */
function fitting(text: string, size: number, room: number): string {
  let remaining = room
  const all = graphemes(text)
  const end = all.findIndex((grapheme) => {
    remaining -= size * emOf(grapheme)
    return remaining < 0
  })
  return end < 0 ? text : all.slice(0, end).join('')
}

/** At most `maxLines` lines, broken between words if possible; the last one is truncated. */
export function wrapped(text: string, size: number, room: number, maxLines: number): string[] {
  const lines: string[] = []
  let rest = text
  while (lines.length < maxLines - 1 && widthOf(rest, size) > room) {
    const line = fitting(rest, size, room)
    const space = line.lastIndexOf(' ')
    const end = rest[line.length] === ' ' || space < line.length / 3 ? line.length : space
    lines.push(rest.slice(0, end).trim())
    rest = rest.slice(end).trim()
  }
  return [...lines, cut(rest, size, room)].filter((line) => line !== '')
}
