// The gaps of a range with their reasons: due time with no sample is told, not guessed away.
import { msOf } from '../../../domain/clock.js'
import type { Gap } from '../../../domain/gap.js'
import type { MessageCatalog } from '../../../words/words.js'

interface Props {
  readonly gaps: readonly Gap[]
  readonly words: MessageCatalog
  readonly timeZone: string
}

const MOST = 50

export function Gaps({ gaps, words, timeZone }: Props) {
  const texts = words.web.game
  const newest = [...gaps].reverse()
  const when = (minute: number) => words.dateTime(msOf(minute), timeZone)
  return (
    <details class="gaps">
      <summary>
        {texts.gaps} ({words.number(gaps.length)})
      </summary>
      {gaps.length === 0 ? <p>{texts.noGaps}</p> : undefined}
      <ul>
        {newest.slice(0, MOST).map(({ from, until, reason }) => (
          <li key={from}>{texts.gap(when(from), when(until), texts.reasons[reason])}</li>
        ))}
      </ul>
      {gaps.length > MOST ? <p>{texts.moreGaps(words.number(gaps.length - MOST))}</p> : undefined}
    </details>
  )
}
