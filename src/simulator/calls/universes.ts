// PLATFORM-1, PLATFORM-11: the public details of games, and whether games can be played.
import { isoOfMinute, isoOfMs } from '../../domain/clock.js'
import { commaList, legacyError, ok, readIds, reject, type SimulatorCall } from '../call.js'
import type { Simulation } from '../simulation.js'
import type { SimulatedGame } from '../world/game.js'

/** The row of a universe that is not shown. Its id is 0, so it cannot be matched to a requested id (PLATFORM-8). */
const PLACEHOLDER = {
  id: 0,
  rootPlaceId: 0,
  name: '[TITLE UNAVAILABLE]',
  description: '',
  creator: { id: 0, name: '[UNKNOWN]', type: 'Group' },
  playing: 0,
  visits: 0,
  maxPlayers: 0,
  created: '0001-01-01T00:00:00Z',
  updated: '0001-01-01T00:00:00Z',
  favoritedCount: 0,
  isContentRestricted: true,
} as const

const slugOf = (name: string): string => name.replace(/[^A-Za-z0-9]+/g, '-').replace(/^-|-$/g, '') || 'unnamed'

const detailsOf = (simulation: Simulation, game: SimulatedGame): object => {
  const stats = simulation.statsNow(game.universeId)
  const name = simulation.nameOf(game)
  return {
    id: game.universeId,
    rootPlaceId: game.placeId,
    name,
    description: `Welcome to ${name}! New things every few weeks.`,
    sourceName: null,
    sourceDescription: null,
    creator: { ...game.creator, isRNVAccount: false, hasVerifiedBadge: game.baseCcu > 20_000 },
    price: null,
    allowedGearGenres: ['All'],
    allowedGearCategories: [],
    isGenreEnforced: true,
    copyingAllowed: false,
    playing: stats.ccu,
    visits: stats.visits,
    maxPlayers: 8 + (game.key % 43),
    created: isoOfMinute(game.launchedAt),
    updated: isoOfMs(stats.updatedAt),
    studioAccessToApisAllowed: false,
    createVipServersAllowed: game.privateServerPrice !== null,
    universeAvatarType: 'PlayerChoice',
    genre: 'All',
    genre_l1: 'Simulation',
    genre_l2: 'Tycoon',
    untranslated_genre_l1: 'simulation',
    isAllGenre: true,
    isFavoritedByUser: false,
    favoritedCount: stats.favorites,
    canonicalUrlPath: `/games/${game.placeId}/${slugOf(name)}`,
    isContentRestricted: false,
  }
}

export const UNIVERSE_IDS = {
  maxIds: 50,
  malformed: reject(400, 8, 'The universe IDs specified are invalid.'),
  tooMany: reject(400, 9, 'Too many universe IDs were requested.', { userFacingMessage: 'Something went wrong' }),
}

export const gameDetails: SimulatorCall = {
  method: 'GET',
  path: '/games/v1/games',
  limit: { count: 300, seconds: 60 },
  rateLimitBody: legacyError(4, 'Too many requests have been made.'),
  answer({ query }, simulation) {
    const ids = readIds(commaList(query, 'universeIds'), UNIVERSE_IDS)
    const data = ids.flatMap((id) => {
      const game = simulation.game(id)
      if (!game) return []
      const flaky = ids.length > 1 && simulation.happens(simulation.settings.flakyPlaceholders)
      return simulation.hidden.has(id) || flaky || simulation.isPlaceholder(game)
        ? [PLACEHOLDER]
        : [detailsOf(simulation, game)]
    })
    return ok({ data })
  },
}

export const playability: SimulatorCall = {
  method: 'GET',
  path: '/games/v1/games/multiget-playability-status',
  answer({ query }, simulation) {
    const games = readIds(commaList(query, 'universeIds'), UNIVERSE_IDS).flatMap((id) => simulation.game(id) ?? [])
    const statusOf = (game: SimulatedGame): string =>
      simulation.hidden.has(game.universeId) || simulation.isPlaceholder(game)
        ? 'UniverseRootPlaceIsPrivate'
        : 'GuestProhibited'
    return ok(
      games.map((game) => ({
        playabilityStatus: statusOf(game),
        isPlayable: false,
        universeId: game.universeId,
      })),
    )
  },
}
