// Parts of tables. A wide one scrolls by itself instead of the page, also by keyboard (WCAG 2.1.1).
import type { ComponentChildren } from 'preact'

interface ScrollProps {
  readonly label: string
  /** Where the table is sure to fit: there its head stays in view while the page scrolls. */
  readonly stickyHead?: 'nowhere' | 'wide screens' | 'everywhere'
  readonly children: ComponentChildren
}

const reachable = { tabIndex: 0 }
/** Rather than a landmark, because the section around a table often has the same name. */
const GROUP = { role: 'group' } as const
const STICKY_CLASSES = {
  nowhere: 'scroll',
  'wide screens': 'scroll wide-sticky-head',
  everywhere: 'scroll sticky-head',
} as const

export const Scroll = ({ label, stickyHead = 'nowhere', children }: ScrollProps) => (
  <section
    class={STICKY_CLASSES[stickyHead]}
    aria-label={label}
    {...GROUP}
    {...(stickyHead === 'everywhere' ? {} : reachable)}
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
  /** Those of them whose values are numbers, which have the class `number` too. */
  readonly numbers?: readonly string[]
  /** The name of a last column of buttons. */
  readonly action?: string | undefined
  /** Whether the values of a row say themselves what they are, so that a phone shows them in one line without the names of columns. */
  readonly isBrief?: boolean
  /** The rows. */
  readonly children: ComponentChildren
}

/** A table of which each row becomes a block on a phone. */
export const StackedTable = ({
  label,
  caption,
  heads,
  numbers = [],
  action,
  isBrief = false,
  children,
}: StackedTableProps) => (
  <Scroll label={label}>
    <table class={isBrief ? 'stacked brief' : 'stacked'}>
      {caption === undefined ? undefined : <caption>{caption}</caption>}
      <thead>
        <tr>
          {heads.map((name) => (
            <th key={name} scope="col" class={numbers.includes(name) ? 'number' : undefined}>
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
