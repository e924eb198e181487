// Reads the links and forms of a page, as a person sees them.

export interface FoundForm {
  readonly path: string
  readonly fields: Readonly<Record<string, string>>
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', quot: '"', lt: '<', gt: '>', '#39': "'" }
const plain = (text: string): string =>
  text.replace(/&(amp|quot|lt|gt|#39);/g, (_, name: string) => ENTITIES[name] ?? '')

const attribute = (tag: string, name: string): string | undefined => {
  const [, value] = new RegExp(`\\s${name}="([^"]*)"`).exec(tag) ?? []
  return value === undefined ? undefined : plain(value)
}

/** Addresses within the site. */
export const linksIn = (html: string): string[] =>
  [...html.matchAll(/<a\s[^>]*>/g)]
    .map(([tag]) => attribute(tag, 'href')?.replace(/#.*$/s, '') ?? '')
    .filter((href) => /^\/(?!\/)/.test(href))

/** The forms that change something, with what is filled in. */
export const formsIn = (html: string): FoundForm[] =>
  [...html.matchAll(/(<form\s[^>]*>)(.*?)<\/form>/gs)].flatMap(([, tag = '', inside = '']) => {
    const path = attribute(tag, 'action')
    if (path === undefined || attribute(tag, 'method') !== 'post') return []
    const fields: Record<string, string> = {}
    for (const [input] of inside.matchAll(/<(?:input|select|textarea|button)\s[^>]*>/g)) {
      const name = attribute(input, 'name')
      if (name !== undefined) fields[name] ??= attribute(input, 'value') ?? ''
    }
    for (const [, select = '', options = ''] of inside.matchAll(/(<select\s[^>]*>)(.*?)<\/select>/gs)) {
      const [chosen] = options.match(/<option[^>]*\sselected[^>]*>/) ?? options.match(/<option[^>]*>/) ?? []
      const name = attribute(select, 'name')
      if (name !== undefined && chosen !== undefined) fields[name] = attribute(chosen, 'value') ?? ''
    }
    return [{ path, fields }]
  })
