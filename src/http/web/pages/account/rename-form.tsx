// The form with which an owner renames the account.
import type { Account } from '../../../../domain/account.js'
import { Field } from '../../components/field.js'
import { typedAt, wrongAt } from '../../components/rejection-of.js'
import type { RequestContext } from '../../page.js'

interface Props {
  readonly context: Pick<RequestContext, 'catalog' | 'rejection'>
  readonly account: Account
}

export function RenameForm({ context, account: { id, name } }: Props) {
  const texts = context.catalog.web.account
  return (
    <form class="panel" method="post" action={`/accounts/${id}`}>
      <div class="beside">
        <Field
          name="name"
          label={texts.name}
          hint={texts.nameHint}
          error={wrongAt(context, 'name')}
          value={typedAt(context, 'name', name)}
          required
          maxLength={100}
        />
        <button type="submit">{texts.rename}</button>
      </div>
    </form>
  )
}
