// One page of events for the endpoints that list them: the newest first, or in the order of their changes.
import { z } from 'zod'
import { rejection } from '../../../domain/error.js'
import type { HistoryEvent } from '../../../domain/events/event.js'
import { eventWriter } from '../../../files/events/event-json.js'
import { type EventReader, MAX_LISTED_EVENTS } from '../../../services/reading/events/list-events.js'
import type { Services } from '../../../services/services.js'
import { takesOneOf } from '../query-names.js'
import { CURSOR_ERROR, checkOrder, cursor, cursorText, eventTypes, from, limit, to } from './parameters.js'
import { eventRecord } from './schema.js'

const ORDERS = ['newest', 'changed'] as const
const DEFAULT_EVENTS = 100

export const eventsQuery = z.object({
  types: eventTypes,
  from,
  to,
  order: z
    .enum(ORDERS, { error: takesOneOf(ORDERS) })
    .optional()
    .meta({
      description:
        'newest, the default: by their begin. changed: by their last change, so that a program can follow what happens; an event that changes comes again with the same id',
    }),
  cursor: cursor({ before: 2, after: 1 }),
  limit: limit(MAX_LISTED_EVENTS, DEFAULT_EVENTS),
})

export const eventsResponse = z.object({
  events: z.array(eventRecord).meta({ description: 'Each once, in the order that was asked for' }),
  next_cursor: z.string().nullable().meta({
    description: 'Continues this list; null at its end. In the order of changes it is never null: ask again later',
  }),
  has_more: z.boolean().meta({ description: 'There are more events now' }),
  changes_cursor: z.string().meta({
    description: 'Continues with everything that is written or changed after this answer, in the order of changes',
  }),
})

type EventsQuery = z.output<typeof eventsQuery>

export async function eventsPage(
  services: Services,
  reader: EventReader,
  query: EventsQuery,
): Promise<z.input<typeof eventsResponse>> {
  const { types: kinds, from: begin, to: until, limit: length } = query
  checkOrder(query)
  const writer = eventWriter(await services.findGame.ofAccount(reader.account))
  // The return type of the writer does not link `details` to `type`, so it is stated here.
  const write = (event: HistoryEvent) => writer(event) as z.input<typeof eventRecord>
  const filter = { kinds, from: begin, until, limit: length }
  const word = query.cursor?.word ?? (query.order === 'changed' ? 'after' : 'before')
  if (query.order !== undefined && (query.order === 'changed') !== (word === 'after'))
    throw rejection('INVALID_PARAMETERS', { name: 'cursor of the other order', facts: {} })
  const [first, id] = query.cursor?.numbers ?? []
  if (word === 'after') {
    if (first !== undefined && first > (await services.listEvents.lastChange()))
      throw rejection('INVALID_PARAMETERS', {
        name: 'bad parameter',
        facts: { parameter: 'cursor', problem: CURSOR_ERROR },
      })
    const {
      events,
      cursor: last,
      hasMore,
    } = await services.listEvents.changed(reader, { ...filter, withWithdrawn: true }, first ?? 0)
    const next = cursorText('after', last)
    return { events: events.map(write), next_cursor: next, has_more: hasMore, changes_cursor: next }
  }
  const position = first === undefined || id === undefined ? undefined : { start: first, id }
  const { events, next, changesCursor } = await services.listEvents.newest(reader, filter, position)
  return {
    events: events.map(write),
    next_cursor: next === undefined ? null : cursorText('before', next.start, next.id),
    has_more: next !== undefined,
    changes_cursor: cursorText('after', changesCursor),
  }
}
