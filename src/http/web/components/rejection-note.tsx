// Why a form was refused, at the top of the page: for forms that are a button, with no field to stand beside.
import type { RequestContext } from '../page.js'

interface Props {
  readonly asked: Pick<RequestContext, 'refused' | 'catalog'>
  /** The fields of the page's other forms, which tell it themselves. */
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
