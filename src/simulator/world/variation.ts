// What makes the weeks of a game differ as those of real games do: its level wanders by about 13 % from week to week, some
// games rise or fall for months, and some restart all their servers once a week.
import { DAY_MINUTES, HOUR_MINUTES, type Minute, WEEK_MINUTES } from '../../domain/clock.js'
import { between, unit } from './hash.js'

export interface GameVariation {
  /** Multiplies the sizes of all changes of level. */
  readonly size: number
  /** The minute of the week of the servers' restart; null if the game has none. */
  readonly restartsAt: Minute | null
  /** The fraction of the players that stays in a restart. */
  readonly restartFloor: number
}

/** Restarts happen on weekday mornings, when few people play; minute 0 of a week is a Thursday's midnight. */
const FIRST_RESTART_MINUTE = 4 * DAY_MINUTES + 6 * HOUR_MINUTES
const RESTART_SPREAD_MINUTES = 2 * DAY_MINUTES
const RESTART_MINUTES = HOUR_MINUTES
const RESTART_FALL_MINUTES = 3
/** The time constant, in minutes, with which players return. */
const RESTART_RETURN_MINUTES = 10

export const variationOf = (key: number): GameVariation => ({
  size: between(0.7, 1.3, unit(key, 50)),
  restartsAt: unit(key, 51) < 1 / 3 ? FIRST_RESTART_MINUTE + Math.floor(unit(key, 52) * RESTART_SPREAD_MINUTES) : null,
  restartFloor: between(0.3, 0.6, unit(key, 53)),
})

/** The changes of the logarithm of the level: over weeks, which come and go, and over months, which are trends. */
const CHANGES = [
  { days: 6, size: 0.26 },
  { days: 19, size: 0.25 },
  { days: 73, size: 0.5 },
] as const

/** The factor on the player count that changes over days and months. */
export const levelFactor = (key: number, { size }: GameVariation, minute: Minute): number => {
  let sum = 0
  for (const [index, change] of CHANGES.entries())
    sum += change.size * smoothNoise(key, 54 + index, minute, change.days)
  return Math.exp(size * sum)
}

/** From -1 to 1, with a new random value every `days` and a smooth way between them. */
function smoothNoise(key: number, stream: number, minute: Minute, days: number): number {
  const at = minute / (days * DAY_MINUTES) + unit(key, stream)
  const node = Math.floor(at)
  const along = at - node
  const part = along * along * (3 - 2 * along)
  return 2 * (unit(key, node, stream) * (1 - part) + unit(key, node + 1, stream) * part) - 1
}

/** The factor on the player count while the servers restart; 1 at all other times. */
export const restartFactor = ({ restartsAt, restartFloor }: GameVariation, minute: Minute): number => {
  if (restartsAt === null) return 1
  const since = (minute - restartsAt + WEEK_MINUTES) % WEEK_MINUTES
  if (since >= RESTART_MINUTES) return 1
  const down = Math.min(1, (since + 1) / RESTART_FALL_MINUTES)
  const away = Math.exp(-Math.max(0, since - RESTART_FALL_MINUTES) / RESTART_RETURN_MINUTES)
  return 1 - (1 - restartFloor) * down * away
}
