// What happened in the time of a digest, one line each.
import { msOf } from '../../domain/clock.js'
import type { DigestFacts } from '../../domain/notifications/facts.js'
import type { PastEvent } from '../../domain/notifications/past-event.js'
import type { RenderContext } from './rendering.js'

export function happenedLines({ facts: { happened, market }, format, catalog }: RenderContext<DigestFacts>): string[] {
  const text = catalog.notifications.digest.happened
  const roblox = market === null || market === undefined ? [] : [text.market(catalog.percentChange(market))]
  if (happened === undefined || happened.events.length === 0) return roblox
  const lines = happened.events.map((event) => `• ${format.time(msOf(event.at))}: ${lineOf(event, format, catalog)}`)
  const more = happened.more > 0 ? [`• ${text.more(catalog.number(happened.more))}`] : []
  return [...roblox, text.title, ...lines, ...more]
}

type Said = Pick<RenderContext, 'format' | 'catalog'>

function lineOf(event: PastEvent, format: Said['format'], catalog: Said['catalog']): string {
  const { happened: text } = catalog.notifications.digest
  switch (event.kind) {
    case 'update':
      return event.change === null ? text.update : text.updateChanged(catalog.percentChange(event.change))
    case 'record':
      return text.record(catalog.number(event.ccu))
    case 'milestone':
      return text.milestone(catalog.notifications.counted[event.metric](catalog.number(event.rung)))
    case 'incident':
      return text.incident[event.what](event.until === null ? null : format.time(msOf(event.until)))
    case 'alert':
      return text.alert(catalog.notifications.alert.metrics[event.metric])
    case 'market_fall':
      return text.marketFall(catalog.percent(event.drop))
  }
}
