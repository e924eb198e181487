// One game of a world: its week, its own drift and moods, and what happens to it. The figures are those of real series
// (test/bench/README.md), and not of the model that is measured with them.
import { DAY_MINUTES, HOUR_MINUTES, type Minute, WEEK_MINUTES } from '../../../src/domain/clock.js'
import { type PlatformWorld, walk } from './platform-world.js'
import { countOf, randomFrom, type SeededRandom } from './random.js'

export interface GameWorldOptions {
  readonly seed: number
  readonly platform: PlatformWorld
  readonly from: Minute
  readonly until: Minute
  /** Minutes between two samples. */
  readonly step: number
  /** What is planted: what the game's players are multiplied by at a minute. */
  readonly planted?: (minute: Minute) => number
}

/** Players at `from`, `from + step`, and so on. */
export interface GameWorld {
  readonly from: Minute
  readonly step: number
  readonly players: Int32Array
  readonly mean: number
}

const WEEK_HOURS = WEEK_MINUTES / HOUR_MINUTES
const TAU = 2 * Math.PI
const MOOD_HOURS = 24
const NOISE_HOURS = 2

export function gameWorld({ seed, platform, from, until, step, planted = () => 1 }: GameWorldOptions): GameWorld {
  const random = randomFrom(seed)
  const hours = Math.ceil((until - from) / HOUR_MINUTES) + 2
  const base = Math.exp(random.between(Math.log(25), Math.log(30_000)))
  const week = weekOf(random)
  const restless = 0.13 * Math.exp(0.35 * random.normal())
  const drift = walk(random, hours, 0.85 * restless)
  const mood = moods(random, hours, { size: 0.25 * restless, memory: MOOD_HOURS })
  const noise = moods(random, hours, { size: random.between(0.01, 0.03), memory: NOISE_HOURS })
  const growth = random.chance(0.15) ? random.between(-0.03, 0.05) : 0
  const happenings = happeningsOf(random, from, until)
  const players = new Int32Array(Math.ceil((until - from) / step))
  let sum = 0
  for (let index = 0; index < players.length; index++) {
    const minute = from + index * step
    const hour = (minute - from) / HOUR_MINUTES
    const own =
      between(drift, hour) + between(mood, hour) + between(noise, hour) + (growth * (minute - from)) / DAY_MINUTES
    const shared = platform.moodAt(minute) + weekAt(week, minute)
    const factor = platform.kept(minute) * planted(minute) * happenings(minute)
    const flicker = 1 + 0.008 * random.normal()
    players[index] = countOf(base * Math.exp(own + shared) * factor * Math.max(0.5, flicker), random)
    sum += players[index] ?? 0
  }
  return { from, step, players, mean: sum / players.length }
}

/** The logarithm of the game's week by the hour: evenings, weekends, and what is its own. */
function weekOf(random: SeededRandom): Float64Array {
  const [swing, second, peak] = [random.between(0.2, 0.8), random.between(0, 0.2), random.between(0, 24)]
  const [weekend, late] = [random.between(0, 0.4), random.between(0, 24)]
  return Float64Array.from({ length: WEEK_HOURS }, (_, hour) => {
    const day = Math.floor(hour / 24)
    // The first of January 1970 was a Thursday.
    const isWeekend = day === 2 || day === 3
    const shape = swing * Math.cos(((hour - peak) / 24) * TAU) + second * Math.cos(((hour - late) / 12) * TAU)
    return shape + (isWeekend ? weekend : 0) + 0.03 * random.normal()
  })
}

function weekAt(week: Float64Array, minute: Minute): number {
  const hour = (minute / HOUR_MINUTES + WEEK_HOURS - 0.5) % WEEK_HOURS
  const index = Math.floor(hour)
  const [a, b] = [week[index] ?? 0, week[(index + 1) % WEEK_HOURS] ?? 0]
  return a + (b - a) * (hour - index)
}

/** Values that forget over so many hours. */
function moods(random: SeededRandom, hours: number, { size, memory }: { size: number; memory: number }): Float64Array {
  const keep = Math.exp(-1 / memory)
  const values = new Float64Array(hours)
  for (let hour = 1; hour < hours; hour++)
    values[hour] = keep * (values[hour - 1] ?? 0) + size * Math.sqrt(1 - keep * keep) * random.normal()
  return values
}

function between(values: Float64Array, hour: number): number {
  const index = Math.floor(hour)
  const [a, b] = [values[index] ?? 0, values[index + 1] ?? 0]
  return a + (b - a) * (hour - index)
}

/** Weekly restarts of some games, and evenings with far more players of others. */
function happeningsOf(random: SeededRandom, from: Minute, until: Minute): (minute: Minute) => number {
  const restartAt = random.chance(0.1) ? Math.floor(random.between(0, WEEK_MINUTES)) : undefined
  const [floor, back] = [random.between(0.02, 0.5), random.between(10, 40)]
  const events = random.chance(0.2) ? 1 + Math.floor(random.between(0, 3)) : 0
  const evenings = Array.from({ length: events }, () => {
    const start = random.between(from, until)
    return { start, end: start + random.between(1, 4) * HOUR_MINUTES, lift: random.between(0.3, 1.5) }
  })
  return (minute) => {
    const since = restartAt === undefined ? back : (minute - restartAt + WEEK_MINUTES) % WEEK_MINUTES
    const restarted = since < back ? floor + (1 - floor) * (since / back) : 1
    const event = evenings.find(({ start, end }) => minute >= start && minute < end)
    if (event === undefined) return restarted
    const part = (minute - event.start) / (event.end - event.start)
    return restarted * (1 + event.lift * Math.sin(part * Math.PI))
  }
}
