// PLATFORM-10, PLATFORM-13: the universe of a place, and whether a universe exists.
import { isoOfMinute, isoOfMs } from '../../domain/clock.js'
import { ok, readId, readIds, reject, type SimulatorCall } from '../call.js'
import type { Simulation } from '../simulation.js'
import type { SimulatedGame } from '../world/game.js'

const existenceOf = (simulation: Simulation, game: SimulatedGame): object => ({
  id: game.universeId,
  name: simulation.nameOf(game),
  description: null,
  isArchived: false,
  rootPlaceId: game.placeId,
  isActive: true,
  privacyType: simulation.hidden.has(game.universeId) ? 'Private' : 'Public',
  creatorType: game.creator.type,
  creatorTargetId: game.creator.id,
  creatorName: game.creator.name,
  created: isoOfMinute(game.launchedAt),
  updated: isoOfMs(simulation.statsNow(game.universeId).updatedAt),
  audiences: simulation.hidden.has(game.universeId) ? ['Editors'] : ['Public'],
})

export const placeUniverseCall: SimulatorCall = {
  method: 'GET',
  path: '/apis/universes/v1/places/{placeId}/universe',
  limit: { count: 60, seconds: 60 },
  answer({ params }, simulation) {
    const placeId = readId(params.placeId)
    // A place keeps its universe id even after the universe is gone.
    const game = placeId === undefined ? undefined : simulation.world.gameOfPlace(placeId)
    return ok({ universeId: game?.universeId ?? null })
  },
}

export const universe: SimulatorCall = {
  method: 'GET',
  path: '/develop/v1/universes/{universeId}',
  answer({ params }, simulation) {
    const id = readId(params.universeId)
    const game = id === undefined ? undefined : simulation.game(id)
    if (!game) throw reject(400, 1, 'The universe does not exist.', { field: 'universeId' })
    return ok(existenceOf(simulation, game))
  },
}

const MULTIGET_IDS = {
  maxIds: 100,
  malformed: reject(400, 8, 'No universe IDs were specified.'),
  tooMany: reject(400, 9, 'Too many universe IDs were requested.'),
}

export const universes: SimulatorCall = {
  method: 'GET',
  path: '/develop/v1/universes/multiget',
  limit: { count: 10_000, seconds: 60 },
  answer({ query }, simulation) {
    const games = readIds(query.getAll('ids'), MULTIGET_IDS).map((id) => simulation.game(id))
    return ok({ data: games.filter((game) => game !== undefined).map((game) => existenceOf(simulation, game)) })
  },
}
