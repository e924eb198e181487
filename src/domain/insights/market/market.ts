// How the platform as a whole is doing: the chained index of its players against the index's own usual.
//
// Method. The index (market-index.ts) is compared with what the model of the usual (usual.ts) expects of it. So a change
// of the membership changes nothing, and what is usual at this hour of the week is no change. The index is scaled so
// that its last value is the number of players that were counted; scaling does not change ratios.
//
// Limits. The members are the most played games, which is where most players are; small games may differ. A game
// that is evaluated is left out, but games that lose players to it are not. A change that lasts becomes usual.
import { HOUR_MINUTES, hourOf, type Minute } from '../../clock.js'
import type { MarketSource } from '../../ports/market.js'
import type { Span } from '../../rules/span.js'
import type { HourlySeries } from '../usual/hourly-means.js'
import { UsualModel } from '../usual/usual.js'
import type { MarketIndex, MarketPoint } from './market-index.js'
import { MIN_MARKET_MEMBERS } from './market-link.js'

/** A count is the current one for this long, so that ticks may be a quarter of an hour apart. */
export const MAX_COUNT_AGE_MINUTES = 15

/** What was counted, without what is usual. */
export interface CountedMarket {
  readonly players: number
  /** The number of games with players. */
  readonly members: number
  readonly source: MarketSource
  /** The minute of the count. */
  readonly minute: Minute
}

export interface MarketRange {
  readonly kind: 'known'
  /** −0.22: 22 % fewer players than usual. */
  readonly change: number
  /** The players that were counted at the minute, or on average in the window. */
  readonly players: number
  /** What is usual, in players, and the band that holds 8 of 10 readings. */
  readonly expected: number
  readonly low: number
  readonly high: number
  /** The number of games with players, without the one that is left out. */
  readonly members: number
  readonly source: MarketSource
  /** The minute of the newest count. */
  readonly minute: Minute
}

/**
 * `off`: the operator switched it off. `not counted`: too little was counted at the time. `few games`: fewer than three
 * others have players. `not yet`: too little is known from before, until the minute `from`.
 */
export type UnknownMarket =
  | { readonly kind: 'unknown'; readonly reason: 'off' | 'not counted' | 'few games' }
  | ({ readonly kind: 'unknown'; readonly reason: 'not yet'; readonly from: Minute } & CountedMarket)

export type Market = MarketRange | UnknownMarket

export interface MarketQuery {
  readonly index: MarketIndex
  readonly source: MarketSource
  /** Nothing at or after this minute is read. */
  readonly until: Minute
  /** The minute of an update: the usual is that from before it. */
  readonly frozenAt?: Minute | undefined
}

const unknown = (reason: 'not counted' | 'few games'): UnknownMarket => ({ kind: 'unknown', reason })

/** The newest count against its usual. */
export function marketNow(query: MarketQuery): Market {
  const { index, until } = query
  const point = index.latest(until - MAX_COUNT_AGE_MINUTES, until)
  if (point === undefined) return unknown('not counted')
  return compare(query, point, [point.minute])
}

/** As `change` of `marketNow`, without the band, which costs most; NaN if it is unknown. */
export function marketChangeNow(query: MarketQuery): number {
  const { index, until } = query
  const point = index.latest(until - MAX_COUNT_AGE_MINUTES, until)
  if (point === undefined || point.members < MIN_MARKET_MEMBERS) return Number.NaN
  const { model, scale } = usualOf(query, point)
  return (index.valueAt(point.minute, until) * scale) / model.expectedAt(point.minute) - 1
}

/** All counts of a window against their usual; at least half of its hours must be counted. */
export function marketOver(query: MarketQuery, span: Span): Market {
  const { index, until } = query
  const counted: Minute[] = []
  for (let minute = span.from; minute < Math.min(span.until, until); minute++)
    if (!Number.isNaN(index.valueAt(minute, until))) counted.push(minute)
  const point = index.latest(span.from, Math.min(span.until, until))
  if (point === undefined || hoursOf(counted) * 2 < hoursBetween(span)) return unknown('not counted')
  return compare(query, point, counted)
}

function compare(query: MarketQuery, point: MarketPoint, minutes: readonly Minute[]): Market {
  const { index, source, until } = query
  if (point.members < MIN_MARKET_MEMBERS) return unknown('few games')
  const { model, scale } = usualOf(query, point)
  const usual = model.at(point.minute)
  if (usual.kind === 'not yet') {
    const { players, members, minute } = point
    return { kind: 'unknown', reason: 'not yet', from: usual.from, players, members, source, minute }
  }
  let [players, expected, known] = [0, 0, 0]
  for (const minute of minutes) {
    const usualPlayers = minute === point.minute ? usual.expected : expectedAt(model, minute)
    if (Number.isNaN(usualPlayers)) continue
    players += index.valueAt(minute, until) * scale
    expected += usualPlayers
    known++
  }
  return {
    kind: 'known',
    change: players / expected - 1,
    players: Math.round(players / known),
    expected: expected / known,
    // Computing a band is slow, so the relative band of the last minute is used for a whole window.
    low: (expected / known) * (usual.low / usual.expected),
    high: (expected / known) * (usual.high / usual.expected),
    members: point.members,
    source,
    minute: point.minute,
  }
}

/** The model of the index, scaled so that the point is the number of players that were counted there. */
function usualOf({ index, until, frozenAt }: MarketQuery, { value, players }: MarketPoint) {
  const scale = value > 0 ? players / value : index.scale
  const frozen = frozenAt === undefined ? {} : { frozenAt }
  return { scale, model: new UsualModel({ series: inPlayers(index, scale), until, ...frozen }) }
}

/** Interpolated between the middles of hours, without a band; NaN if it is unknown. */
function expectedAt(model: UsualModel, minute: Minute): number {
  const before = Math.floor(minute / HOUR_MINUTES - 0.5)
  const share = minute / HOUR_MINUTES - 0.5 - before
  const [left, right] = [model.expectedHour(before), model.expectedHour(before + 1)]
  if (Number.isNaN(left) || Number.isNaN(right)) return model.expectedHour(hourOf(minute))
  return left + (right - left) * share
}

/** The hourly means of the index, as the model of the usual reads them. */
export const inPlayers = (index: MarketIndex, scale: number): HourlySeries => ({
  since: index.hours.since,
  until: index.hours.until,
  at: (hour) => index.meanOf(hour) * scale,
})

const hoursOf = (minutes: readonly Minute[]): number => new Set(minutes.map(hourOf)).size
const hoursBetween = ({ from, until }: Span): number => hourOf(until - 1) - hourOf(from) + 1
