// Simulates outages of the platform: at times all games lose most of their players together for about forty minutes.
import { DAY_MINUTES, type Minute } from '../../domain/clock.js'
import { between, unit } from './hash.js'

export interface Dip {
  readonly from: Minute
  readonly to: Minute
  /** The fraction of the players that remains at the lowest point. */
  readonly floor: number
}

const DIP_INTERVAL_MINUTES = 11 * DAY_MINUTES
const DIP_MINUTES = 40
const DIP_FALL_MINUTES = 3
const DIP_RECOVERY_MINUTES = 15

const dipOf = (seed: number, slot: number): Dip => {
  const from = slot * DIP_INTERVAL_MINUTES + Math.floor(unit(seed, slot, 30) * (DIP_INTERVAL_MINUTES - DIP_MINUTES))
  return { from, to: from + DIP_MINUTES, floor: between(0.15, 0.5, unit(seed, slot, 31)) }
}

/** The first dip that begins at or after the minute. */
export const nextDip = (seed: number, minute: Minute): Dip => {
  const slot = Math.floor(minute / DIP_INTERVAL_MINUTES)
  const dip = dipOf(seed, slot)
  return dip.from >= minute ? dip : dipOf(seed, slot + 1)
}

/** The factor on every player count at a minute; 1 outside a dip. */
export const dipFactor = (seed: number, minute: Minute): number =>
  factorIn(dipOf(seed, Math.floor(minute / DIP_INTERVAL_MINUTES)), minute)

/** The factor on the player count at a minute in one dip; 1 outside it. */
export const factorIn = ({ from, to, floor }: Dip, minute: Minute): number => {
  if (minute < from || minute >= to) return 1
  const down = Math.min(1, (minute - from + 1) / DIP_FALL_MINUTES)
  const up = Math.min(1, (to - minute) / DIP_RECOVERY_MINUTES)
  return 1 - (1 - floor) * Math.min(down, up)
}
