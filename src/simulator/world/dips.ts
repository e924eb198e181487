// Simulates outages of the platform: at times all games lose most of their players together for about forty minutes.
import { DAY_MINUTES, type Minute } from '../../domain/clock.js'
import { between, unit } from './hash.js'

export interface Dip {
  readonly from: Minute
  readonly to: Minute
  /** The fraction of the players that remains at the lowest point. */
  readonly floor: number
}

const EVERY = 11 * DAY_MINUTES
const LASTS = 40
const FALLS = 3
const RECOVERS = 15

const dipOf = (seed: number, slot: number): Dip => {
  const from = slot * EVERY + Math.floor(unit(seed, slot, 30) * (EVERY - LASTS))
  return { from, to: from + LASTS, floor: between(0.15, 0.5, unit(seed, slot, 31)) }
}

/** The first dip that begins at or after the minute. */
export const nextDip = (seed: number, minute: Minute): Dip => {
  const slot = Math.floor(minute / EVERY)
  const dip = dipOf(seed, slot)
  return dip.from >= minute ? dip : dipOf(seed, slot + 1)
}

/** The factor on every player count at a minute; 1 outside a dip. */
export const dipFactor = (seed: number, minute: Minute): number =>
  factorIn(dipOf(seed, Math.floor(minute / EVERY)), minute)

/** The factor on the player count at a minute in one dip; 1 outside it. */
export const factorIn = ({ from, to, floor }: Dip, minute: Minute): number => {
  if (minute < from || minute >= to) return 1
  const down = Math.min(1, (minute - from + 1) / FALLS)
  const up = Math.min(1, (to - minute) / RECOVERS)
  return 1 - (1 - floor) * Math.min(down, up)
}
