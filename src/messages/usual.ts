// Texts about the players of a game now: against what is usual, against the time before, and how well the usual held.
import { msOf } from '../domain/clock.js'
import type { Market } from '../domain/insights/market/market.js'
import type { CounterNow, PlayerChange, PlayersNow } from '../domain/insights/players-now.js'
import type { MessageCatalog } from './catalog.js'

/** A smaller difference reads as 0 %. */
export const MIN_SHARE = 0.0005

/** `time` formats milliseconds as the reader sees times. */
export function usualText(
  { usual, share }: Pick<PlayersNow, 'usual' | 'share'>,
  catalog: MessageCatalog,
  time: (milliseconds: number) => string,
): string {
  const texts = catalog.usual
  if (usual.kind === 'not yet') return texts.notYet(time(msOf(usual.from)))
  const players = catalog.number(Math.round(usual.expected))
  const range = texts.range(catalog.number(Math.round(usual.low)), catalog.number(Math.round(usual.high)))
  if (share === null || Math.abs(share) < MIN_SHARE) return texts.same(players, range)
  return (share > 0 ? texts.above : texts.below)(catalog.percent(Math.abs(share)), players, range)
}

/** The players against those of a day and a week ago; empty if neither is known. */
export function changeTexts({ day, week }: PlayersNow, catalog: MessageCatalog): string[] {
  const texts = catalog.usual
  return [
    ...(day === null ? [] : [texts.sinceDay(changeText(day, catalog))]),
    ...(week === null ? [] : [texts.sinceWeek(changeText(week, catalog))]),
  ]
}

/** The changes of a counter in a day and a week, and what it gained beside what is usual; empty if nothing is known. */
export function counterTexts(counter: CounterNow, catalog: MessageCatalog): string[] {
  const changes = counterChanges(counter, catalog)
  return [...(changes.length === 0 ? [] : [changes.join(' · ')]), ...gainText(counter, catalog)]
}

/** Since a day and a week before, as far as they are known. */
export const counterChanges = ({ day, week }: Pick<CounterNow, 'day' | 'week'>, catalog: MessageCatalog): string[] => [
  ...(day === null ? [] : [catalog.usual.inDay(catalog.change(day))]),
  ...(week === null ? [] : [catalog.usual.inWeek(catalog.change(week))]),
]

/** What a counter gained in the last 24 full hours beside what is usual; empty if that is not known. */
export const gainText = ({ lastHours }: Pick<CounterNow, 'lastHours'>, catalog: MessageCatalog): string[] =>
  lastHours === null
    ? []
    : [catalog.usual.gained(catalog.change(Math.round(lastHours.gained)), catalog.change(Math.round(lastHours.usual)))]

const changeText = ({ difference, share }: PlayerChange, catalog: MessageCatalog): string =>
  share === null ? catalog.change(difference) : catalog.percentChange(share)

/** Empty if too few hours of the last week can be compared. `name` is that of the game where the text stands among several. */
export function accuracyText({ accuracy }: PlayersNow, catalog: MessageCatalog, name?: string): string {
  if (accuracy === null) return ''
  const share = catalog.part(accuracy.inside / accuracy.hours)
  return name === undefined ? catalog.usual.held(share) : catalog.usual.heldOf(name, share)
}

/** How Roblox as a whole is doing; empty if the operator does not have it counted. */
export function marketText(market: Market, catalog: MessageCatalog, time: (milliseconds: number) => string): string {
  const texts = catalog.usual.market
  if (market.kind === 'known') {
    if (Math.abs(market.change) < MIN_SHARE) return texts.same
    return (market.change > 0 ? texts.above : texts.below)(catalog.percent(Math.abs(market.change)))
  }
  if (market.reason === 'off') return ''
  return market.reason === 'not yet' ? texts.notYet(time(msOf(market.from))) : texts.unknown[market.reason]
}
