// A list of the gaps in a range with their reasons.
import { msOf } from '../../../domain/clock.js'
import type { Gap } from '../../../domain/gap.js'
import type { MessageCatalog } from '../../../messages/catalog.js'
import { TimedText } from '../components/inline.js'

interface Props {
  readonly gaps: readonly Gap[]
  readonly catalog: MessageCatalog
  readonly timeZone: string
}

const MAX_COUNT = 50

export function Gaps({ gaps, catalog, timeZone }: Props) {
  const texts = catalog.web.game
  const newest = [...gaps].reverse()
  return (
    <details class="gaps" id="gaps">
      <summary>
        {texts.gaps} ({catalog.number(gaps.length)})
      </summary>
      {gaps.length === 0 ? <p>{texts.noGaps}</p> : undefined}
      <ul>
        {newest.slice(0, MAX_COUNT).map(({ from, until, reason }) => (
          <li key={from}>
            <TimedText
              text={(when) => texts.gap(when(msOf(from)), when(msOf(until)), texts.reasons[reason])}
              catalog={catalog}
              timeZone={timeZone}
            />
          </li>
        ))}
      </ul>
      {gaps.length > MAX_COUNT ? <p>{texts.moreGaps(catalog.number(gaps.length - MAX_COUNT))}</p> : undefined}
    </details>
  )
}
