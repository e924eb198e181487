// What a form that was refused is shown again with.
import type { RequestContext } from '../page.js'

/** Why, where it was the form that has this field: a page may have several. */
export function wrongAt(
  { refused, words }: Pick<RequestContext, 'refused' | 'words'>,
  field: string,
): string | undefined {
  if (refused?.given[field] === undefined) return undefined
  return words.errors[refused.error.code](refused.error.message)
}

/** What was typed, or what is in force. */
export const typedAt = ({ refused }: Pick<RequestContext, 'refused'>, field: string, otherwise = ''): string =>
  refused?.given[field] ?? otherwise
