// The number of players at a minute: size × growth × week × day × updates × dips, with noise. In a
// varied world also × level × holidays × restarts.
import { DAY_MINUTES, type Minute, WEEK_MINUTES } from '../../domain/clock.js'
import { dipFactor, factorIn } from './dips.js'
import type { SimulatedGame } from './game.js'
import { unit } from './hash.js'
import { holidayFactor } from './holidays.js'
import { updatePull } from './updates.js'
import { levelFactor, restartFactor } from './variation.js'

const TURN_RADIANS = 2 * Math.PI
/** Saturday, 18:00 UTC; minute 0 (January 1, 1970) was a Thursday. */
const WEEK_PEAK_MINUTE = 2.75 * DAY_MINUTES
const MEAN_YEAR_DAYS = 365.25
const NOISE_STEP = 16

/** The slow component, without days and weeks; 0 before the launch. */
export const growthAt = (game: SimulatedGame, minute: Minute): number => {
  const age = minute - game.launchedAt
  if (age < 0) return 0
  const days = age / DAY_MINUTES
  const { growthDays, yearlyGrowth, waveDays } = game.behavior
  const opening = Math.min(1, age / 180) * (1 + 1.5 * Math.exp(-days / 5))
  const settling = 0.35 + 0.65 * (1 - Math.exp(-days / growthDays))
  const popularityWave = 1 + 0.2 * Math.sin((TURN_RADIANS * days) / waveDays)
  return game.baseCcu * opening * settling * popularityWave * (1 + (yearlyGrowth * days) / MEAN_YEAR_DAYS)
}

/** The factors that a varied world has on top, over days and months. */
export const variationAt = ({ key, variation }: SimulatedGame, minute: Minute): number =>
  variation === undefined ? 1 : levelFactor(key, variation, minute) * holidayFactor(minute)

/** The factor of what makes players leave for less than an hour or so. */
const outageFactor = (seed: number, { plan, variation }: SimulatedGame, minute: Minute): number => {
  let factor = variation === undefined ? 1 : restartFactor(variation, minute)
  if (plan === undefined || minute < plan.from) return factor * dipFactor(seed, minute)
  for (const fall of plan.falls) factor *= factorIn(fall, minute)
  return factor
}

const weekFactor = (game: SimulatedGame, minute: Minute): number =>
  1 + game.behavior.weeklySwing * Math.cos((TURN_RADIANS * (minute - WEEK_PEAK_MINUTE)) / WEEK_MINUTES)

const dayFactor = (game: SimulatedGame, minute: Minute): number => {
  const angle = (TURN_RADIANS * (minute - game.behavior.peakMinute)) / DAY_MINUTES
  return 1 + game.behavior.dailySwing * Math.cos(angle) + 0.07 * Math.cos(2 * angle)
}

/** The player count without noise. */
export const expectedPlayers = (seed: number, game: SimulatedGame, minute: Minute): number =>
  growthAt(game, minute) *
  weekFactor(game, minute) *
  dayFactor(game, minute) *
  updatePull(game, minute) *
  variationAt(game, minute) *
  outageFactor(seed, game, minute)

/** Slow noise of a few percent, and fast noise that is relatively larger in small games, where single players matter. */
const noiseAt = (game: SimulatedGame, minute: Minute, expected: number): number => {
  const node = Math.floor(minute / NOISE_STEP)
  const along = minute / NOISE_STEP - node
  const slow = unit(game.key, node, 40) * (1 - along) + unit(game.key, node + 1, 40) * along
  const fast = unit(game.key, minute, 41)
  return 1 + 0.05 * (slow - 0.5) + (fast - 0.5) * (0.01 + 1 / Math.sqrt(1 + expected))
}

export const playersAt = (seed: number, game: SimulatedGame, minute: Minute): number => {
  const expected = expectedPlayers(seed, game, minute)
  return expected <= 0 ? 0 : Math.max(0, Math.round(expected * noiseAt(game, minute, expected)))
}
