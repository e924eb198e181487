// The events that the demo's text names, with the times at which they were found.
import type { EventKind } from '../domain/events/event-facts.js'
import type { Span } from '../domain/rules/span.js'
import type { Services } from '../services/services.js'
import type { DemoAccount } from './account.js'
import { ROLES } from './story.js'

export interface StoryEvents {
  readonly fall: Span | undefined
  readonly hidden: Span | undefined
}

/** More than the story has of one kind. */
const MAX_STORY_EVENTS = 50

export async function findStoryEvents(services: Services, { account, games }: DemoAccount): Promise<StoryEvents> {
  const newest = async (role: keyof typeof ROLES, kind: EventKind) => {
    const game = games.get(ROLES[role])
    if (game === undefined) return []
    const viewer = { account, game, isOwn: true }
    return (await services.listEvents.newest(viewer, { kinds: [kind], limit: MAX_STORY_EVENTS })).events
  }
  const spanOf = (event: { readonly start: number; readonly end: number | null } | undefined): Span | undefined =>
    event === undefined || event.end === null ? undefined : { from: event.start, until: event.end }
  const falls = await newest('failing', 'market_fall')
  const incidents = await newest('hidden', 'incident')
  return {
    fall: spanOf(falls[0]),
    hidden: spanOf(incidents.find(({ facts }) => facts.kind === 'incident' && facts.type === 'hidden')),
  }
}
