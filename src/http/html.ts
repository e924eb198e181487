// An HTML template tag that escapes every value, unless the value is itself HTML from this tag.

export class Html {
  constructor(readonly text: string) {}
}

type HtmlPart = Html | string | number | readonly Html[]

export function html(pieces: TemplateStringsArray, ...parts: readonly HtmlPart[]): Html {
  return new Html(
    pieces.map((piece, index) => piece + (index < parts.length ? shown(parts[index] ?? '') : '')).join(''),
  )
}

function shown(part: HtmlPart): string {
  if (part instanceof Html) return part.text
  if (typeof part === 'object') return part.map((one) => one.text).join('')
  return escapeHtml(String(part))
}

export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
