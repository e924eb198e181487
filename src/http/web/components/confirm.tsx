// Asks for confirmation before an action that cannot be undone: in a dialog, and without scripts on a page of its own.
import type { NavEntry, View } from '../page.js'

export interface Confirmation {
  readonly title: string
  readonly text: string
  /** The label of the button that confirms. */
  readonly yes: string
  readonly no: string
  /** The URL to which the form is sent. */
  readonly action: string
}

interface ConfirmPage extends Confirmation {
  readonly back: string
  readonly breadcrumbs: readonly NavEntry[]
}

export const confirmView = ({ title, text, yes, no, action, back, breadcrumbs }: ConfirmPage): View => ({
  title,
  width: 'narrow',
  breadcrumbs,
  body: (
    <div class="confirm-page">
      <h1>{title}</h1>
      <p>{text}</p>
      <form class="row" method="post" action={action}>
        <button class="destructive primary" type="submit">
          {yes}
        </button>
        <a class="button" href={back}>
          {no}
        </a>
      </form>
    </div>
  ),
})

interface ConfirmButtonProps extends Confirmation {
  readonly id: string
  readonly label: string
  /** The page that asks the same question where no script runs. */
  readonly href: string
  /** What a screen reader says in place of the label. */
  readonly about?: string
  readonly isSmall?: boolean
}

/** A link to the page that asks; a script opens the dialog with the same question instead. */
export const ConfirmButton = ({ id, label, about, isSmall, href, ...question }: ConfirmButtonProps) => (
  <>
    <a
      class={isSmall ? 'button small destructive' : 'button destructive'}
      href={href}
      data-dialog={id}
      aria-label={about}
    >
      {label}
    </a>
    <dialog class="confirm" id={id} aria-labelledby={`${id}-title`}>
      <div class="content">
        <h2 id={`${id}-title`}>{question.title}</h2>
        <p>{question.text}</p>
        <div class="row">
          <form method="dialog">
            <button type="submit">{question.no}</button>
          </form>
          <form method="post" action={question.action}>
            <button class="destructive primary" type="submit">
              {question.yes}
            </button>
          </form>
        </div>
      </div>
    </dialog>
  </>
)
