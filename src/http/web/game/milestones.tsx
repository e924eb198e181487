// The milestones of a game: those ahead with an estimated date, and those that it reached.
import { type Clock, DAY_MINUTES, MINUTE_MS, msOf } from '../../../domain/clock.js'
import type { Arrival } from '../../../domain/rules/milestones.js'
import type { MessageCatalog } from '../../../messages/catalog.js'
import type { GameDescription } from '../../../services/reading/game/describe-game.js'
import { Moment } from '../components/inline.js'
import { Scroll } from '../components/scroll.js'

interface Props extends Pick<GameDescription, 'latest' | 'milestones' | 'reached'> {
  readonly catalog: MessageCatalog
  readonly timeZone: string
  readonly clock: Clock
}

const DAY_MS = DAY_MINUTES * MINUTE_MS
/** The pace of a few weeks allows no estimate further ahead. */
const FARTHEST_YEARS = 10
const FARTHEST_DAYS = FARTHEST_YEARS * 365

export function Milestones({ latest, milestones, reached, catalog, timeZone, clock }: Props) {
  const texts = catalog.web.game
  // If the latest sample is old, an estimate can lie in the past, so the earliest date is now.
  const after = (days: number): string =>
    catalog.date(Math.max(msOf(latest?.minute ?? 0) + days * DAY_MS, clock.now()), timeZone)
  return (
    <section aria-labelledby="milestones">
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
                <td data-label={texts.nextHeads.when}>{whenOf(arrival, after, catalog)}</td>
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

function whenOf(arrival: Arrival, after: (days: number) => string, { goal, number }: MessageCatalog): string {
  if (arrival.kind === 'too little data') return goal.tooLittleData
  if (arrival.kind === 'not growing') return goal.notGrowing
  const { earliest, latest } = arrival
  if (earliest > FARTHEST_DAYS) return goal.farAway(number(FARTHEST_YEARS))
  const first = after(earliest)
  if (latest === null || latest > FARTHEST_DAYS) return goal.notBefore(first)
  // Two dates less than one day apart would seem to contradict each other, so only one is shown.
  return latest - earliest < 1 ? goal.around(after(latest)) : goal.between(first, after(latest))
}
