// Parts of tables. A wide one scrolls by itself instead of the page, also by keyboard (WCAG 2.1.1).
import type { ComponentChildren } from 'preact'

interface ScrollProps {
  readonly label: string
  /** Of a table that fits on every screen: its head stays in view while the page scrolls. */
  readonly hasStickyHead?: boolean
  readonly children: ComponentChildren
}

const reachable = { tabIndex: 0 }

export const Scroll = ({ label, hasStickyHead = false, children }: ScrollProps) => (
  <section
    class={hasStickyHead ? 'scroll sticky-head' : 'scroll'}
    aria-label={label}
    {...(hasStickyHead ? {} : reachable)}
  >
    {children}
  </section>
)

/** The head of a column of buttons, which say themselves what they do: it is read aloud only. */
export const ActionHead = ({ name }: { readonly name: string }) => (
  <th scope="col" class="action">
    <span class="hidden">{name}</span>
  </th>
)
