// PLATFORM-12: likes, dislikes and favorites.
import { commaList, legacyError, ok, readId, readIds, reject, type SimulatorCall } from '../call.js'
import type { Simulation } from '../simulation.js'
import { UNIVERSE_IDS } from './universes.js'

const isShown = (simulation: Simulation, id: number): boolean =>
  simulation.game(id) !== undefined && !simulation.hidden.has(id)

const rowOf = (simulation: Simulation, id: number): object => {
  const { likes, dislikes } = simulation.statsNow(id)
  return { id, upVotes: likes, downVotes: dislikes }
}

const rejectWhenDown = (simulation: Simulation): void => {
  if (simulation.settings.votesDown) throw reject(500, 0, 'An unknown error occurred.')
}

const requireShown = (simulation: Simulation, text: string | undefined, code: number): number => {
  const id = readId(text)
  if (id === undefined || !isShown(simulation, id)) throw reject(404, code, 'The requested universe does not exist.')
  return id
}

const busyBody = legacyError(10, 'Internal service busy. Please try again later.')

export const votes: SimulatorCall = {
  method: 'GET',
  path: '/games/v1/games/votes',
  limit: { count: 200, seconds: 60 },
  rateLimitBody: busyBody,
  answer({ query }, simulation) {
    rejectWhenDown(simulation)
    const ids = readIds(commaList(query, 'universeIds'), UNIVERSE_IDS)
    return ok({ data: ids.filter((id) => isShown(simulation, id)).map((id) => rowOf(simulation, id)) })
  },
}

export const votesOfOne: SimulatorCall = {
  method: 'GET',
  path: '/games/v1/games/{universeId}/votes',
  rateLimitBody: busyBody,
  answer({ params }, simulation) {
    rejectWhenDown(simulation)
    return ok(rowOf(simulation, requireShown(simulation, params.universeId, 1)))
  },
}

export const favoritesOfOne: SimulatorCall = {
  method: 'GET',
  path: '/games/v1/games/{universeId}/favorites/count',
  limit: { count: 200, seconds: 60 },
  answer({ params }, simulation) {
    const id = requireShown(simulation, params.universeId, 2)
    return ok({ favoritesCount: simulation.statsNow(id).favorites })
  },
}
