// What will be known of a game that is new, and when: after an hour, two days and four weeks (WEB-25).
import { DAY_MINUTES, HOUR_MINUTES, type Minute, msOf, WEEK_MINUTES } from '../../../../domain/clock.js'
import { Moment } from '../../components/inline.js'
import type { RequestContext } from '../../page.js'

type ZoneContext = Pick<RequestContext, 'catalog' | 'timeZone'>

interface Props {
  /** The minute of the first sample. */
  readonly knownSince: Minute | undefined
  readonly now: Minute
  /** From when on the usual is known, where that is ahead: a whole hour, which the head of the page states too. */
  readonly usualFrom: Minute | undefined
  readonly context: ZoneContext
}

const STEPS = { hour: HOUR_MINUTES, days: 2 * DAY_MINUTES, weeks: 4 * WEEK_MINUTES } as const
const NAMES = ['hour', 'days', 'weeks'] as const

/** Nothing before the first sample, and for a game that is known for four weeks. */
export function NewGame({ knownSince, now, usualFrom, context }: Props) {
  if (knownSince === undefined || knownSince + STEPS.weeks <= now) return null
  return (
    <section class="message new-game" aria-labelledby="new-game">
      <h2 id="new-game">{context.catalog.web.game.new.title}</h2>
      <KnowledgeSteps since={knownSince} {...{ now, usualFrom, context }} />
    </section>
  )
}

interface KnowledgeStepsProps {
  /** When the first sample was, or is expected; undefined if that is not known. */
  readonly since: Minute | undefined
  readonly now: Minute
  readonly usualFrom?: Minute | undefined
  readonly context: ZoneContext
}

/** Those that are ahead. */
export function KnowledgeSteps({ since, now, usualFrom, context }: KnowledgeStepsProps) {
  const { names, facts } = context.catalog.web.game.new
  const timeOf = (name: (typeof NAMES)[number], start: Minute) =>
    name === 'days' && usualFrom !== undefined ? usualFrom : start + STEPS[name]
  return (
    <dl class="knowledge">
      {NAMES.filter((name) => since === undefined || timeOf(name, since) > now).map((name) => (
        <div key={name}>
          <dt>
            {names[name]}
            {since === undefined ? undefined : (
              <small>
                {' '}
                <Moment at={msOf(timeOf(name, since))} {...context} />
              </small>
            )}
          </dt>
          <dd>{facts[name]}</dd>
        </div>
      ))}
    </dl>
  )
}
