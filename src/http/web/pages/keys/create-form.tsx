// The form that creates an API key with a name and an expiry.
import { isoOfDay, minuteOf } from '../../../../domain/clock.js'
import { localDay } from '../../../../domain/time/local-days.js'
import { zoneName } from '../../../../domain/time/zone-name.js'
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
  const timeZone = zoneName(context.timeZone)
  const tomorrow = isoOfDay(localDay(minuteOf(context.services.clock.now()), context.timeZone) + 1)
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
          hint={texts.expiresHint(timeZone)}
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
