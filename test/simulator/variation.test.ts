// A varied world: how much its weeks differ, and what happens to all of its games or to one.
import { describe, expect, it } from 'vitest'
import { DAY_MINUTES, HOUR_MINUTES, type Minute, minuteOf, WEEK_MINUTES } from '../../src/domain/clock.js'
import { gameDetailsRow } from '../../src/platform/schemas/universes.js'
import { createWorld, type World } from '../../src/simulator/simulator.js'
import { ask, clockAt, gameAt, idsOf, simulate } from './ask.js'

const NOW = minuteOf(Date.UTC(2026, 9, 7, 12))
const SEEDS = [1, 2, 3, 4]

const meanCcu = (world: World, universeId: number, from: Minute, minutes: number): number => {
  let sum = 0
  for (let m = 0; m < minutes; m += HOUR_MINUTES) sum += world.ccuAt(universeId, from + m)
  return sum / (minutes / HOUR_MINUTES)
}

/** The means of the weeks before `NOW`, oldest first. */
const weeksOf = (world: World, universeId: number, weeks: number): number[] =>
  Array.from({ length: weeks }, (_, week) =>
    meanCcu(world, universeId, NOW - (weeks - week) * WEEK_MINUTES, WEEK_MINUTES),
  )

const changesOf = (world: World): number[] =>
  world.games.flatMap(({ universeId }) => {
    const weeks = weeksOf(world, universeId, 40)
    return weeks.slice(1).map((week, index) => Math.abs(week / (weeks[index] ?? 1) - 1))
  })

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0

describe('a varied world', () => {
  it('changes from week to week as much as real games do, about 13 %', () => {
    for (const seed of SEEDS) {
      const change = median(changesOf(createWorld({ seed, isVaried: true })))
      expect(change, `seed ${seed}`).toBeGreaterThan(0.09)
      expect(change, `seed ${seed}`).toBeLessThan(0.17)
    }
  })

  it('has games that rise or fall for months', () => {
    const ratios = SEEDS.flatMap((seed) => {
      const world = createWorld({ seed, isVaried: true })
      return world.games.map(({ universeId }) => {
        const [first = 1, ...later] = weeksOf(world, universeId, 13)
        return (later.at(-1) ?? 1) / first
      })
    })
    expect(ratios.filter((ratio) => ratio > 1.3).length).toBeGreaterThan(3)
    expect(ratios.filter((ratio) => ratio < 1 / 1.3).length).toBeGreaterThan(3)
  })

  it('has games of about ten players, and the same other games as a world that is not varied', () => {
    const [varied, steady] = [createWorld({ isVaried: true }), createWorld()]
    expect(varied.games.map((game) => game.universeId)).toEqual(steady.games.map((game) => game.universeId))
    const means = varied.games.map(({ universeId }) => meanCcu(varied, universeId, NOW, WEEK_MINUTES))
    const small = means.filter((mean) => mean < 40)
    expect(small).toHaveLength(1)
    expect(small[0]).toBeGreaterThan(3)
  })

  it('restarts the servers of some games once a week, at the same minute', () => {
    const world = createWorld({ seed: 1, games: 30, isVaried: true })
    const restarting = world.games.filter(
      (game) => typeof game.variation?.restartsAt === 'number' && game.baseCcu > 500,
    )
    expect(restarting.length).toBeGreaterThan(3)
    expect(restarting.length).toBeLessThan(20)
    for (const { universeId, variation } of restarting) {
      const week = NOW - (NOW % WEEK_MINUTES) + (variation?.restartsAt ?? 0)
      for (const at of [week, week + WEEK_MINUTES]) {
        const before = world.ccuAt(universeId, at - 1)
        expect(world.ccuAt(universeId, at + 4)).toBeLessThan(0.75 * before)
        expect(world.ccuAt(universeId, at + 59)).toBeGreaterThan(0.75 * before)
      }
    }
  })

  it('plays more in the holidays: at Christmas in every year, and not in November', () => {
    const busiest = (year: number): number => {
      const world = createWorld({ seed: 3, games: 40, isVaried: true })
      const ratios = world.games
        .filter((game) => game.baseCcu > 500)
        .map(({ universeId }) => {
          const week = (month: number, day: number) =>
            meanCcu(world, universeId, minuteOf(Date.UTC(year, month, day)), WEEK_MINUTES)
          return week(11, 24) / week(10, 10)
        })
      return median(ratios)
    }
    for (const year of [2023, 2024, 2025]) expect(busiest(year)).toBeGreaterThan(1.05)
  })

  it('keeps counters that never fall, and visits that follow the players', () => {
    const world = createWorld({ seed: 5, isVaried: true })
    for (const { universeId, behavior, baseCcu } of world.games) {
      let before = 0
      for (let m = NOW; m < NOW + 3_000; m++) {
        const { visits } = world.statsAt(universeId, m)
        expect(visits).toBeGreaterThanOrEqual(before)
        before = visits
      }
      if (baseCcu < 100) continue
      const from = NOW - (NOW % WEEK_MINUTES)
      const gained = world.statsAt(universeId, from + WEEK_MINUTES).visits - world.statsAt(universeId, from).visits
      const played = (meanCcu(world, universeId, from, WEEK_MINUTES) * WEEK_MINUTES) / behavior.sessionMinutes
      expect(gained / played).toBeGreaterThan(0.75)
      expect(gained / played).toBeLessThan(1.3)
    }
  })
})

