// The event of an update of a game.
import { type Minute, minuteOf } from '../../../domain/clock.js'
import type { EventDraft } from '../../../domain/events/event.js'

/** The platform states the time of an update; a tick finds it afterwards. */
export function updateEvent(universeId: number, publishedAt: number, foundAt: Minute): EventDraft {
  const start = minuteOf(publishedAt)
  return {
    universeId,
    accountId: null,
    kind: 'update',
    subject: `${universeId}:${start}`,
    start,
    end: start,
    cause: null,
    facts: { kind: 'update', foundAt },
    uncertainty: 0,
  }
}
