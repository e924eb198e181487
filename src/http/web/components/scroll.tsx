// Scrolls a wide table by itself instead of the page, also by keyboard (WCAG 2.1.1).
import type { ComponentChildren } from 'preact'

interface ScrollProps {
  readonly label: string
  readonly children: ComponentChildren
}

const reachable = { tabIndex: 0 }

export const Scroll = ({ label, children }: ScrollProps) => (
  <section class="scroll" aria-label={label} {...reachable}>
    {children}
  </section>
)
