// Says above the table of days that its days are whole, where the chart shows a part of one.
import { DAY_MINUTES, type Minute, msOf } from '../../../../domain/clock.js'
import type { Span } from '../../../../domain/rules/span.js'
import { daysOfSpan, spanOfDays } from '../../../../domain/time/local-days.js'
import type { MessageCatalog } from '../../../../messages/catalog.js'
import { TimedText } from '../../components/inline.js'
import type { ChartQuery } from '../choice.js'

/** Today is whole up to now. */
export function isPartOfDays(span: Span, now: Minute, timeZone: string): boolean {
  const days = spanOfDays(daysOfSpan(span, timeZone), timeZone)
  return span.from > days.from || span.until < Math.min(days.until, now + 1)
}

const ID = 'whole-days'

interface Props {
  /** The element stays, so that what follows it keeps the focus when the chart is zoomed. */
  readonly isShown: boolean
  readonly span: Span
  readonly catalog: MessageCatalog
  readonly timeZone: string
  readonly choice: ChartQuery
}

/** A day has one row, whatever part of it the chart shows, so the numbers of the table are those of more time. */
export function WholeDays({ isShown, span, catalog, timeZone, choice }: Props) {
  if (!isShown) return <p class="table-note" id={ID} hidden />
  const { wholeDays, utcDates } = catalog.web.game
  const { from, until } = span
  const hasDates =
    choice.span !== undefined && [choice.span.from, choice.span.until].every((at) => at % DAY_MINUTES === 0)
  return (
    <p class="table-note" id={ID}>
      <TimedText
        text={(when) => wholeDays(when(msOf(from)), when(msOf(until), msOf(from)))}
        {...{ catalog, timeZone }}
      />
      {hasDates ? ` ${utcDates}` : undefined}
    </p>
  )
}
