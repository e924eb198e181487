// Reads the error and the typed values with which a rejected form is shown again.
import { formErrorText } from '../../../messages/error-text.js'
import type { RequestContext } from '../page.js'

/** The error, where the rejected form is the one with this field; a page may have several forms. */
export function wrongAt(
  { rejection, catalog }: Pick<RequestContext, 'rejection' | 'catalog'>,
  field: string,
): string | undefined {
  if (rejection?.values[field] === undefined) return undefined
  return formErrorText(rejection.error, catalog)
}

/** The typed value, or otherwise the current one. */
export const typedAt = ({ rejection }: Pick<RequestContext, 'rejection'>, field: string, otherwise = ''): string =>
  rejection?.values[field] ?? otherwise
