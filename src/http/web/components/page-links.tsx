// The links to the page before and the page after, under a list that has several pages.
import type { MessageCatalog } from '../../../messages/catalog.js'

interface Props {
  readonly catalog: MessageCatalog
  readonly page: number
  readonly pages: number
  readonly hrefOf: (page: number) => string
}

/** Nothing where there is one page only. */
export function PageLinks({ catalog, page, pages, hrefOf }: Props) {
  const texts = catalog.web.rankings
  if (pages <= 1) return null
  const link = (to: number, label: string, rel: string) =>
    to < 1 || to > pages ? undefined : (
      <a href={hrefOf(to)} rel={rel}>
        {label}
      </a>
    )
  return (
    <nav class="pages" aria-label={texts.pages}>
      {link(page - 1, texts.previous, 'prev')}
      <span>{texts.page(catalog.number(page), catalog.number(pages))}</span>
      {link(page + 1, texts.next, 'next')}
    </nav>
  )
}
