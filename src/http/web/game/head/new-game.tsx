// What will be known of a game that is new, and when: after an hour, two days and four weeks.
import { DAY_MINUTES, HOUR_MINUTES, type Minute, msOf, WEEK_MINUTES } from '../../../../domain/clock.js'
import { TimedText } from '../../components/inline.js'
import type { RequestContext } from '../../page.js'

interface Props {
  /** The minute of the first sample; undefined if there is none. */
  readonly knownSince: Minute | undefined
  readonly now: Minute
  readonly context: Pick<RequestContext, 'catalog' | 'timeZone'>
}

const STEPS = { hour: HOUR_MINUTES, days: 2 * DAY_MINUTES, weeks: 4 * WEEK_MINUTES } as const
const NAMES = ['hour', 'days', 'weeks'] as const

/** Nothing for a game that is known for four weeks. */
export function NewGame({ knownSince, now, context: { catalog, timeZone } }: Props) {
  const texts = catalog.web.game.new
  const upcoming = NAMES.filter((name) => knownSince === undefined || knownSince + STEPS[name] > now)
  if (upcoming.length === 0) return null
  const textOf = (name: (typeof NAMES)[number], when: (at: number) => string): string =>
    texts[name](knownSince === undefined ? '' : texts.at(when(msOf(knownSince + STEPS[name]))))
  return (
    <section class="message new-game" aria-label={texts.title}>
      <strong>{texts.title}</strong>
      <ul>
        {upcoming.map((name) => (
          <li key={name}>
            <TimedText text={(when) => textOf(name, when)} catalog={catalog} timeZone={timeZone} />
          </li>
        ))}
      </ul>
    </section>
  )
}
