// Renders status changes: a game was hidden, no longer available or restored, or its data stopped or resumed; and
// incidents of the platform or of Headcount.
import { HOUR_MINUTES, type Minute, msOf } from '../../domain/clock.js'
import type { PlatformDropFacts, PlatformIncidentFacts, StatusFacts } from '../../domain/notifications/facts.js'
import { isOfPlatform, MIN_COMPARED } from '../../domain/notifications/platform-incident.js'
import type { MessageCatalog } from '../catalog.js'
import { namesOf, platformDrop } from './alert.js'
import { gameName, type RenderContext, type Renderer } from './rendering.js'

export const status: Renderer<StatusFacts> = (rendering) => {
  const { facts, format, notification, catalog } = rendering
  const { what, since, until, reason } = facts
  const text = catalog.notifications.status
  const end = until ?? notification.occurredAt
  const times = [format.time(msOf(since)), format.time(msOf(end))] as const
  const duration = durationOf(end - since, catalog)
  const isEnd = what === 'back' || what === 'data_back'
  if (isEnd && facts.again !== undefined) {
    const [over, again] = [durationOf(facts.again - end, catalog), format.time(msOf(facts.again))]
    return { title: text.again[what](gameName(rendering), over), lines: [text.goesOn(times[1], again)] }
  }
  const isOver = until !== null && !isEnd
  return {
    title: text.title[what](gameName(rendering), duration),
    lines: [
      text.text[what](...times),
      ...(reason === null ? [] : [text.reason[reason]]),
      ...(isOver ? [text.over(times[1], duration)] : []),
      ...interruptedLine(rendering),
    ],
  }
}

function interruptedLine({ facts, format, catalog }: RenderContext<StatusFacts | PlatformIncidentFacts>): string[] {
  const { status: text } = catalog.notifications
  if (facts.interruption === undefined) return []
  const { from, until, count } = facts.interruption
  const times = [format.time(msOf(from)), format.time(msOf(until))] as const
  return [count === 1 ? text.interrupted(...times) : text.interruptedOften(catalog.number(count), ...times)]
}

/** For example `1 h 32 min`. */
function durationOf(minutes: Minute, catalog: MessageCatalog): string {
  const [hours, rest] = [Math.floor(minutes / HOUR_MINUTES), minutes % HOUR_MINUTES]
  return catalog.notifications.duration(catalog.number(hours), catalog.number(rest))
}

export const platformIncident: Renderer<PlatformIncidentFacts> = (rendering) => {
  const { facts, format, notification, catalog } = rendering
  const { cause, isEnd, types, since, until, affected, universes, reason } = facts
  const { incident: text, status: statusText } = catalog.notifications
  const end = until ?? notification.occurredAt
  const [from, to] = [format.time(msOf(since)), format.time(msOf(end))]
  const duration = durationOf(end - since, catalog)
  if (cause === 'headcount') {
    const why = reason === null ? [] : [statusText.reason[reason]]
    return { title: text.own(duration), lines: [text.ownText(from, to), ...why] }
  }
  const games = [...gamesLine(rendering), ...interruptedLine(rendering)]
  const isGroup = cause === 'unknown'
  const count = facts.games?.gameIds.length ?? 0
  if (isEnd && facts.again !== undefined) {
    const [over, again] = [durationOf(facts.again - end, catalog), format.time(msOf(facts.again))]
    const title = isGroup ? text.games.again(over) : text.again(over)
    return { title, lines: [statusText.goesOn(to, again), ...gamesLine(rendering)] }
  }
  if (isEnd) {
    const title = isGroup ? text.games.back(count, duration) : text.back(duration)
    return { title, lines: [text.lasted(from, to), ...games] }
  }
  const over = until === null ? [] : [statusText.over(to, duration)]
  const compared = { affected: affected ?? 0, universes: universes ?? 0 }
  const counted = text.counted(catalog.number(compared.affected), catalog.number(compared.universes))
  if (isGroup) {
    const [first] = types
    const type = types.length > 1 || first === undefined || first === 'fall' ? 'mixed' : first
    const isKnown = compared.universes >= MIN_COMPARED && !isOfPlatform(compared)
    const lines = [
      text.games.text(from, namesOf(rendering).join(', ')),
      counted,
      text.games.cause[isKnown ? 'unknown' : 'unclear'],
    ]
    return { title: text.games.title[type](count), lines: [...lines, ...over, ...games] }
  }
  const what = types.map((type) => text.types[type]).join(text.and)
  const known = isOfPlatform(compared) ? counted : text.market
  return { title: text.title, lines: [text.text(what, from), known, ...over, ...games] }
}

/** How many of the games of the server are back; nothing while none is, or if all were when the incident was over. */
function gamesLine(rendering: RenderContext<PlatformIncidentFacts>): string[] {
  const { facts, format, catalog } = rendering
  const { games, until } = facts
  const text = catalog.notifications.incident.games
  if (games === undefined || games.gameIds.length === 0) return []
  const [count, back] = [games.gameIds.length, games.gameIds.length - games.awayIds.length]
  if (games.until !== null)
    return until !== null && games.until > until ? [text.allBack(count, format.time(msOf(games.until)))] : []
  if (back === 0 && until === null) return []
  return [text.someBack(back, count, namesOf(rendering, games.awayIds).join(', '))]
}

/** The message of a fall of the platform, also once it is over, and the reply that states the end. */
export const platformFall: Renderer<PlatformDropFacts> = (rendering) => {
  const { facts, format, catalog } = rendering
  const { since, until, isEnd = false } = facts
  if (until === undefined) return platformDrop(rendering)
  const text = catalog.notifications
  const duration = durationOf(until - since, catalog)
  const [from, to] = [format.time(msOf(since)), format.time(msOf(until))]
  if (isEnd) return { title: text.incident.back(duration), lines: [text.incident.lasted(from, to)] }
  const beginning = platformDrop(rendering)
  return { ...beginning, lines: [...beginning.lines, text.status.over(to, duration)] }
}
