// The template of a counter's channel name: a text with placeholders in braces, for example `{name}: {players} online`.

/** What a placeholder stands for; all but the name are numbers. */
export const PLACEHOLDERS = ['name', 'players', 'visits', 'favorites', 'likes', 'like_ratio'] as const
export type Placeholder = (typeof PLACEHOLDERS)[number]

/** Leaves room for the numbers within the 100 characters of a channel's name. */
export const MAX_TEMPLATE_LENGTH = 60

/** Why a text is no template. */
export type TemplateFault =
  | { readonly is: 'too long' | 'no number' | 'open brace' }
  | { readonly is: 'unknown placeholder'; readonly named: string }

const IN_BRACES = /\{([^{}]*)\}/g

/** Undefined if the text is a template. */
export function templateFault(text: string): TemplateFault | undefined {
  if (text.length > MAX_TEMPLATE_LENGTH) return { is: 'too long' }
  const named = [...text.matchAll(IN_BRACES)].map(([, name = '']) => name)
  const unknown = named.find((name) => placeholderOf(name) === undefined)
  if (unknown !== undefined) return { is: 'unknown placeholder', named: unknown }
  if (/[{}]/.test(text.replace(IN_BRACES, ''))) return { is: 'open brace' }
  return named.some((name) => placeholderOf(name) !== 'name') ? undefined : { is: 'no number' }
}

/** Case and spaces do not matter to people who type it. */
const placeholderOf = (name: string): Placeholder | undefined =>
  PLACEHOLDERS.find((one) => one === name.trim().toLowerCase())

/** The placeholders of a template, each as often as it occurs. */
export const placeholdersIn = (template: string): Placeholder[] =>
  [...template.matchAll(IN_BRACES)].flatMap(([, name = '']) => placeholderOf(name) ?? [])

/** What is written for a placeholder is never read as a placeholder itself. */
export const fillTemplate = (template: string, write: (placeholder: Placeholder) => string): string =>
  template.replace(IN_BRACES, (whole: string, name: string) => {
    const placeholder = placeholderOf(name)
    return placeholder === undefined ? whole : write(placeholder)
  })
