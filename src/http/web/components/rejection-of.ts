// What a form that was refused is shown again with.
import type { RequestContext } from '../page.js'

/** Why, where it was the form that has this field: a page may have several. */
export function wrongAt(
  { refused, catalog }: Pick<RequestContext, 'refused' | 'catalog'>,
  field: string,
): string | undefined {
  if (refused?.given[field] === undefined) return undefined
  return catalog.errors[refused.error.code](refused.error.message)
}

/** What was typed, or what is in force. */
export const typedAt = ({ refused }: Pick<RequestContext, 'refused'>, field: string, otherwise = ''): string =>
  refused?.given[field] ?? otherwise
