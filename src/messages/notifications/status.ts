// Renders status changes: a game was hidden, no longer available or restored, or its data stopped or resumed.
import { msOf } from '../../domain/clock.js'
import type { StatusFacts } from '../../domain/notifications/facts.js'
import { gameName, type Renderer } from './rendering.js'

export const status: Renderer<StatusFacts> = (rendering) => {
  const { facts, format, notification, catalog } = rendering
  const { what, since, until, reason } = facts
  const text = catalog.notifications.status
  const times = [format.time(msOf(since)), format.time(msOf(until ?? notification.occurredAt))] as const
  return {
    title: text.title[what](gameName(rendering)),
    lines: [text.text[what](...times), ...(reason === null ? [] : [text.reason[reason]])],
  }
}
