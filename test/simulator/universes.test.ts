// The calls that the poller lives on: details, votes, existence, places.
import { describe, expect, it } from 'vitest'
import { minuteOf } from '../../src/domain/clock.js'
import { legacyErrorBody } from '../../src/platform/schemas/errors.js'
import { gameDetailsRow, placeUniverse, universeExistence, votesRow } from '../../src/platform/schemas/universes.js'
import { listAnswer } from '../../src/platform/schemas/wire.js'
import { ask, clockAt, gameAt, idsOf, NOON, simulate } from './ask.js'

const rows = async (simulator: Awaited<ReturnType<typeof simulate>>, ids: readonly number[]) => {
  const { json } = await ask(simulator, `games/v1/games?universeIds=${ids.join(',')}`)
  return listAnswer.parse(json).data.map((row) => gameDetailsRow.parse(row))
}

describe('game details', () => {
  it('answer what the world says of this minute, in rows that the schema takes [PLATFORM-3]', async () => {
    const simulator = await simulate()
    const found = await rows(simulator, idsOf(simulator))
    expect(found).toHaveLength(12)
    for (const row of found) {
      const stats = simulator.world.statsAt(row.id, minuteOf(NOON))
      expect(row).toMatchObject({ playing: stats.ccu, visits: stats.visits, favoritedCount: stats.favorites })
      expect(Date.parse(row.updated ?? '')).toBe(stats.updatedAt)
      expect(row.name).toBe(simulator.world.game(row.id)?.name)
    }
  })

  it('leave unknown and gone universes out', async () => {
    const simulator = await simulate()
    const [gone = 0, other = 0] = idsOf(simulator)
    simulator.gone.add(gone)
    expect((await rows(simulator, [gone, 1, other])).map((row) => row.id)).toEqual([other])
    expect(await rows(simulator, [1])).toEqual([])
  })

  it('show a placeholder with id 0 for a hidden universe', async () => {
    const simulator = await simulate()
    simulator.hidden.add(gameAt(simulator, 0).universeId)
    const [row] = await rows(simulator, [gameAt(simulator, 0).universeId])
    expect(row).toMatchObject({ id: 0, playing: 0, visits: 0, isContentRestricted: true })
  })

  it('show normal games as placeholders now and then in a batch, never singly', async () => {
    const simulator = await simulate({ flakyPlaceholders: 1 })
    const ids = idsOf(simulator)
    expect((await rows(simulator, ids)).every((row) => row.id === 0)).toBe(true)
    expect((await rows(simulator, ids.slice(0, 1)))[0]?.id).toBe(ids[0])
    simulator.settings.flakyPlaceholders = 0.5
    const mixed = (await rows(simulator, ids)).filter((row) => row.id === 0).length
    expect(mixed).toBeGreaterThan(0)
    expect(mixed).toBeLessThan(12)
  })

  it('reject more than 50 ids, malformed ids and none', async () => {
    const simulator = await simulate({ games: 60 })
    expect(await rows(simulator, idsOf(simulator).slice(0, 50))).toHaveLength(50)
    const tooMany = await ask(simulator, `games/v1/games?universeIds=${idsOf(simulator).slice(0, 51)}`)
    expect([tooMany.status, legacyErrorBody.parse(tooMany.json).errors[0]?.code]).toEqual([400, 9])
    for (const bad of [
      '?universeIds=1,x',
      '?universeIds=',
      '',
      '?universeIds=1,,2',
      '?universeIds=99999999999999999',
    ]) {
      const answer = await ask(simulator, `games/v1/games${bad}`)
      expect([answer.status, legacyErrorBody.parse(answer.json).errors[0]?.code]).toEqual([400, 8])
    }
  })

  it('take single values from the test that sets them, and give them back', async () => {
    const simulator = await simulate()
    const { universeId, name } = gameAt(simulator, 3)
    simulator.set(universeId, { ccu: 5, name: 'Renamed' })
    simulator.set(universeId, { visits: 6, favorites: 7, likes: 8, dislikes: 0 })
    expect((await rows(simulator, [universeId]))[0]).toMatchObject({
      playing: 5,
      visits: 6,
      favoritedCount: 7,
      name: 'Renamed',
    })
    const votes = await ask(simulator, `games/v1/games/votes?universeIds=${universeId}`)
    expect(votes.json.data).toEqual([{ id: universeId, upVotes: 8, downVotes: 0 }])
    simulator.set(universeId, { name: undefined })
    expect((await rows(simulator, [universeId]))[0]).toMatchObject({ playing: 5, name })
    expect(() => simulator.set(1, { ccu: 1 })).toThrow(RangeError)
  })

  it('follow the clock', async () => {
    const clock = clockAt()
    const simulator = await simulate({ clock })
    const { universeId } = gameAt(simulator, 0)
    const before = (await rows(simulator, [universeId]))[0]?.visits ?? 0
    clock.advance(60_000)
    expect((await rows(simulator, [universeId]))[0]?.visits).toBeGreaterThan(before)
  })

  it('show a universe that is added while the simulator runs', async () => {
    const simulator = await simulate()
    simulator.addUniverse({ universeId: 77, placeId: 78, name: 'Added' })
    expect((await rows(simulator, [77]))[0]).toMatchObject({ id: 77, rootPlaceId: 78, name: 'Added' })
  })
})

