// Reads the error and the typed values with which a rejected form is shown again.
import type { RequestContext } from '../page.js'

/** The error, where the rejected form is the one with this field; a page may have several forms. */
export function wrongAt(
  { refused, catalog }: Pick<RequestContext, 'refused' | 'catalog'>,
  field: string,
): string | undefined {
  if (refused?.given[field] === undefined) return undefined
  return catalog.errors[refused.error.code](refused.error.message)
}

/** The typed value, or otherwise the current one. */
export const typedAt = ({ refused }: Pick<RequestContext, 'refused'>, field: string, otherwise = ''): string =>
  refused?.given[field] ?? otherwise
