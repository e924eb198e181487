// The texts of the list of events: what happened to a game or to Roblox as a whole.
import type { EventKind, IncidentEventFacts } from '../../domain/events/event-facts.js'

type IncidentEventType = IncidentEventFacts['type']

export const events = {
  title: 'What happened',
  nothing: 'Nothing in this range.',
  more: (count: string) => `and ${count} earlier`,
  /** The labels beside the lines of a chart. */
  labels: {
    update: 'Update',
    incident: 'Incident',
    market_fall: 'Roblox fell',
    gap: 'Gap',
    record: 'Record',
    milestone: 'Milestone',
    alert: 'Alert',
    note: 'Note',
  } satisfies Record<EventKind, string>,
  update: 'The game was updated.',
  incident: {
    hidden: 'Roblox did not show the game to the public.',
    gone: 'Roblox did not know the game.',
    silent: 'Nothing could be measured.',
    fall: 'Most players left.',
  } satisfies Record<IncidentEventType, string>,
  platform: {
    hidden: 'Roblox did not show most games to the public.',
    gone: 'Roblox did not know most games.',
    silent: 'Roblox did not answer.',
    fall: 'Most games of Roblox lost players.',
  } satisfies Record<IncidentEventType, string>,
  marketFall: (drop: string) => `Players fell all over Roblox; the middle game lost ${drop}.`,
  record: (players: string, previous: string) => `${players} players, after a record of ${previous}.`,
  milestone: (what: string) => `${what} reached.`,
  alert: (condition: string, value: string) => `${condition}: ${value}.`,
  span: (from: string, until: string) => `${from} to ${until}`,
  since: (from: string) => `since ${from}`,
}
