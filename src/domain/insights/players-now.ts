// The numbers of a game now, compared with the usual and with those 24 hours and a week before.
import type { Minute } from '../clock.js'
import type { ClosingMeasure } from '../measures.js'
import type { Market } from './market/market.js'
import type { Usual, UsualRange } from './usual/usual.js'

export interface PlayerChange {
  readonly players: number
  readonly difference: number
  /** 0.12 for 12 % more; null if nobody was there. */
  readonly share: number | null
}

/** In how many of the hours of the last week that can be compared the mean lay within the band. */
export interface UsualAccuracy {
  readonly inside: number
  readonly hours: number
}

/** The gains of a total, compared with the usual gain. */
export interface CounterNow {
  /** The gain since a day and since a week ago; null if that is not known. */
  readonly day: number | null
  readonly week: number | null
  /** Of the last 24 whole hours; null if too few of them can be compared. */
  readonly lastHours: CounterGain | null
}

/** The gain in the same hours, what is usual for them, and how many of 24 hours these are. */
export interface CounterGain {
  readonly gained: number
  readonly usual: number
  readonly hours: number
}

/** Of the last 24 whole hours; null where too few of them are known or have a usual. */
export type CounterGains = Readonly<Record<ClosingMeasure, CounterGain | null>>

export interface PlayersNow {
  readonly minute: Minute
  readonly players: number
  readonly usual: Usual
  /** 0.12 for 12 % above the usual; null if that is not known or zero. */
  readonly share: number | null
  readonly position: 'above' | 'within' | 'below' | null
  readonly day: PlayerChange | null
  readonly week: PlayerChange | null
  readonly accuracy: UsualAccuracy | null
  readonly counters: Readonly<Record<ClosingMeasure, CounterNow>>
  /** How the platform as a whole is doing without this game. */
  readonly market: Market
}

export const positionOf = (players: number, { low, high }: UsualRange): PlayersNow['position'] => {
  if (players > high) return 'above'
  return players < low ? 'below' : 'within'
}

/** 0.12 for 12 % above the usual; null if that is not known or zero. */
export const shareOfUsual = (players: number, usual: Usual): number | null =>
  usual.kind === 'known' && usual.expected > 0 ? players / usual.expected - 1 : null
