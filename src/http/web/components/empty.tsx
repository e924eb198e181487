// Says what is not there yet, and offers the next step.
import type { ComponentChildren } from 'preact'

interface EmptyProps {
  readonly text: ComponentChildren
  readonly title?: string
  /** What the reader can do about it. */
  readonly next?: { readonly href: string; readonly label: string } | undefined
}

export const Empty = ({ title, text, next }: EmptyProps) => (
  <div class="empty">
    {title === undefined ? undefined : <h3>{title}</h3>}
    <p>{text}</p>
    {next === undefined ? undefined : (
      <a class="button" href={next.href}>
        {next.label}
      </a>
    )}
  </div>
)
