// PLATFORM-17: the games of a user or a group.
import { isoOfMinute, isoOfMs } from '../../domain/clock.js'
import { ok, readId, reject, type SimulatorCall } from '../call.js'
import { limitOf, pageOf } from '../paging.js'
import type { Simulation } from '../simulation.js'
import type { Creator } from '../world/game.js'
import { between, hash, unit } from '../world/hash.js'
import { findPerson, ownGameCount } from '../world/people.js'

const worldGames = (simulation: Simulation, type: Creator['type'], id: number): object[] =>
  simulation.world.games
    .filter(({ creator, universeId }) => creator.id === id && creator.type === type && simulation.game(universeId))
    .filter(({ universeId }) => !simulation.hidden.has(universeId))
    .map((game) => {
      const stats = simulation.statsNow(game.universeId)
      return {
        id: game.universeId,
        name: simulation.nameOf(game),
        description: '',
        creator: { id, type },
        rootPlace: { id: game.placeId, type: 'Place' },
        created: isoOfMinute(game.launchedAt),
        updated: isoOfMs(stats.updatedAt),
        placeVisits: stats.visits,
      }
    })

/** The small places that each user has; they are not part of the world and never change. */
const ownPlaces = (seed: number, userId: number): object[] =>
  Array.from({ length: ownGameCount(userId) }, (_, n) => {
    const id = 1_000_000_000_000 + userId * 10_000 + n
    const createdMs = Date.UTC(2015, 0, 1) + (hash(seed, userId, n) % 3_000) * 86_400_000
    return {
      id,
      name: n === 0 ? 'My first place' : `Test place ${n}`,
      description: '[ Content Deleted ]',
      creator: { id: userId, type: 'User' },
      rootPlace: { id: id + 5_000_000_000_000, type: 'Place' },
      created: new Date(createdMs).toISOString(),
      updated: new Date(createdMs).toISOString(),
      placeVisits: Math.floor(10 ** between(0, 5, unit(seed, userId, 80 + n))),
    }
  })

const PRIVATE = ['4', 'Private']

const accountPage = (list: string, rows: object[], query: URLSearchParams, limits: [number, ...number[]]) => {
  const limit = limitOf(query, limits)
  const filter = query.get('accessFilter') ?? ''
  const descending = query.get('sortOrder') === 'Desc'
  const visibleRows = PRIVATE.includes(filter) ? [] : descending ? rows.toReversed() : rows
  return ok(pageOf(`${list} ${descending}`, visibleRows, limit, query.get('cursor')))
}

export const userGames: SimulatorCall = {
  method: 'GET',
  path: '/games/v2/users/{userId}/games',
  limit: { count: 200, seconds: 60 },
  answer({ params, query }, simulation) {
    const id = readId(params.userId)
    if (id === undefined) throw reject(400, 0, 'The user id is invalid.', { field: 'userId' })
    const { seed } = simulation.world
    // What the platform returns for an unknown user is not known (PLATFORM-17), so the simulator returns an empty list.
    const rows = findPerson(seed, id) ? [...worldGames(simulation, 'User', id), ...ownPlaces(seed, id)] : []
    return accountPage(`games of user ${id}`, rows, query, [10, 25, 50])
  },
}

export const groupGames: SimulatorCall = {
  method: 'GET',
  path: '/games/v2/groups/{groupId}/gamesV2',
  limit: { count: 3, seconds: 1 },
  answer({ params, query }, simulation) {
    const id = readId(params.groupId)
    if (id === undefined) throw reject(400, 0, 'The group id is invalid.', { field: 'groupId' })
    return accountPage(`games of group ${id}`, worldGames(simulation, 'Group', id), query, [10, 25, 50, 100])
  },
}
