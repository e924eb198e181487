// Reads the error and the typed values with which a rejected form is shown again.
import type { RequestContext } from '../page.js'
import { isWrongAt, pageErrorText } from '../requests/form-errors.js'

export type FormContext = Pick<RequestContext, 'catalog' | 'rejection'>

/** The error about this field, where one of the errors is. */
export function wrongAt({ rejection, catalog }: FormContext, field: string): string | undefined {
  if (rejection === undefined) return undefined
  const errors = [rejection.error, ...(rejection.error.options.others ?? [])]
  const rejected = errors.map((error) => ({ ...rejection, error })).find((one) => isWrongAt(one, field))
  return rejected && pageErrorText(rejected, catalog, field)
}

/** The typed value, or otherwise the current one. */
export const typedAt = ({ rejection }: Pick<RequestContext, 'rejection'>, field: string, otherwise = ''): string =>
  rejection?.values[field] ?? otherwise
