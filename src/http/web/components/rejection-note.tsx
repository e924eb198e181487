// Shows at the top of the page why a form was rejected, for forms that are only a button and have no field to show it.
import type { RequestContext } from '../page.js'

interface Props {
  readonly asked: Pick<RequestContext, 'refused' | 'catalog'>
  /** The fields of the page's other forms, which show their errors themselves. */
  readonly unless: readonly string[]
}

export function Rejected({ asked: { refused, catalog }, unless }: Props) {
  if (!refused || unless.some((field) => refused.given[field] !== undefined)) return null
  return (
    <p class="refused" role="alert">
      {catalog.errors[refused.error.code](refused.error.message)}
    </p>
  )
}
