// The last event of each game of an account, of all kinds: its own ones, and those of the platform that concern it.
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { Account } from '../../../domain/account.js'
import type { Minute } from '../../../domain/clock.js'
import type { HistoryEvent } from '../../../domain/events/event.js'
import { concerns } from '../../../domain/events/event-facts.js'
import type { EventLog } from '../../../domain/ports/event-log.js'
import type { Span } from '../../../domain/rules/span.js'

/** The number of universes whose events are read in about a millisecond. */
const BATCH_SIZE = 100
/** Far more events of the platform than occur in months. */
const MAX_PLATFORM_EVENTS = 100

type EventStarts = ReadonlyMap<number, HistoryEvent>

interface LastEventsQuery {
  readonly account: Account
  readonly universeIds: readonly number[]
  readonly span: Span
}

/** By universe, the event that began last within the span; of two that began at one minute, the one written last. */
export async function lastEvents(
  eventLog: Pick<EventLog, 'last' | 'newest'>,
  { account, universeIds, span }: LastEventsQuery,
): Promise<EventStarts> {
  const found = new Map<number, HistoryEvent>()
  const platform = await platformEvents(eventLog, span.until, span.from)
  for (let at = 0; at < universeIds.length; at += BATCH_SIZE) {
    if (at > 0) await yieldToEventLoop()
    const ids = universeIds.slice(at, at + BATCH_SIZE)
    const newestEvents = await eventLog.last({ universeIds: ids, accountId: account.id, ...span })
    for (const event of newestEvents) if (event.universeId !== null) found.set(event.universeId, event)
    for (const id of ids) {
      const shared = platform.find(({ facts }) => concerns(facts, id))
      const known = found.get(id)
      if (shared !== undefined && (known === undefined || isLater(shared, known))) found.set(id, shared)
    }
  }
  return found
}

/** The newest beginning first. */
async function platformEvents(eventLog: Pick<EventLog, 'newest'>, until: Minute, from: Minute) {
  const kinds = ['incident', 'market_fall'] as const
  const filter = { universeIds: [], accountId: null, kinds, from, until, limit: MAX_PLATFORM_EVENTS }
  return (await eventLog.newest(filter)).filter(({ start }) => start >= from)
}

const isLater = (one: HistoryEvent, other: HistoryEvent): boolean =>
  one.start > other.start || (one.start === other.start && one.id > other.id)
