// Simulated worlds as restless as real games: their level moves by about 13 % from week to week, and further.
import { DAY_HOURS, WEEK_HOURS } from '../../../src/domain/clock.js'
import type { HourlySeries } from '../../../src/domain/insights/usual/hourly-means.js'
import { normal, randomOf } from '../usual/worlds.js'

const HOURS = 8 * WEEK_HOURS
const GAMES = 24
const WEEKLY_CHANGE = 0.13

interface RestlessWorld {
  readonly name: string
  readonly scenarios: readonly { readonly series: HourlySeries }[]
}

export const restlessWorlds = (): RestlessWorld[] =>
  [
    { name: 'restless', players: 2_000, daily: 0.05 },
    { name: 'restless, tens of players', players: 20, daily: 0.08 },
  ].map(({ name, players, daily }, world) => ({
    name,
    scenarios: Array.from({ length: GAMES }, (_, game) => {
      const random = randomOf(world * 1_000 + game + 7)
      return { series: seriesOf(players, daily, random) }
    }),
  }))

function seriesOf(players: number, daily: number, random: () => number): HourlySeries {
  const [swing, peak, weekend] = [0.3 + 0.3 * random(), random() * DAY_HOURS, 1 + 0.4 * random()]
  const step = WEEKLY_CHANGE / Math.sqrt(WEEK_HOURS)
  let [level, ofDay] = [Math.log(players), 0]
  const values = Array.from({ length: HOURS }, (_, hour) => {
    level += step * normal(random)
    if (hour % DAY_HOURS === 0) ofDay = daily * normal(random)
    const day = 1 + swing * Math.cos(((hour - peak) / DAY_HOURS) * 2 * Math.PI)
    const week = Math.floor(hour / DAY_HOURS) % 7 > 4 ? weekend : 1
    const expected = Math.exp(level + ofDay) * day * week
    return Math.max(0, Math.round(expected + Math.sqrt(expected) * normal(random)))
  })
  return { since: 0, until: HOURS, at: (hour) => values[hour] ?? Number.NaN }
}
