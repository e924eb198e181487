// Events of several games: when, of which game, and what.
import type { ComponentChildren } from 'preact'
import type { HistoryEvent } from '../../../../domain/events/event.js'
import type { Game } from '../../../../domain/game.js'
import type { MessageCatalog } from '../../../../messages/catalog.js'
import { eventText, eventTime } from '../../../../messages/event-text.js'
import { TimedText } from '../../components/inline.js'
import { gameAddress } from '../games/own-game.js'

interface Props {
  readonly events: readonly HistoryEvent[]
  readonly games: ReadonlyMap<number, Game>
  readonly catalog: MessageCatalog
  readonly timeZone: string
}

export function EventList({ events, games, catalog, timeZone }: Props) {
  if (events.length === 0) return null
  return (
    <ul class="events">
      {events.map((event) => (
        <li key={event.id}>
          <span class="badge">{catalog.events.labels[event.kind]}</span>{' '}
          <strong>
            <Subject event={event} {...{ games, catalog }} />
          </strong>{' '}
          <span>{eventText(event, catalog)}</span>{' '}
          <small class="muted">
            <TimedText text={(when) => eventTime(event, when, catalog)} {...{ catalog, timeZone }} />
          </small>
        </li>
      ))}
    </ul>
  )
}

interface SubjectProps extends Pick<Props, 'games' | 'catalog'> {
  readonly event: HistoryEvent
}

function Subject({ event, games, catalog }: SubjectProps): ComponentChildren {
  const game = event.universeId === null ? undefined : games.get(event.universeId)
  return game ? <a href={gameAddress(game)}>{game.name}</a> : catalog.web.home.platform
}
