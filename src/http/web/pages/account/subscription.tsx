// Shows the subscription of the account and the reader's role in it.
import type { Membership } from '../../../../domain/auth/session.js'
import type { MessageCatalog } from '../../../../messages/catalog.js'
import { TimedText } from '../../components/inline.js'
import { Facts } from './facts.js'

interface Props {
  readonly catalog: MessageCatalog
  readonly timeZone: string
  readonly member: Membership
}

export function Subscription({ catalog, timeZone, member: { account, role } }: Props) {
  const { plans, roles } = catalog.web.frame
  const texts = catalog.web.account
  const { status, trialEndsAt } = account
  const ends =
    status === 'trial' && trialEndsAt !== null ? (
      <TimedText text={(when) => texts.trialEnds(when(trialEndsAt))} {...{ catalog, timeZone }} />
    ) : undefined
  return (
    <section class="panel">
      <Facts
        of={[
          [texts.plan, plans[account.plan]],
          [
            texts.status,
            <>
              {texts.statuses[status]} {ends}
            </>,
          ],
          [texts.yourRole, roles[role]],
        ]}
      />
      {status === 'expired' ? <p class="message danger">{texts.expiredText}</p> : undefined}
      <p class="muted">{texts.toChange}</p>
    </section>
  )
}
