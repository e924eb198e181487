// The milestones of a game: those ahead with an estimated date, and those that it reached.
import { type Clock, msOf } from '../../../domain/clock.js'
import { arrivalText } from '../../../messages/arrival.js'
import type { MessageCatalog } from '../../../messages/catalog.js'
import type { GameDescription } from '../../../services/reading/game/describe-game.js'
import { Moment, TimedText } from '../components/inline.js'
import { Scroll } from '../components/scroll.js'

interface Props extends Pick<GameDescription, 'latest' | 'milestones' | 'reached'> {
  readonly catalog: MessageCatalog
  readonly timeZone: string
  readonly clock: Clock
}

export function Milestones({ latest, milestones, reached, catalog, timeZone, clock }: Props) {
  const texts = catalog.web.game
  const times = { asOf: latest?.minute ?? 0, now: clock.now() }
  return (
    <section id="milestones-now" aria-labelledby="milestones" data-live>
      <h2 id="milestones">{texts.milestones}</h2>
      <Scroll label={texts.next}>
        <table class="milestones stacked">
          <thead>
            <tr>
              <th scope="col">{texts.nextHeads.counter}</th>
              <th scope="col" class="number">
                {texts.nextHeads.current}
              </th>
              <th scope="col" class="number">
                {texts.nextHeads.next}
              </th>
              <th scope="col">{texts.nextHeads.when}</th>
            </tr>
          </thead>
          <tbody>
            {milestones.map(({ counter, current, next, arrival }) => (
              <tr key={counter}>
                <th scope="row">{catalog.goal.counters[counter]}</th>
                <td class="number" data-label={texts.nextHeads.current}>
                  {current === null ? catalog.nothing : catalog.number(current)}
                </td>
                <td class="number" data-label={texts.nextHeads.next}>
                  {next === null ? catalog.nothing : catalog.number(next)}
                </td>
                <td data-label={texts.nextHeads.when}>
                  <TimedText
                    text={(date) => arrivalText(arrival, { ...times, date }, catalog)}
                    style="date"
                    catalog={catalog}
                    timeZone={timeZone}
                  />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
      <small class="muted">{catalog.goal.basis}</small>
      <h3>{texts.reached}</h3>
      {reached.length === 0 ? (
        <p>{texts.noneReached}</p>
      ) : (
        <ul>
          {reached.map(({ counter, value, at }) => (
            <li key={`${counter} ${value}`}>
              {texts.reachedText(catalog.number(value), texts.counters[counter])} ·{' '}
              <Moment at={msOf(at)} catalog={catalog} timeZone={timeZone} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
