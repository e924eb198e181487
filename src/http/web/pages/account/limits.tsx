// What the plan in force allows (contract §2).
import type { Account } from '../../../../domain/account.js'
import { planInForce } from '../../../../domain/rules/entitlement.js'
import type { Services } from '../../../../operations/operations.js'
import type { UsageReport } from '../../../../operations/reading/report-usage.js'
import type { MessageCatalog } from '../../../../words/words.js'
import { Facts } from './facts.js'

interface Props {
  readonly operations: Services
  readonly words: MessageCatalog
  readonly account: Account
  readonly usage: UsageReport
}

export function Limits({ operations, words, account, usage }: Props) {
  const texts = words.web.account
  const plan = planInForce(account, operations.plans, operations.clock.now())
  const { requestsPerMinute, hourlyDays } = plan
  // An expired subscription counts as a free one, and has no API (contract §2).
  return (
    <section aria-labelledby="limits">
      <h2 id="limits">{texts.limits}</h2>
      <Facts
        of={[
          [texts.games, texts.ofMax(words.number(usage.games.count), words.number(usage.games.max))],
          [texts.requests, requestsPerMinute === null ? texts.noApi : words.number(requestsPerMinute)],
          [texts.interval, texts.minutes(plan.intervalMinutes)],
          [texts.full, texts.days(words.number(plan.fullDays))],
          [texts.hourly, hourlyDays === 'forever' ? texts.forever : texts.days(words.number(hourlyDays))],
          [texts.daily, texts.forever],
        ]}
      />
    </section>
  )
}
