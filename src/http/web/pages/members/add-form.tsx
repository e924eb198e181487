// The form that adds a member by Discord user id. Discord asks for no consent and sends no message.

import { Field } from '../../components/field.js'
import { typedAt, wrongAt } from '../../components/rejection-of.js'
import type { RequestContext } from '../../page.js'
import { RoleChoice, roleOf } from './role-choice.js'

interface Props {
  readonly asked: Pick<RequestContext, 'catalog' | 'refused'>
  readonly address: string
}

export function AddForm({ asked, address }: Props) {
  const texts = asked.catalog.web.members
  const wrong = wrongAt(asked, 'user')
  return (
    <form class="panel" method="post" action={address}>
      <h2>{texts.add}</h2>
      <div class="pair">
        <Field
          name="user"
          label={texts.user}
          hint={texts.userHint}
          error={wrong}
          value={typedAt(asked, 'user')}
          required
          inputMode="numeric"
          maxLength={30}
        />
        <div class="field">
          <label for="role">{texts.role}</label>
          <RoleChoice
            catalog={asked.catalog}
            id="role"
            chosen={wrong === undefined ? 'viewer' : roleOf(typedAt(asked, 'role'))}
          />
        </div>
      </div>
      <button type="submit">{texts.addButton}</button>
    </form>
  )
}
