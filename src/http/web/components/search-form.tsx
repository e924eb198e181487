// The search by name above a list, of games unless it is labeled otherwise, which works without scripts.
import { type HiddenField, HiddenFields } from './field.js'
import { errorAttributes, FieldError } from './field-error.js'
import { type FormContext, typedAt } from './rejection-of.js'

interface Props {
  readonly context: FormContext
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

export function SearchForm({ context, base, name = 'find', find, label, fields = [] }: Props) {
  const texts = context.catalog.web.rankings
  return (
    <search>
      <form class="inline" method="get" action={base}>
        <HiddenFields fields={fields} />
        <input
          type="search"
          name={name}
          value={typedAt(context, name, find)}
          maxLength={100}
          aria-label={label ?? texts.find}
          placeholder={label ?? texts.find}
          {...errorAttributes(context, name)}
        />
        <button type="submit">{texts.findButton}</button>
      </form>
      <FieldError context={context} name={name} />
    </search>
  )
}
