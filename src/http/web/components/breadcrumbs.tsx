// The pages above the current one, as links that lead back.
import type { NavEntry } from '../page.js'

interface BreadcrumbsProps {
  readonly label: string
  readonly entries: readonly NavEntry[]
}

export const Breadcrumbs = ({ label, entries }: BreadcrumbsProps) => (
  <nav class="breadcrumbs" aria-label={label}>
    <ol>
      {entries.map(({ href, label }) => (
        <li key={href}>
          <a href={href}>{label}</a>
        </li>
      ))}
    </ol>
  </nav>
)
