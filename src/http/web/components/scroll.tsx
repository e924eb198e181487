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

interface StackedTableProps {
  readonly label: string
  readonly caption?: string
  /** The names of the columns. */
  readonly heads: readonly string[]
  /** The name of a last column of buttons. */
  readonly action?: string | undefined
  /** Whether the values of a row say themselves what they are, so that a phone shows them in one line without the names of columns. */
  readonly isBrief?: boolean
  /** The rows. */
  readonly children: ComponentChildren
}

/** A table of which each row becomes a block on a phone. */
export const StackedTable = ({ label, caption, heads, action, isBrief = false, children }: StackedTableProps) => (
  <Scroll label={label}>
    <table class={isBrief ? 'stacked brief' : 'stacked'}>
      {caption === undefined ? undefined : <caption>{caption}</caption>}
      <thead>
        <tr>
          {heads.map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
          {action === undefined ? undefined : <ActionHead name={action} />}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  </Scroll>
)
