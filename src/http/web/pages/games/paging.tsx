// The search field and the page links of a long list of games.
import type { MessageCatalog } from '../../../../messages/catalog.js'

export const PER_PAGE = 50

interface FindFormProps {
  readonly texts: MessageCatalog['web']['games']
  readonly address: string
  readonly text: string
}

export function FindForm({ texts, address, text }: FindFormProps) {
  return (
    <search>
      <form class="beside" method="get" action={address}>
        <div class="field">
          <label for="q">{texts.find}</label>
          <input id="q" type="search" name="q" value={text} maxLength={200} autocomplete="off" />
        </div>
        <button type="submit">{texts.findButton}</button>
      </form>
      {text === '' ? undefined : (
        <p>
          <a href={address}>{texts.all}</a>
        </p>
      )}
    </search>
  )
}

interface GamePagesProps {
  readonly catalog: MessageCatalog
  readonly address: string
  readonly query: { readonly q: string; readonly page: number }
  readonly count: number
}

export function Pages({ catalog, address, query: { q, page }, count }: GamePagesProps) {
  const texts = catalog.web.games
  const last = Math.ceil(count / PER_PAGE)
  if (last < 2) return null
  const to = (number: number) => {
    const wanted = new URLSearchParams({ ...(q === '' ? {} : { q }), page: `${number}` })
    return `${address}?${wanted}`
  }
  return (
    <nav class="pages" aria-label={texts.pages}>
      {page > 1 ? <a href={to(Math.min(page - 1, last))}>{texts.previous}</a> : undefined}
      <span>{texts.page(catalog.number(page), catalog.number(last))}</span>
      {page < last ? <a href={to(page + 1)}>{texts.next}</a> : undefined}
    </nav>
  )
}
