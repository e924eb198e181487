// The form that creates an API key with a name and an expiry.
import { isoOfDay, minuteOf } from '../../../../domain/clock.js'
import { localDay } from '../../../../domain/time/local-days.js'
import { Field } from '../../components/field.js'
import { typedAt, wrongAt } from '../../components/rejection-of.js'
import type { RequestContext } from '../../page.js'
import { createIdempotencyKey } from '../../requests/idempotency.js'

interface Props {
  readonly context: Pick<RequestContext, 'catalog' | 'rejection' | 'services' | 'timeZone'>
  readonly address: string
}

export function CreateForm({ context, address }: Props) {
  const texts = context.catalog.web.keys
  const wrong = wrongAt(context, 'name')
  // Both fields belong to one form; an error about the expiry is shown at that field.
  const isExpiry = wrong !== undefined && /expiry/i.test(wrong)
  const { timeZone } = context
  const tomorrow = isoOfDay(localDay(minuteOf(context.services.clock.now()), timeZone) + 1)
  return (
    <form class="panel" method="post" action={address}>
      <h2>{texts.create}</h2>
      <input type="hidden" name="once" value={createIdempotencyKey()} autoComplete="off" />
      <div class="pair">
        <Field
          name="name"
          label={texts.name}
          hint={texts.nameHint}
          error={isExpiry ? undefined : wrong}
          value={typedAt(context, 'name')}
          required
          maxLength={100}
        />
        <Field
          name="expires"
          type="date"
          label={texts.expires}
          hint={texts.expiresHint(timeZone)}
          error={isExpiry ? wrong : undefined}
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