describe('votes', () => {
  it('are rows that the schema takes, without unknown or hidden universes', async () => {
    const simulator = await simulate()
    const [hidden = 0, ...others] = idsOf(simulator)
    simulator.hidden.add(hidden)
    const { json } = await ask(simulator, `games/v1/games/votes?universeIds=${[hidden, 1, ...others]}`)
    const found = listAnswer.parse(json).data.map((row) => votesRow.parse(row))
    expect(found.map((row) => row.id)).toEqual(others)
    expect(found.every((row) => row.upVotes > row.downVotes)).toBe(true)
  })

  it('reject more than 50 ids', async () => {
    const simulator = await simulate({ games: 60 })
    const { status, json } = await ask(simulator, `games/v1/games/votes?universeIds=${idsOf(simulator)}`)
    expect([status, json.errors[0].code]).toEqual([400, 9])
  })

  it('fail alone when they are down', async () => {
    const simulator = await simulate({ votesDown: true })
    const ids = idsOf(simulator)
    expect((await ask(simulator, `games/v1/games/votes?universeIds=${ids}`)).status).toBe(500)
    expect((await ask(simulator, `games/v1/games?universeIds=${ids}`)).status).toBe(200)
    simulator.settings.votesDown = false
    expect((await ask(simulator, `games/v1/games/votes?universeIds=${ids}`)).status).toBe(200)
  })

  it('and favorites come singly too', async () => {
    const simulator = await simulate()
    const { universeId } = gameAt(simulator, 1)
    const stats = simulator.world.statsAt(universeId, minuteOf(NOON))
    expect(votesRow.parse((await ask(simulator, `games/v1/games/${universeId}/votes`)).json).upVotes).toBe(stats.likes)
    const favorites = await ask(simulator, `games/v1/games/${universeId}/favorites/count`)
    expect(favorites.json).toEqual({ favoritesCount: stats.favorites })
    expect((await ask(simulator, 'games/v1/games/1/votes')).status).toBe(404)
  })
})

describe('existence', () => {
  it('states the universe of a place, and null for an unknown place', async () => {
    const simulator = await simulate()
    for (const game of simulator.world.games) {
      const { json } = await ask(simulator, `apis/universes/v1/places/${game.placeId}/universe`)
      expect(placeUniverse.parse(json).universeId).toBe(game.universeId)
    }
    const unknown = await ask(simulator, 'apis/universes/v1/places/5/universe')
    expect([unknown.status, placeUniverse.parse(unknown.json)]).toEqual([200, { universeId: null }])
  })

  it('answers hidden universes as private, and gone ones not at all', async () => {
    const simulator = await simulate({ games: 3 })
    const [shown = 0, hidden = 0, gone = 0] = idsOf(simulator)
    simulator.hidden.add(hidden)
    simulator.gone.add(gone)
    const of = async (id: number) => ask(simulator, `develop/v1/universes/${id}`)
    for (const id of [shown, hidden]) expect(universeExistence.parse((await of(id)).json).id).toBe(id)
    expect((await of(shown)).json).toMatchObject({ privacyType: 'Public', audiences: ['Public'] })
    expect((await of(hidden)).json).toMatchObject({ privacyType: 'Private', audiences: ['Editors'] })
    for (const id of [gone, 1]) {
      const answer = await of(id)
      expect([answer.status, legacyErrorBody.parse(answer.json).errors[0]?.code]).toEqual([400, 1])
    }
    const all = await ask(simulator, `develop/v1/universes/multiget?ids=${shown}&ids=${hidden}&ids=${gone}`)
    expect(listAnswer.parse(all.json).data.map((row) => universeExistence.parse(row).id)).toEqual([shown, hidden])
  })

  it('lists playability as a bare array', async () => {
    const simulator = await simulate({ games: 2 })
    const [shown = 0, hidden = 0] = idsOf(simulator)
    simulator.hidden.add(hidden)
    const { json } = await ask(simulator, `games/v1/games/multiget-playability-status?universeIds=${shown},${hidden},1`)
    expect(json).toEqual([
      { playabilityStatus: 'GuestProhibited', isPlayable: false, universeId: shown },
      { playabilityStatus: 'UniverseRootPlaceIsPrivate', isPlayable: false, universeId: hidden },
    ])
  })
})
