// The world behind the simulator: what is played when, and that it stays so.
import { describe, expect, it } from 'vitest'
import { DAY_MINUTES, minuteOf, WEEK_MINUTES } from '../../src/domain/clock.js'
import { createWorld, type World } from '../../src/simulator/simulator.js'
import { startStopwatch } from '../support/stopwatch.js'

const NOW = minuteOf(Date.UTC(2026, 9, 7, 12))

const first = (world: World): number => world.games[0]?.universeId ?? 0

const meanCcu = (world: World, universeId: number, from: number, minutes: number): number => {
  let sum = 0
  for (let m = 0; m < minutes; m += 5) sum += world.ccuAt(universeId, from + m)
  return sum / (minutes / 5)
}

describe('a world', () => {
  it('is the same for the same seed, whatever was asked before', () => {
    const [one, two] = [createWorld({ seed: 7 }), createWorld({ seed: 7 })]
    const ids = one.games.map((game) => game.universeId)
    for (const id of ids) two.statsAt(id, NOW + 3 * WEEK_MINUTES)
    expect(two.games).toEqual(one.games)
    expect(ids.map((id) => two.statsAt(id, NOW))).toEqual(ids.map((id) => one.statsAt(id, NOW)))
  })

  it('differs for another seed', () => {
    expect(createWorld({ seed: 8 }).games).not.toEqual(createWorld({ seed: 7 }).games)
  })

  it('keeps its games when more are asked for', () => {
    expect(createWorld({ seed: 7, games: 100 }).games.slice(0, 12)).toEqual(createWorld({ seed: 7 }).games)
  })

  it('holds nine thousand games with ids of every size, all different', () => {
    const { games } = createWorld({ seed: 3, games: 9_000 })
    const universes = games.map((game) => game.universeId)
    const places = games.map((game) => game.placeId)
    expect(new Set(universes).size).toBe(9_000)
    expect(new Set(places).size).toBe(9_000)
    expect(new Set(games.map((game) => game.name)).size).toBe(9_000)
    expect(universes.some((id) => id > 2 ** 32) && universes.some((id) => id < 100_000)).toBe(true)
    expect(Math.max(...places)).toBeGreaterThan(7e13)
    expect(places.every((id) => Number.isSafeInteger(id) && id <= 1e14)).toBe(true)
  })

  it('has names with brackets and emoji', () => {
    const names = createWorld({ games: 60 }).games.map((game) => game.name)
    expect(names.some((name) => /^\[UPDATE \d+\] /.test(name))).toBe(true)
    expect(names.some((name) => /\p{Extended_Pictographic}/u.test(name))).toBe(true)
  })

  it('finds a game by its universe and its place', () => {
    const world = createWorld()
    for (const game of world.games) {
      expect(world.game(game.universeId)).toBe(game)
      expect(world.gameOfPlace(game.placeId)).toBe(game)
    }
    expect(() => world.statsAt(5, NOW)).toThrow(RangeError)
  })

  it('takes a universe that is added by hand', () => {
    const world = createWorld()
    const added = world.add({ universeId: 42, placeId: 43, name: 'Mine', baseCcu: 10, launchedAt: NOW - DAY_MINUTES })
    expect(world.game(42)).toMatchObject({ name: 'Mine', placeId: 43 })
    expect(world.statsAt(42, NOW).ccu).toBeGreaterThan(0)
    expect(world.statsAt(42, added.launchedAt - 1)).toMatchObject({ ccu: 0, visits: 0, favorites: 0, likes: 0 })
    expect(() => world.add({ universeId: 42 })).toThrow(RangeError)
  })

  it('launches new games when its options say so', () => {
    const world = createWorld({ games: 24, newest: NOW })
    const launched = world.games.filter((game) => game.launchedAt >= NOW)
    expect(launched).toHaveLength(2)
    for (const { universeId, launchedAt } of launched) {
      expect(launchedAt).toBeLessThan(NOW + 14 * DAY_MINUTES)
      expect(world.ccuAt(universeId, launchedAt - 1)).toBe(0)
      expect(world.ccuAt(universeId, launchedAt + 240)).toBeGreaterThan(0)
    }
  })
})

