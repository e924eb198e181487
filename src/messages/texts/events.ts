// The texts of the list of events: what happened to a game or to Roblox as a whole.

import type { EventKind, IncidentEventFacts } from '../../domain/events/event-facts.js'
import { message, text } from '../format/texts.js'

type IncidentEventType = IncidentEventFacts['type']

export const events = {
  title: text,
  nothing: text,
  more: message('count'),
  /** The labels beside the lines of a chart. */
  labels: {
    update: text,
    incident: text,
    market_fall: text,
    gap: text,
    record: text,
    milestone: text,
    alert: text,
    note: text,
  } satisfies Record<EventKind, unknown>,
  update: text,
  incident: {
    hidden: text,
    gone: text,
    silent: text,
    fall: text,
  } satisfies Record<IncidentEventType, unknown>,
  platform: {
    hidden: text,
    gone: text,
    silent: text,
    fall: text,
  } satisfies Record<IncidentEventType, unknown>,
  marketFall: message('drop'),
  record: message('players', 'previous'),
  milestone: message('what'),
  alert: message('condition', 'value'),
  span: message('from', 'until'),
  since: message('from'),
}
