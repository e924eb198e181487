// Shows what the current plan allows (PLANS-1).
import type { Account } from '../../../../domain/account.js'
import { planInForce } from '../../../../domain/rules/entitlement.js'
import type { MessageCatalog } from '../../../../messages/catalog.js'
import type { UsageReport } from '../../../../services/reading/report-usage.js'
import type { Services } from '../../../../services/services.js'
import { Facts } from './facts.js'

interface Props {
  readonly services: Services
  readonly catalog: MessageCatalog
  readonly account: Account
  readonly usage: UsageReport
}

export function Limits({ services, catalog, account, usage }: Props) {
  const texts = catalog.web.account
  const plan = planInForce(account, services.plans, services.clock.now())
  const { requestsPerMinute, hourlyDays } = plan
  // An expired subscription counts as the free plan, without the API (PLANS-2, PLANS-5).
  return (
    <section class="panel" aria-labelledby="limits">
      <h2 id="limits">{texts.limits}</h2>
      <Facts
        of={[
          [texts.games, texts.ofMax(catalog.number(usage.games.count), catalog.number(usage.games.max))],
          [texts.requests, requestsPerMinute === null ? texts.noApi : catalog.number(requestsPerMinute)],
          [texts.interval, texts.minutes(plan.intervalMinutes)],
          [texts.full, texts.days(catalog.number(plan.fullDays))],
          [texts.hourly, hourlyDays === 'forever' ? texts.forever : texts.days(catalog.number(hourlyDays))],
          [texts.daily, texts.forever],
        ]}
      />
    </section>
  )
}
