// Scrolls a wide table by itself instead of the page, also by keyboard (WCAG 2.1.1).
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
