// The requests of one key by day, over the last 30 days.
import type { ApiKey } from '../../../../domain/api-key.js'
import type { DayCount } from '../../../../domain/usage.js'
import type { MessageCatalog } from '../../../../messages/catalog.js'
import type { UsageDay } from '../../../../services/reading/report-usage.js'
import { DayTable } from '../account/usage.js'
import { UsageChart } from '../account/usage-chart.js'

/** All days, also those without requests of the key. */
export const daysOfKey = ({ id }: ApiKey, days: readonly UsageDay[]): DayCount[] =>
  days.map(({ day, keys }) => ({ day, count: keys.find(({ keyId }) => keyId === id)?.count ?? 0 }))

export const totalOf = (days: readonly DayCount[]): number => days.reduce((sum, { count }) => sum + count, 0)

interface Props {
  readonly catalog: MessageCatalog
  readonly days: readonly DayCount[]
}

export function KeyUsage({ catalog, days }: Props) {
  const { keys: texts, account } = catalog.web
  const total = totalOf(days)
  return (
    <section class="panel" aria-labelledby="usage">
      <h2 id="usage">{texts.usage}</h2>
      {total === 0 ? (
        <p>{account.chartNone}</p>
      ) : (
        <>
          <UsageChart {...{ catalog, days, total }} />
          <DayTable {...{ catalog, days }} />
        </>
      )}
    </section>
  )
}
