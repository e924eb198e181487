// A list of what happened to a game in the range of its chart.
import type { MessageCatalog } from '../../../messages/catalog.js'
import { eventText, eventTime } from '../../../messages/event-text.js'
import type { GameEvent } from '../../../services/reading/events/game-events.js'
import { TimedText } from '../components/inline.js'
import { eventAnchor } from './chart-events.js'

interface Props {
  readonly events: readonly GameEvent[]
  readonly catalog: MessageCatalog
  readonly timeZone: string
}

const MAX_SHOWN_EVENTS = 30

export function Events({ events, catalog, timeZone }: Props) {
  const texts = catalog.events
  const newest = [...events].reverse()
  const more = newest.length - MAX_SHOWN_EVENTS
  return (
    <section aria-labelledby="events">
      <h2 id="events">{texts.title}</h2>
      {newest.length === 0 ? <p class="muted">{texts.nothing}</p> : undefined}
      <ul class="events">
        {newest.slice(0, MAX_SHOWN_EVENTS).map((event) => (
          <li key={`${event.kind} ${event.start} ${eventText(event, catalog)}`} id={eventAnchor(event)}>
            <span class="badge">{texts.labels[event.kind]}</span> <span>{eventText(event, catalog)}</span>{' '}
            <small class="muted">
              <TimedText text={(when) => eventTime(event, when, catalog)} catalog={catalog} timeZone={timeZone} />
            </small>
          </li>
        ))}
      </ul>
      {more > 0 ? <p>{texts.more(catalog.number(more))}</p> : undefined}
    </section>
  )
}
