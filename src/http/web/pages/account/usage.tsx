// How much of the API is used: now, over 30 days, and day by day.
import { isoOfDay } from '../../../../domain/clock.js'
import type { UsageReport } from '../../../../operations/reading/report-usage.js'
import type { MessageCatalog } from '../../../../words/words.js'
import { Scroll } from '../../parts/scroll.js'
import { Facts } from './facts.js'
import { UsageChart } from './usage-chart.js'

interface Props {
  readonly words: MessageCatalog
  readonly usage: UsageReport
}

export function Usage({ words, usage: { requests, keys, days } }: Props) {
  const texts = words.web.account
  return (
    <section aria-labelledby="usage">
      <h2 id="usage">{texts.usage}</h2>
      <Facts
        of={[
          [texts.today, words.number(requests.today)],
          [texts.last30, words.number(requests.last30Days)],
          [texts.keys, words.number(keys.length)],
        ]}
      />
      {requests.last30Days === 0 ? (
        <p>{texts.chartNone}</p>
      ) : (
        <>
          <UsageChart {...{ words, days }} total={requests.last30Days} />
          <DayTable {...{ words, days }} />
        </>
      )}
    </section>
  )
}

function DayTable({ words, days }: { readonly words: MessageCatalog; readonly days: UsageReport['days'] }) {
  const texts = words.web.account
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
                <th scope="row">{isoOfDay(day)}</th>
                <td class="number">{words.number(count)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
    </details>
  )
}
