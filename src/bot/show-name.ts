// Makes untrusted names safe to show: no Markdown, no mentions, no change of text direction around them.

/** Line breaks, control characters and characters that change the text direction. */
const INVISIBLE_CHARACTERS = /[\p{Cc}\p{Zl}\p{Zp}\u200e\u200f\u202a-\u202e\u2066-\u2069\s]+/gu
const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u
const FIRST_STRONG_ISOLATE = '\u2068'
const POP_ISOLATE = '\u2069'
const ZERO_WIDTH_SPACE = '\u200b'

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** For places where Discord shows plain text, such as choices and labels. */
export function plainName(name: string, longest: number): string {
  const line = name.replace(INVISIBLE_CHARACTERS, ' ').trim()
  return line === '' ? '—' : shorten(line, longest)
}

/** For places where Discord renders Markdown, such as messages and embeds. */
export function showName(name: string, longest: number): string {
  const escaped = escapeText(plainName(name, longest))
  return RIGHT_TO_LEFT.test(escaped) ? `${FIRST_STRONG_ISOLATE}${escaped}${POP_ISOLATE}` : escaped
}

export function escapeText(text: string): string {
  return text
    .replace(/[\\*_~`|<>]/g, '\\$&')
    .replace(/^[#+-]/gm, '\\$&')
    .replaceAll('](', ']\\(')
    .replaceAll('://', `:${ZERO_WIDTH_SPACE}//`)
    .replace(/@(?=everyone|here)/gi, `@${ZERO_WIDTH_SPACE}`)
}

/** Cuts between graphemes, so that no emoji is split; the length is counted as Discord counts it. */
function shorten(line: string, longest: number): string {
  if (line.length <= longest) return line
  let beginning = ''
  for (const { segment } of graphemes.segment(line)) {
    if (beginning.length + segment.length > longest - 1) break
    beginning += segment
  }
  return `${beginning.trimEnd()}…`
}
