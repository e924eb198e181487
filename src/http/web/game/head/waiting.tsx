// In place of figures, chart and tables until a game has its first sample: since when it is tracked, when that sample comes, and
// what will be known later. Once it is there, the page loads again.
import { minuteOf, msOf } from '../../../../domain/clock.js'
import type { GameDescription } from '../../../../services/reading/game/describe-game.js'
import { TimedText } from '../../components/inline.js'
import type { RequestContext } from '../../page.js'
import type { GameSubject } from '../subject.js'
import { KnowledgeSteps } from './new-game.js'

interface Props {
  readonly context: Pick<RequestContext, 'catalog' | 'timeZone' | 'services'>
  readonly subject: GameSubject
  readonly described: Pick<GameDescription, 'firstDue'>
}

/** A game that was added longer ago than this has been asked for, and the platform did not show it. */
const LATE_MINUTES = 15

export function WaitingForSamples({ context, subject, described: { firstDue } }: Props) {
  const { catalog, timeZone, services } = context
  const { game } = subject.reader
  const texts = catalog.web.game
  const now = minuteOf(services.clock.now())
  const next = nextStep(subject, catalog.web)
  const arrivalText = (when: (at: number) => string): string => {
    if (firstDue === undefined) return texts.new.paused
    const isLate = now - minuteOf(game.createdAt) > LATE_MINUTES
    return (isLate ? texts.new.late : texts.new.first)(when(msOf(firstDue)))
  }
  const textOf = (when: (at: number) => string): string =>
    [texts.trackedSince(when(game.createdAt)), arrivalText(when)].join(' ')
  return (
    <section class="empty waiting" id="waiting" aria-labelledby="no-numbers" data-live data-reload>
      <h2 id="no-numbers">{texts.new.waiting}</h2>
      <p>
        <TimedText text={textOf} {...{ catalog, timeZone }} />
      </p>
      <h3>{texts.new.title}</h3>
      <KnowledgeSteps since={firstDue} now={now} context={context} />
      <a class="button" href={next.href}>
        {next.label}
      </a>
    </section>
  )
}

/** What the reader can do meanwhile. */
function nextStep({ settings, list, reader }: GameSubject, web: RequestContext['catalog']['web']) {
  const { game, account } = reader
  if (settings === undefined) return list
  return game.isActive
    ? { href: `/accounts/${account.id}/alerts`, label: web.game.new.alerts }
    : { href: settings, label: web.game.new.resume }
}
