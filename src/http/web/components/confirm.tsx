// Asks for confirmation before an action that cannot be undone. It is a page of its own, so that it works without scripts.
import type { View } from '../page.js'

interface ConfirmProps {
  readonly title: string
  readonly catalog: string
  /** The label of the button that confirms. */
  readonly yes: string
  readonly no: string
  /** The URL to which the form is sent. */
  readonly action: string
  readonly back: string
}

export const confirmView = ({ title, catalog, yes, no, action, back }: ConfirmProps): View => ({
  title,
  body: (
    <>
      <h1>{title}</h1>
      <p>{catalog}</p>
      <form class="row" method="post" action={action}>
        <button class="danger" type="submit">
          {yes}
        </button>
        <a href={back}>{no}</a>
      </form>
    </>
  ),
})
