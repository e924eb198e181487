// Which links of the frame lead to the page that is shown, so that a reader sees, or hears, where they are.
import type { NavEntry, View } from './page.js'

interface ShownPage {
  /** Path and query. */
  readonly address: string
}

const pathOf = ({ address }: ShownPage): string => address.replace(/\?.*$/, '')

/** For a link that stands outside of the main navigation. */
export const currentAt = (href: string, page: ShownPage): 'page' | undefined =>
  pathOf(page) === href ? 'page' : undefined

/** `page`: the entry of the navigation is this page. `true`: this page is below it. */
export function currentOf(
  { href, relatedPath }: NavEntry,
  page: ShownPage,
  { breadcrumbs = [] }: Pick<View, 'breadcrumbs'>,
): 'page' | 'true' | undefined {
  const path = pathOf(page)
  if (href === path) return 'page'
  return [path, ...breadcrumbs.map((entry) => entry.href)].some((one) => one === href || one === relatedPath)
    ? 'true'
    : undefined
}
