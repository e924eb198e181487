// Shows at the top of the page why a form was rejected, for forms that are only a button and have no field to show it.
import { formErrorText } from '../../../messages/error-text.js'
import type { RequestContext } from '../page.js'

interface Props {
  readonly context: Pick<RequestContext, 'rejection' | 'catalog'>
  /** The fields of the page's other forms, which show their errors themselves. */
  readonly unless: readonly string[]
}

export function RejectionNote({ context: { rejection, catalog }, unless }: Props) {
  if (!rejection || unless.some((field) => rejection.values[field] !== undefined)) return null
  return (
    <p class="message danger" role="alert">
      {formErrorText(rejection.error, catalog)}
    </p>
  )
}
