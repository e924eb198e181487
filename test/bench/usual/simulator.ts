// Games of the project's own simulator: days, weeks, updates, slow waves, and now and then an outage of the platform.
import { HOUR_MINUTES, minuteOf, WEEK_HOURS } from '../../../src/domain/clock.js'
import type { Hour } from '../../../src/domain/insights/usual/hourly-means.js'
import { dipFactor } from '../../../src/simulator/world/dips.js'
import { createWorld } from '../../../src/simulator/world/world.js'
import type { Scenario } from './scores.js'

const SEED = 7
const GAMES = 12
const HOURS = 8 * WEEK_HOURS
/** Six readings an hour are a good mean. */
const STEP = 10
const END: Hour = Math.floor(minuteOf(Date.UTC(2026, 5, 17)) / HOUR_MINUTES)

export function simulatedGames(): Scenario[] {
  const world = createWorld({ seed: SEED, games: GAMES })
  const readingsOf = (hour: Hour): number[] =>
    Array.from({ length: HOUR_MINUTES / STEP }, (_, index) => hour * HOUR_MINUTES + index * STEP)
  return world.games.map(({ universeId }) => {
    const values = Array.from({ length: HOURS }, (_, index) => {
      const players = readingsOf(END - HOURS + index).map((minute) => world.ccuAt(universeId, minute))
      return players.reduce((sum, value) => sum + value, 0) / players.length
    })
    return {
      series: { since: END - HOURS, until: END, at: (hour) => values[hour - END + HOURS] ?? Number.NaN },
      hours: 2 * WEEK_HOURS,
      isIncident: (hour) => readingsOf(hour).some((minute) => dipFactor(SEED, minute) < 1),
    }
  })
}
