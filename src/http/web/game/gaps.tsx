// A list of the gaps in a range with their reasons.
import { msOf } from '../../../domain/clock.js'
import type { Gap } from '../../../domain/gap.js'
import type { Span } from '../../../domain/rules/span.js'
import type { DayAccount } from '../../../domain/series/day-account.js'
import type { MessageCatalog } from '../../../messages/catalog.js'
import { TimedText } from '../components/inline.js'
import { DayAccountLine } from './day-account.js'

interface Props {
  /** As ticks stored them. */
  readonly gaps: readonly Gap[]
  /** Times without samples in the line of the chart; where no tick stored a gap, an import had none. */
  readonly missing: readonly Span[]
  /** Of the days of the newest gaps, or of the newest day. */
  readonly dayAccounts: readonly DayAccount[]
  /** The number of days with gaps that have none. */
  readonly unlistedGapDays: number
  readonly catalog: MessageCatalog
  readonly timeZone: string
}

const MAX_LISTED_GAPS = 50

export function Gaps({ gaps, missing, dayAccounts, unlistedGapDays, catalog, timeZone }: Props) {
  const texts = catalog.web.game
  const listed = [
    ...gaps.map(({ reason, ...span }) => ({ ...span, text: texts.reasons[reason] })),
    ...missing
      .filter((span) => !gaps.some((gap) => touches(gap, span)))
      .map((span) => ({ ...span, text: texts.notImported })),
  ].sort((a, b) => b.from - a.from)
  return (
    <details class="gaps" id="gaps">
      <summary>
        {texts.gaps} ({catalog.number(listed.length)})
      </summary>
      {dayAccounts.map((account) => (
        <DayAccountLine key={account.day} account={account} catalog={catalog} />
      ))}
      {unlistedGapDays > 0 ? <p>{texts.moreGapDays(catalog.number(unlistedGapDays))}</p> : undefined}
      {listed.length === 0 ? <p>{texts.noGaps}</p> : undefined}
      <ul>
        {listed.slice(0, MAX_LISTED_GAPS).map(({ from, until, text }) => (
          <li key={from}>
            <TimedText
              text={(when) => texts.gap(when(msOf(from)), when(msOf(until)), text)}
              catalog={catalog}
              timeZone={timeZone}
            />
          </li>
        ))}
      </ul>
      {listed.length > MAX_LISTED_GAPS ? (
        <p>{texts.moreGaps(catalog.number(listed.length - MAX_LISTED_GAPS))}</p>
      ) : undefined}
    </details>
  )
}

const touches = (one: Span, other: Span): boolean => one.from < other.until && one.until > other.from