describe('a story', () => {
  it('replaces the updates of its games and the falls of the platform from its beginning on', () => {
    const [update, quiet] = [NOW + 2 * DAY_MINUTES, NOW + 4 * DAY_MINUTES]
    const fall = { from: NOW + 3 * DAY_MINUTES, to: NOW + 3 * DAY_MINUTES + 60, floor: 0.2 }
    const updates = [
      { at: update, pull: 1, decay: 2 * DAY_MINUTES },
      { at: quiet, pull: 0, decay: DAY_MINUTES },
    ]
    const games = new Map([[0, { updates, falls: [] }]])
    const world = createWorld({ seed: 2, isVaried: true, story: { from: NOW, platformFalls: [fall], games } })
    const [planned, other] = [world.games[0]?.universeId ?? 0, world.games[1]?.universeId ?? 0]
    const stamps = new Set<number>()
    for (let m = NOW; m < NOW + 30 * DAY_MINUTES; m += 10) stamps.add(world.statsAt(planned, m).updatedAt)
    expect([...stamps].slice(1)).toEqual([update * 60_000, quiet * 60_000])
    const quietWorld = createWorld({
      seed: 2,
      isVaried: true,
      story: { from: NOW, platformFalls: [], games: new Map([[0, { updates: [], falls: [] }]]) },
    })
    expect(
      meanCcu(world, planned, update + 60, DAY_MINUTES) / meanCcu(quietWorld, planned, update + 60, DAY_MINUTES),
    ).toBeGreaterThan(1.4)
    for (const id of [planned, other])
      expect(world.ccuAt(id, fall.from + 20)).toBeLessThan(0.5 * world.ccuAt(id, fall.from - 1))
    expect(world.ccuAt(planned, NOW - 1)).toBe(createWorld({ seed: 2, isVaried: true }).ccuAt(planned, NOW - 1))
  })
})

describe('ticks of placeholders', () => {
  const placeholders = async (minutes: number, settings: object) => {
    const clock = clockAt()
    const simulator = await simulate({ clock, games: 6, ...settings })
    const seen: number[] = []
    for (let minute = 0; minute < minutes; minute++) {
      const { json } = await ask(simulator, `games/v1/games?universeIds=${idsOf(simulator)}`)
      const rows: { id: number }[] = json.data.map((row: unknown) => gameDetailsRow.parse(row))
      seen.push(rows.filter((row) => row.id === 0).length)
      clock.advance(60_000)
    }
    return seen
  }

  it('show all games as placeholders for a minute, in the minutes that the seed decides [PLATFORM-27]', async () => {
    const rate = { platformPlaceholderMinutes: 43_200 / 10 }
    const seen = await placeholders(100, { seed: 4, ...rate })
    expect(new Set(seen)).toEqual(new Set([0, 6]))
    const count = seen.filter((rows) => rows === 6).length
    expect(count).toBeGreaterThan(3)
    expect(count).toBeLessThan(25)
    expect(await placeholders(100, { seed: 4, ...rate })).toEqual(seen)
    expect(await placeholders(100, { seed: 5, ...rate })).not.toEqual(seen)
  })

  it('show one game as a placeholder, singly too, and none by default', async () => {
    const seen = await placeholders(100, { gamePlaceholderMinutes: 43_200 / 20 })
    expect(new Set(seen.filter((rows) => rows > 0))).toContain(1)
    expect(seen).not.toContain(6)
    expect(new Set(await placeholders(60, {}))).toEqual(new Set([0]))
    const simulator = await simulate({ gamePlaceholderMinutes: 43_200 })
    const { json } = await ask(simulator, `games/v1/games?universeIds=${gameAt(simulator, 0).universeId}`)
    expect(gameDetailsRow.parse(json.data[0]).id).toBe(0)
  })
})
