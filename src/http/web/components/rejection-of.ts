// Reads the error and the typed values with which a rejected form is shown again.
import type { RequestContext } from '../page.js'
import { pageErrorText, wrongField } from '../requests/form-errors.js'

export type FormContext = Pick<RequestContext, 'catalog' | 'rejection'>

/** The error, where it is about this field. */
export function wrongAt({ rejection, catalog }: FormContext, field: string): string | undefined {
  if (rejection === undefined || wrongField(rejection) !== field) return undefined
  return pageErrorText(rejection, catalog)
}

/** The typed value, or otherwise the current one. */
export const typedAt = ({ rejection }: Pick<RequestContext, 'rejection'>, field: string, otherwise = ''): string =>
  rejection?.values[field] ?? otherwise
