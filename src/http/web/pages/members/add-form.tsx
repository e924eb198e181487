// The form that adds a member by Discord user id. Discord asks for no consent and sends no message.

import { FormField } from '../../components/field.js'
import { typedAt, wrongAt } from '../../components/rejection-of.js'
import type { RequestContext } from '../../page.js'
import { RoleChoice, roleOf } from './role-choice.js'

interface Props {
  readonly context: Pick<RequestContext, 'catalog' | 'rejection'>
  readonly address: string
}

export function AddForm({ context, address }: Props) {
  const texts = context.catalog.web.members
  const wrong = wrongAt(context, 'user')
  return (
    <form class="panel" method="post" action={address}>
      <h2>{texts.add}</h2>
      <div class="pair">
        <FormField
          context={context}
          name="user"
          label={texts.user}
          hint={texts.userHint}
          required
          inputMode="numeric"
          maxLength={30}
        />
        <div class="field">
          <label for="role">{texts.role}</label>
          <RoleChoice
            catalog={context.catalog}
            id="role"
            chosen={wrong === undefined ? 'viewer' : roleOf(typedAt(context, 'role'))}
          />
        </div>
      </div>
      <button class="primary" type="submit">
        {texts.addButton}
      </button>
    </form>
  )
}