describe('the counters', () => {
  it('never fall, over hours, weeks and years', () => {
    const world = createWorld({ seed: 5 })
    for (const { universeId, launchedAt } of world.games) {
      const minutes = [
        ...Array.from({ length: 2_000 }, (_, i) => NOW + i),
        ...Array.from({ length: 500 }, (_, i) => NOW + 2_000 + i * 1_000),
      ]
      const falls: string[] = []
      let before = world.statsAt(universeId, launchedAt - 10)
      for (const minute of minutes) {
        const stats = world.statsAt(universeId, minute)
        for (const name of ['visits', 'favorites', 'likes', 'dislikes'] as const)
          if (stats[name] < before[name] || !Number.isSafeInteger(stats[name])) falls.push(`${name} at ${minute}`)
        before = stats
      }
      expect(falls).toEqual([])
    }
  })

  it('rise as many play: a day of visits is what its players make', () => {
    const world = createWorld({ seed: 5 })
    for (const { universeId, behavior } of world.games) {
      const from = NOW - (NOW % WEEK_MINUTES)
      const gained = world.statsAt(universeId, from + WEEK_MINUTES).visits - world.statsAt(universeId, from).visits
      const played = (meanCcu(world, universeId, from, WEEK_MINUTES) * WEEK_MINUTES) / behavior.sessionMinutes
      expect(gained / played).toBeGreaterThan(0.8)
      expect(gained / played).toBeLessThan(1.25)
    }
  })

  it('are quick: a month of minutes of twelve games in far less than the demo has', () => {
    const world = createWorld()
    const stopwatch = startStopwatch()
    for (const { universeId } of world.games) for (let m = NOW - 43_200; m < NOW; m++) world.statsAt(universeId, m)
    expect(stopwatch.passed()).toBeLessThan(5_000)
  })
})

describe('the players', () => {
  it('come in the evening and leave at night', () => {
    const world = createWorld({ seed: 2 })
    for (const { universeId, behavior } of world.games) {
      let [evening, night] = [0, 0]
      for (let day = 0; day < 14; day++) {
        const midnight = NOW - (NOW % DAY_MINUTES) - day * DAY_MINUTES
        evening += world.ccuAt(universeId, midnight + behavior.peakMinute)
        night += world.ccuAt(universeId, midnight + behavior.peakMinute - 720)
      }
      expect(evening).toBeGreaterThan(1.5 * night)
    }
  })

  it('come on Saturdays more than on Wednesdays', () => {
    const world = createWorld({ seed: 2 })
    const saturday = minuteOf(Date.UTC(2026, 0, 3))
    let [weekend, midweek] = [0, 0]
    for (let week = 0; week < 26; week++) {
      for (const { universeId } of world.games) {
        const from = saturday + week * WEEK_MINUTES
        weekend += meanCcu(world, universeId, from, DAY_MINUTES)
        midweek += meanCcu(world, universeId, from + 4 * DAY_MINUTES, DAY_MINUTES)
      }
    }
    expect(weekend).toBeGreaterThan(1.1 * midweek)
  })

  it('come at an update, whose stamp moves at that minute, and most leave within the week', () => {
    const world = createWorld({ seed: 2 })
    const id = first(world)
    const jumps: number[] = []
    for (let m = NOW - 200 * DAY_MINUTES; m < NOW; m++) {
      if (world.statsAt(id, m).updatedAt !== m * 60_000) continue
      jumps.push(meanCcu(world, id, m + 60, DAY_MINUTES) / meanCcu(world, id, m - DAY_MINUTES, DAY_MINUTES))
    }
    expect(jumps.length).toBeGreaterThan(5)
    expect(Math.max(...jumps)).toBeGreaterThan(1.2)
    expect(world.statsAt(id, NOW).updatedAt).toBeLessThanOrEqual(NOW * 60_000)
  })

  it('leave all games together in a dip of the platform, and come back', () => {
    const world = createWorld({ seed: 2 })
    const dip = world.nextDip(NOW)
    expect(dip.from).toBeGreaterThanOrEqual(NOW)
    for (const { universeId } of world.games.slice(0, 6)) {
      const before = world.ccuAt(universeId, dip.from - 1)
      expect(world.ccuAt(universeId, dip.from + 15)).toBeLessThan(0.7 * before)
      expect(world.ccuAt(universeId, dip.to + 5)).toBeGreaterThan(0.8 * before)
    }
    expect(world.nextDip(dip.from + 1).from).toBeGreaterThan(dip.to)
  })
})
