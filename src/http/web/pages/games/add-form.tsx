// The form that adds a game to an account.

import { Field } from '../../components/field.js'
import { typedAt, wrongAt } from '../../components/rejection-of.js'
import type { RequestContext } from '../../page.js'

interface Props {
  readonly context: Pick<RequestContext, 'catalog' | 'rejection'>
  readonly address: string
}

export function AddForm({ context, address }: Props) {
  const texts = context.catalog.web.games
  return (
    <form class="panel" method="post" action={address}>
      <h2>{texts.add}</h2>
      <div class="beside">
        <Field
          name="game"
          label={texts.which}
          hint={texts.whichHint}
          error={wrongAt(context, 'game')}
          value={typedAt(context, 'game')}
          required
          maxLength={1_000}
          placeholder={texts.whichExample}
        />
        <button class="primary" type="submit">
          {texts.addButton}
        </button>
      </div>
    </form>
  )
}
