// The search field above the games of the home, and the links to their other pages.
import type { MessageCatalog } from '../../../../messages/catalog.js'
import type { HomePage } from '../../../../services/reading/home/show-home.js'
import { HiddenFields } from '../../game/controls/date-control.js'
import { MarkFilter } from '../games/mark-filter.js'
import { addressOf, fieldsOf, type HomeChoice } from './address.js'

interface Props {
  readonly catalog: MessageCatalog
  readonly choice: HomeChoice
  readonly base: string
  readonly shown: HomePage
  /** The tags of the account. */
  readonly tags: readonly string[]
}

export function HomeControls({ catalog, choice, base, shown, tags }: Props) {
  const texts = catalog.web.rankings
  return (
    <div class="row controls">
      <search>
        <form class="inline" method="get" action={base}>
          <HiddenFields fields={fieldsOf({ ...choice, find: '', page: 1 })} />
          <input
            type="search"
            name="find"
            value={choice.find}
            maxLength={100}
            aria-label={texts.find}
            placeholder={texts.find}
          />
          <button type="submit">{texts.findButton}</button>
        </form>
      </search>
      <MarkFilter {...{ catalog, choice, tags }} hrefOf={(change) => addressOf(base, choice, change)} />
      {choice.find === '' && choice.tag === '' && !choice.isFavorites ? undefined : (
        <span>
          {texts.found(catalog.number(shown.found), catalog.number(shown.all))} ·{' '}
          <a href={addressOf(base, choice, { find: '', tag: '', isFavorites: false, page: 1 })}>{texts.clear}</a>
        </span>
      )}
    </div>
  )
}

export function HomePages({ catalog, choice, base, shown: { page, pages } }: Omit<Props, 'tags'>) {
  const texts = catalog.web.rankings
  if (pages < 2) return null
  const link = (to: number, label: string, rel: string) =>
    to < 1 || to > pages ? undefined : (
      <a href={addressOf(base, choice, { page: to })} rel={rel}>
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
