// The form that creates an API key with a name and an expiry.
import { DAY_MS } from '../../../../domain/clock.js'
import { Field } from '../../components/field.js'
import { typedAt, wrongAt } from '../../components/rejection-of.js'
import type { RequestContext } from '../../page.js'
import { createIdempotencyKey } from '../../requests/idempotency.js'

interface Props {
  readonly context: Pick<RequestContext, 'catalog' | 'rejection' | 'services'>
  readonly address: string
}

export function CreateForm({ context, address }: Props) {
  const texts = context.catalog.web.keys
  const tomorrow = new Date(context.services.clock.now() + DAY_MS).toISOString().slice(0, 10)
  return (
    <form class="panel" method="post" action={address}>
      <h2>{texts.create}</h2>
      <input type="hidden" name="once" value={createIdempotencyKey()} autoComplete="off" />
      <div class="pair">
        <Field
          name="name"
          label={texts.name}
          hint={texts.nameHint}
          error={wrongAt(context, 'name')}
          value={typedAt(context, 'name')}
          required
          maxLength={100}
        />
        <Field
          name="expires"
          type="date"
          label={texts.expires}
          hint={texts.expiresHint}
          error={wrongAt(context, 'expires')}
          value={typedAt(context, 'expires')}
          min={tomorrow}
        />
      </div>
      <button class="primary" type="submit">
        {texts.createButton}
      </button>
    </form>
  )
}
