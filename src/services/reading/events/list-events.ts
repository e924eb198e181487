// Lists what happened to games and to the platform, by the view rules of the game's page: everybody who sees a game sees
// its events, and an account's own events (alerts, notes, and records at its own resolution) are seen by the account.
import type { Account } from '../../../domain/account.js'
import type { Minute } from '../../../domain/clock.js'
import type { HistoryEvent } from '../../../domain/events/event.js'
import { EVENT_KINDS, type EventKind, PRIVATE_EVENT_KINDS } from '../../../domain/events/event-facts.js'
import type { AccountGame } from '../../../domain/game.js'
import type { EventFilter, EventPosition } from '../../../domain/ports/event-log.js'
import type { Store } from '../../../domain/ports/store.js'

/** `from` ≤ m < `until`: events that touch these minutes. */
export interface EventListQuery {
  /** All kinds if it is missing. */
  readonly kinds?: readonly EventKind[] | undefined
  readonly from?: Minute | undefined
  readonly until?: Minute | undefined
  /** At most `MAX_LISTED_EVENTS`. */
  readonly limit?: number | undefined
  /** Also what was withdrawn, so that who read it before can drop it. */
  readonly withWithdrawn?: boolean | undefined
}

export interface EventPage {
  /** In the order of their last change. */
  readonly events: readonly HistoryEvent[]
  /** Where the next page begins; also where a later call continues when this page is the last. */
  readonly cursor: number
  readonly hasMore: boolean
}

export interface NewestEvents {
  readonly events: readonly HistoryEvent[]
  /** Where the next page begins; undefined if there is none. */
  readonly next: EventPosition | undefined
  /** With this cursor, `changed` continues with everything that was written or changed since this list was read. */
  readonly changesCursor: number
}

/** Whose events are read: those of an account's games, or of one game as its page shows them. */
export type EventReader =
  | {
      readonly account: Account
      /** Only events of these universes of the account, and of the platform; of all if it is missing. */
      readonly universeIds?: readonly number[] | undefined
    }
  | (AccountGame & { readonly isOwn: boolean })

export const MAX_LISTED_EVENTS = 500
const DEFAULT_LIMIT = 100

export function createListEvents({ store }: { store: Pick<Store, 'eventLog' | 'games'> }) {
  const universesOf = async (reader: EventReader): Promise<readonly number[]> => {
    if ('game' in reader) return [reader.game.universeId]
    const tracked = (await store.games.ofAccount(reader.account.id)).map(({ universeId }) => universeId)
    return tracked.filter((id) => reader.universeIds?.includes(id) ?? true)
  }

  const filterOf = async (reader: EventReader, query: EventListQuery): Promise<EventFilter> => {
    const isOwn = !('game' in reader) || reader.isOwn
    const kinds = (query.kinds ?? EVENT_KINDS).filter((kind) => isOwn || !PRIVATE_EVENT_KINDS.includes(kind))
    const limit = Math.max(1, Math.min(query.limit ?? DEFAULT_LIMIT, MAX_LISTED_EVENTS))
    const { from, until, withWithdrawn } = query
    const universeIds = await universesOf(reader)
    const isConcerned = 'game' in reader
    return { universeIds, isConcerned, accountId: reader.account.id, kinds, from, until, withWithdrawn, limit }
  }

  return {
    /** The number of the last change: no cursor in the order of changes is larger. */
    lastChange: (): Promise<number> => store.eventLog.lastChange(),

    /**
     * The events after the cursor of an earlier page, 0 for the first. An event that changes, for example because it is
     * over, comes again with the same id.
     */
    changed: async (reader: EventReader, query: EventListQuery = {}, cursor = 0): Promise<EventPage> => {
      const filter = await filterOf(reader, query)
      const found = await store.eventLog.changed({ ...filter, limit: filter.limit + 1 }, cursor)
      const events = found.slice(0, filter.limit)
      return { events, cursor: events.at(-1)?.change ?? cursor, hasMore: found.length > filter.limit }
    },

    /** The newest beginning first. */
    newest: async (reader: EventReader, query: EventListQuery = {}, after?: EventPosition): Promise<NewestEvents> => {
      const filter = await filterOf(reader, query)
      // Read before the events, so that an event written in between is listed twice rather than never.
      const changesCursor = await store.eventLog.lastChange()
      const found = await store.eventLog.newest({ ...filter, limit: filter.limit + 1 }, after)
      const events = found.slice(0, filter.limit)
      return { events, next: found.length > filter.limit ? events.at(-1) : undefined, changesCursor }
    },
  }
}
