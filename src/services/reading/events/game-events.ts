// What happened to a game in a span, for its page and the marks of its charts, from the list of events.
import { minuteOf } from '../../../domain/clock.js'
import type { HistoryEvent } from '../../../domain/events/event.js'
import type { EventKind } from '../../../domain/events/event-facts.js'
import type { AccountGame } from '../../../domain/game.js'
import type { Store } from '../../../domain/ports/store.js'
import type { Span } from '../../../domain/rules/span.js'
import { createListEvents } from './list-events.js'

export type GameEvent = Pick<HistoryEvent, 'kind' | 'start' | 'end' | 'cause' | 'facts'>

/** A game, and whether the reader belongs to its account and sees its alerts and notes. */
export type EventViewer = AccountGame & { readonly isOwn: boolean }

/** All kinds except gaps, which the page lists separately. */
const SHOWN_KINDS: readonly EventKind[] = ['update', 'incident', 'market_fall', 'record', 'milestone', 'alert', 'note']
const MAX_GAME_EVENTS = 100

export function createGameEvents({ store }: { readonly store: Pick<Store, 'eventLog' | 'games' | 'universes'> }) {
  const { newest } = createListEvents({ store })

  /** Oldest first; the newest ones, if there are many. */
  return async function gameEvents(viewer: EventViewer, { from, until }: Span): Promise<readonly GameEvent[]> {
    const { universeId } = viewer.game
    const { events: newestEvents } = await newest(viewer, { kinds: SHOWN_KINDS, from, until, limit: MAX_GAME_EVENTS })
    // The update before the first tick is known from the platform, but no tick found it.
    const [facts] = await store.universes.facts([universeId])
    const last = minuteOf(facts?.updatedAt ?? Number.NaN)
    const isListed = newestEvents.some(({ kind, start }) => kind === 'update' && start === last)
    const first: GameEvent[] =
      last >= from && last < until && !isListed
        ? [{ kind: 'update', start: last, end: last, cause: null, facts: { kind: 'update', foundAt: last } }]
        : []
    return [...first, ...newestEvents].sort((a, b) => a.start - b.start)
  }
}
