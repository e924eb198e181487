// The port of the list of events (src/domain/events/event.ts).
import type { Minute } from '../clock.js'
import type { EventDraft, HistoryEvent } from '../events/event.js'
import type { EventKind } from '../events/event-facts.js'

export interface EventFilter {
  /** The events of these universes, and those of the whole platform. */
  readonly universeIds: readonly number[]
  /** Without incidents of the platform that concern none of these universes (DATA-33). */
  readonly isConcerned?: boolean | undefined
  /** The account whose own events are read too; null for none. */
  readonly accountId: number | null
  readonly kinds: readonly EventKind[]
  /** Only events that last into `from` or later, and that begin before `until`. */
  readonly from?: Minute | undefined
  readonly until?: Minute | undefined
  /** Also those that were withdrawn, for readers who may have read them before. */
  readonly withWithdrawn?: boolean | undefined
  readonly limit: number
}

export type LastEventsFilter = Pick<EventFilter, 'universeIds' | 'accountId'> & {
  readonly from: Minute
  readonly until: Minute
}

/** The position of an event in a list with the newest first. */
export type EventPosition = Pick<HistoryEvent, 'start' | 'id'>

/** A setting that is there after an update from a version without events, until the records of its history are events. */
export const PAST_RECORDS_SETTING = 'events.records'

export interface EventLog {
  /** The events that were written or changed after the change with that number, in the order of their last change. */
  changed(filter: EventFilter, after: number): Promise<HistoryEvent[]>
  /** The newest beginning first; `before` continues after an event of an earlier page. */
  newest(filter: EventFilter, before?: EventPosition): Promise<HistoryEvent[]>
  /** Of each of these universes the event that began last in the minutes `from` ≤ m < `until`, in no order. */
  last(filter: LastEventsFilter): Promise<HistoryEvent[]>
  /** Undefined if there is no such event, or if it was withdrawn. */
  byId(id: number): Promise<HistoryEvent | undefined>
  /** The number of the last change of any event; 0 before the first. */
  lastChange(): Promise<number>
  /** Writes an event that no tick and no evaluation found. Returns it as it is stored. */
  put(event: EventDraft): Promise<HistoryEvent>
  /** Takes a note out of the list; false if the account has no such note. */
  withdrawNote(id: number, accountId: number): Promise<boolean>
  /**
   * Writes some events from the history that an older version stored, and continues there at the next call. True when
   * nothing but the records is left.
   */
  takeHistory(): Promise<boolean>
}
