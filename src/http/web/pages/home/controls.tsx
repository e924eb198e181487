// The controls above the games of the home: search, tags and favorites.
import type { HomePage } from '../../../../services/reading/home/show-home.js'
import type { FormContext } from '../../components/rejection-of.js'
import { SearchForm } from '../../components/search-form.js'
import { MarkFilter } from '../games/mark-filter.js'
import { addressOf, fieldsOf, type HomeChoice } from './address.js'

interface Props {
  readonly context: FormContext
  readonly choice: HomeChoice
  readonly base: string
  readonly page: HomePage
  /** The tags of the account. */
  readonly tags: readonly string[]
}

export function HomeControls({ context, choice, base, page, tags }: Props) {
  const { catalog } = context
  const texts = catalog.web.rankings
  return (
    <div class="row controls">
      <SearchForm {...{ context, base }} find={choice.find} fields={fieldsOf({ ...choice, find: '', page: 1 })} />
      <MarkFilter {...{ catalog, choice, tags }} hrefOf={(change) => addressOf(base, choice, change)} />
      {choice.find === '' && choice.tag === '' && !choice.isFavorites ? undefined : (
        <span>
          {texts.found(catalog.number(page.found), catalog.number(page.all))} ·{' '}
          <a href={addressOf(base, choice, { find: '', tag: '', isFavorites: false, page: 1 })}>{texts.clear}</a>
        </span>
      )}
    </div>
  )
}
