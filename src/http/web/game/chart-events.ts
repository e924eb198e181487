// The marks in the lane under the chart: what happened, milestones that were reached, and gaps.
import type { ChartEvent } from '../../../charts/page/wire.js'
import type { Span } from '../../../domain/rules/span.js'
import type { MessageCatalog } from '../../../messages/catalog.js'
import { eventText } from '../../../messages/event-text.js'
import { roughLength } from '../../../messages/length-text.js'
import type { GameEvent } from '../../../services/reading/events/game-events.js'
import type { ReachedMilestone } from '../../../services/reading/game/milestones-reached.js'

export interface LaneContents {
  readonly events: readonly GameEvent[]
  readonly reached: readonly ReachedMilestone[]
  /** Times without samples. */
  readonly gaps: readonly Span[]
}

/** More marks than that could not be distinguished; the newest are kept. */
const MAX_MARKS = 120

export const eventAnchor = ({ kind, start }: Pick<GameEvent, 'kind' | 'start'>): string => `event-${kind}-${start}`

/** Oldest first. */
export function chartEvents({ events, reached, gaps }: LaneContents, catalog: MessageCatalog): readonly ChartEvent[] {
  const { labels } = catalog.events
  const { counters, reachedText, gapFor } = catalog.web.game
  const eventMarks = events.map((event): ChartEvent => {
    const place = { at: event.start, until: event.end, kind: event.kind, name: labels[event.kind] }
    return { ...place, text: eventText(event, catalog), href: `#${eventAnchor(event)}` }
  })
  const milestones = reached.map(({ at, counter, value }): ChartEvent => {
    const text = catalog.events.milestone(reachedText(catalog.number(value), counters[counter]))
    return { at, until: at, kind: 'milestone', name: labels.milestone, text, href: '#milestones' }
  })
  const missing = gaps.map(({ from, until }): ChartEvent => {
    const text = gapFor(roughLength(until - from, catalog.locale))
    return { at: from, until, kind: 'gap', name: labels.gap, text, href: '#gaps' }
  })
  return [...eventMarks, ...milestones, ...missing].sort((a, b) => a.at - b.at).slice(-MAX_MARKS)
}
