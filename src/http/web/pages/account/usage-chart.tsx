// A bar chart with one bar per day, drawn on the server. The style sheet sets its colors, because the content security policy blocks
// `style` attributes.
import { DAY_MS } from '../../../../domain/clock.js'
import type { DayCount } from '../../../../domain/usage.js'
import type { MessageCatalog } from '../../../../messages/catalog.js'

interface Props {
  readonly catalog: MessageCatalog
  readonly days: readonly DayCount[]
  readonly total: number
}

const [BAR, STEP, HEIGHT] = [8, 10, 80]
/** The minimum height of a bar, so that a single request is visible beside a day of thousands. */
const MIN_BAR_HEIGHT = 1

export function UsageChart({ catalog, days, total }: Props) {
  const texts = catalog.web.account
  const most = Math.max(1, ...days.map(({ count }) => count))
  const heightOf = (count: number) => (count === 0 ? 0 : Math.max(MIN_BAR_HEIGHT, Math.round((count / most) * HEIGHT)))
  const dateOf = (day: number) => catalog.date(day * DAY_MS, 'UTC')
  const [first, last] = [days[0]?.day ?? 0, days.at(-1)?.day ?? 0]
  return (
    <figure class="usage">
      <figcaption>
        {texts.chart} <span class="muted">{texts.chartTop(catalog.number(most))}</span>
      </figcaption>
      <svg
        viewBox={`0 0 ${days.length * STEP} ${HEIGHT + 1}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={texts.chartLabel(catalog.number(total), catalog.number(most))}
      >
        {days.map(({ day, count }, index) => (
          <rect key={day} x={index * STEP} y={HEIGHT - heightOf(count)} width={BAR} height={heightOf(count)}>
            <title>{`${dateOf(day)}: ${catalog.number(count)}`}</title>
          </rect>
        ))}
        <path d={`M0 ${HEIGHT}.5h${days.length * STEP}`} />
      </svg>
      <div class="ends muted" aria-hidden="true">
        <span>{dateOf(first)}</span>
        <span>{dateOf(last)}</span>
      </div>
    </figure>
  )
}
