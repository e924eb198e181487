// The API usage of an account: now, over 30 days, and for each day.
import { DAY_MS } from '../../../../domain/clock.js'
import type { DayCount } from '../../../../domain/usage.js'
import type { MessageCatalog } from '../../../../messages/catalog.js'
import type { UsageReport } from '../../../../services/reading/report-usage.js'
import { TimedText } from '../../components/inline.js'
import { Scroll } from '../../components/scroll.js'
import { Facts } from './facts.js'
import { UsageChart } from './usage-chart.js'

interface Props {
  readonly catalog: MessageCatalog
  readonly timeZone: string
  readonly usage: UsageReport
}

/** Requests are counted by UTC day; the reader sees since when. */
export function Usage({ catalog, timeZone, usage: { requests, keys, days } }: Props) {
  const texts = catalog.web.account
  const beginMs = (days.at(-1)?.day ?? 0) * DAY_MS
  const today = (when: (at: number) => string): string =>
    texts.todaySince(catalog.number(requests.today), when(beginMs))
  return (
    <section class="panel" aria-labelledby="usage">
      <h2 id="usage">{texts.usage}</h2>
      <Facts
        of={[
          [texts.today, <TimedText key="today" text={today} style="time" {...{ catalog, timeZone }} />],
          [texts.last30, catalog.number(requests.last30Days)],
          [texts.keys, catalog.number(keys.length)],
        ]}
      />
      {requests.last30Days === 0 ? (
        <p>{texts.chartNone}</p>
      ) : (
        <>
          <UsageChart {...{ catalog, days }} total={requests.last30Days} />
          <DayTable {...{ catalog, days }} />
        </>
      )}
    </section>
  )
}

export function DayTable({ catalog, days }: { readonly catalog: MessageCatalog; readonly days: readonly DayCount[] }) {
  const texts = catalog.web.account
  return (
    <details>
      <summary>{texts.chartTable}</summary>
      <Scroll label={texts.chart}>
        <table>
          <thead>
            <tr>
              <th scope="col">{texts.day}</th>
              <th scope="col" class="number">
                {texts.count}
              </th>
            </tr>
          </thead>
          <tbody>
            {days.toReversed().map(({ day, count }) => (
              <tr key={day}>
                <th scope="row">{catalog.date(day * DAY_MS, 'UTC')}</th>
                <td class="number">{catalog.number(count)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
    </details>
  )
}
