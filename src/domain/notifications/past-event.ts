// What happened to a game in a span, as a digest lists it: the port through which digests read it.
import type { Minute } from '../clock.js'
import type { AlertMetric } from './settings.js'

export type PastEvent =
  /** `change`: of the players against what was expected without the update; null if it cannot be told, or not yet. */
  | { readonly kind: 'update'; readonly at: Minute; readonly change: number | null }
  | { readonly kind: 'record'; readonly at: Minute; readonly ccu: number }
  | {
      readonly kind: 'milestone'
      readonly at: Minute
      readonly metric: 'visits' | 'favorites' | 'likes'
      readonly rung: number
    }
  /** `until` is null if it was not over at the end of the span. */
  | {
      readonly kind: 'incident'
      readonly at: Minute
      readonly what: 'hidden' | 'gone' | 'no_data'
      readonly until: Minute | null
    }
  | { readonly kind: 'alert'; readonly at: Minute; readonly metric: AlertMetric }
  /** `drop`: what the median game lost of its players. */
  | { readonly kind: 'market_fall'; readonly at: Minute; readonly drop: number }

/** The events of a game that were found in the minutes `from` ≤ m < `until`, as they were known before `until`, oldest first. */
export type PastEventReader = (from: Minute, until: Minute) => Promise<readonly PastEvent[]>

/** A digest lists so many events; of more, the most frequent kinds are left out first. */
export const MAX_DIGEST_EVENTS = 10

export interface ListedEvents {
  readonly events: readonly PastEvent[]
  /** How many more there were. */
  readonly more: number
}

/** What is rare is worth more than what is frequent. */
const ORDER: readonly PastEvent['kind'][] = ['record', 'milestone', 'update', 'incident', 'market_fall', 'alert']

export function listedEvents(events: readonly PastEvent[]): ListedEvents {
  const byWorth = [...events].sort((a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind) || a.at - b.at)
  const kept = byWorth.slice(0, MAX_DIGEST_EVENTS).sort((a, b) => a.at - b.at)
  return { events: kept, more: events.length - kept.length }
}
