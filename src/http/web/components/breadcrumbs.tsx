// The top of a page: the pages above it, as links, its title, and a sentence that says what it is for.
import type { ComponentChildren } from 'preact'
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

interface PageHeadingProps {
  readonly title: string
  readonly lead: ComponentChildren
}

export const PageHeading = ({ title, lead }: PageHeadingProps) => (
  <hgroup>
    <h1>{title}</h1>
    <p>{lead}</p>
  </hgroup>
)
