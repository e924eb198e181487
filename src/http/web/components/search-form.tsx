// The search by name above a list, of games unless it is labeled otherwise, which works without scripts.
import type { MessageCatalog } from '../../../messages/catalog.js'
import { type HiddenField, HiddenFields } from './field.js'

interface Props {
  readonly catalog: MessageCatalog
  /** The base URL of the list. */
  readonly base: string
  /** The parameter of the address. */
  readonly name?: string
  readonly label?: string
  /** What was searched for. */
  readonly find: string
  /** The other parameters of the address. */
  readonly fields?: readonly HiddenField[]
}

export function SearchForm({ catalog, base, name = 'find', find, label, fields = [] }: Props) {
  const texts = catalog.web.rankings
  return (
    <search>
      <form class="inline" method="get" action={base}>
        <HiddenFields fields={fields} />
        <input
          type="search"
          name={name}
          value={find}
          maxLength={100}
          aria-label={label ?? texts.find}
          placeholder={label ?? texts.find}
        />
        <button type="submit">{texts.findButton}</button>
      </form>
    </search>
  )
}
