import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Minute } from '../../../src/domain/clock.js'
import {
  comparableIn,
  isComparable,
  ongoingFallAt,
  pointsUntil,
  type StepCounts,
} from '../../../src/domain/notifications/evaluators/platform-drop.js'
import { createWorld } from '../../../src/simulator/world/world.js'

type PlayerFunction = (universeId: number, minute: Minute) => number

const stepCountsOf = (universes: number, minute: Minute, players: PlayerFunction): StepCounts => {
  const points = pointsUntil(minute)
  const ids = Array.from({ length: universes }, (_, id) => id)
  return { points, players: new Map(ids.map((id) => [id, Float64Array.from(points, (point) => players(id, point))])) }
}

const NOON: Minute = Date.UTC(2026, 5, 17, 12) / 60_000
const runs = { numRuns: Number(process.env.NOTIFICATION_RUNS ?? 50) }

/** The usual players of a universe: a steep course over the day, at a level of its own. */
const usual =
  (seed: number): PlayerFunction =>
  (id, minute) => {
    const wave = 1 + 0.48 * Math.cos(((minute - 20 * 60) / 1440) * 2 * Math.PI)
    const noise = Math.sin(seed * 7919 + id * 104_729 + minute * 1_299_709) * 0.06
    return Math.round((60 + 300 * id) * wave * (1 + noise))
  }

test('games that fall one by one, at whatever hour, are no fall of the platform', () => {
  const own = fc.array(
    fc.record({ at: fc.integer({ min: 0, max: 350 }), to: fc.double({ min: 0, max: 1, noNaN: true }) }),
    { minLength: 4, maxLength: 40 },
  )
  fc.assert(
    fc.property(fc.nat(1_439), fc.nat(1_000), own, (hour, seed, falls) => {
      const minute = NOON + hour
      // One of three universes loses players, each at a different time.
      const players: PlayerFunction = (id, at) => {
        const fall = id % 3 === 0 ? falls[id] : undefined
        return usual(seed)(id, at) * (fall && at >= minute - fall.at ? fall.to : 1)
      }
      expect(ongoingFallAt(stepCountsOf(falls.length, minute, players))).toBeUndefined()
    }),
    runs,
  )
})

test('a common fall is seen from its first minutes until it is over, with one beginning', { timeout: 300_000 }, () => {
  const length = fc.integer({ min: 20, max: 90 })
  const floor = fc.double({ min: 0, max: 0.5, noNaN: true })
  fc.assert(
    fc.property(
      fc.nat(1_439),
      fc.nat(1_000),
      fc.integer({ min: 3, max: 30 }),
      floor,
      length,
      (hour, seed, universes, floor, length) => {
        const begins = NOON + hour
        // As in the simulator, players leave within three minutes and return within fifteen.
        const left = (at: Minute) =>
          1 - (1 - floor) * Math.max(0, Math.min(1, (at - begins + 1) / 3, (begins + length - at) / 15))
        const players: PlayerFunction = (id, at) => usual(seed)(id, at) * (at >= begins ? left(at) : 1)
        const since = new Set<Minute>()
        for (let at = begins + 1; at <= begins + length; at += 1) {
          const fall = ongoingFallAt(stepCountsOf(universes, at, players))
          expect(fall, `${at - begins} minutes after its beginning`).toBeDefined()
          since.add(fall?.since ?? 0)
        }
        expect(since.size).toBe(1)
        expect(begins - Math.min(...since)).toBeLessThanOrEqual(20)
        expect(ongoingFallAt(stepCountsOf(universes, begins + length + 40, players))).toBeUndefined()
      },
    ),
    { numRuns: Math.ceil(runs.numRuns / 5) },
  )
})

test('with one other game or none the cause is unknown', () => {
  const falls: PlayerFunction = (_, at) => (at > NOON - 5 ? 10 : 1_000)
  for (const universes of [1, 2]) {
    const stepCounts = stepCountsOf(universes, NOON, falls)
    expect([ongoingFallAt(stepCounts), isComparable(comparableIn(stepCounts))]).toEqual([undefined, false])
  }
  expect(ongoingFallAt(stepCountsOf(3, NOON, falls))).toMatchObject({ universes: 3, fallenCount: 3, medianDrop: 0.99 })
})

test('in two months of the simulated world exactly its own bad hours are found', () => {
  const world = createWorld({ seed: 3, games: 12 })
  const ids = world.games.map((game) => game.universeId)
  const [from, until] = [NOON, NOON + 60 * 1440]
  const expected: Minute[] = []
  for (let dip = world.nextDip(from); dip.from < until; dip = world.nextDip(dip.from + 1)) expected.push(dip.from)
  const known = new Map<string, number>()
  const players: PlayerFunction = (id, minute) => {
    const key = `${id} ${minute}`
    const count = known.get(key) ?? world.ccuAt(ids[id] ?? 0, minute)
    known.set(key, count)
    return count
  }
  const found = new Set<Minute>()
  for (let at = from; at < until; at += 10) {
    const fall = ongoingFallAt(stepCountsOf(ids.length, at, players))
    if (fall) found.add(fall.since)
  }
  expect(found.size).toBe(expected.length)
  const lateness = [...found].map((since, index) => (expected[index] ?? 0) - since)
  expect(Math.max(...lateness)).toBeLessThanOrEqual(20)
  expect(Math.min(...lateness)).toBeGreaterThanOrEqual(-10)
})
