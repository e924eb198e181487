// PLATFORM-26: the search for games by name.
import { ok, readId, reject, type SimulatorCall } from '../call.js'
import type { Simulation } from '../simulation.js'
import type { SimulatedGame } from '../world/game.js'
import { requireSession } from './charts.js'

const PAGE_SIZE = 20

const letters = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ' ')

const rowOf = (simulation: Simulation, game: SimulatedGame, isSponsored: boolean): object => {
  const { ccu, likes, dislikes } = simulation.statsNow(game.universeId)
  const name = simulation.nameOf(game)
  return {
    universeId: game.universeId,
    rootPlaceId: game.placeId,
    name,
    description: `Welcome to ${name}! New things every few weeks.`,
    playerCount: ccu,
    totalUpVotes: likes,
    totalDownVotes: dislikes,
    emphasis: false,
    isSponsored,
    nativeAdData: isSponsored ? 'ad' : '',
    creatorName: game.creator.name,
    creatorHasVerifiedBadge: false,
    creatorId: game.creator.id,
    minimumAge: 0,
    ageRecommendationDisplayName: 'Minimal',
    contentMaturity: 'minimal',
    canonicalUrlPath: `/games/${game.placeId}`,
  }
}

/** Games whose name has every searched word, or the beginning of it; the one with the most players first. */
const search = (simulation: Simulation, text: string): SimulatedGame[] => {
  const words = letters(text)
    .split(' ')
    .filter((word) => word !== '')
  if (words.length === 0) return []
  const found = simulation.shownGames().filter((game) => {
    const name = ` ${letters(simulation.nameOf(game))}`
    return words.every((word) => name.includes(` ${word}`))
  })
  const scored = found.map((game) => ({ game, ccu: simulation.ccuNow(game.universeId) }))
  return scored.sort((a, b) => b.ccu - a.ccu || a.game.universeId - b.game.universeId).map(({ game }) => game)
}

const offsetOf = (token: string | null): number => {
  const offset = token === null || token === '' ? 0 : readId(token)
  if (offset === undefined || offset < 0) throw reject(400, 0, 'Invalid page token.')
  return offset
}

/** Each game is a group of its own. A first page with several games also has a sponsored row, which is no result. */
export const omniSearch: SimulatorCall = {
  method: 'GET',
  path: '/apis/search-api/omni-search',
  limit: { count: 60, seconds: 60 },
  answer({ query }, simulation) {
    requireSession(query)
    const offset = offsetOf(query.get('pageToken'))
    const found = search(simulation, query.get('searchQuery') ?? '')
    const rows = found.slice(offset, offset + PAGE_SIZE).map((game) => rowOf(simulation, game, false))
    const sponsor = found.length > 1 && offset === 0 ? simulation.shownGames().at(-1) : undefined
    if (sponsor) rows.splice(1, 0, rowOf(simulation, sponsor, true))
    return ok({
      searchResults: rows.map((row) => ({ contentGroupType: 'Game', contents: [row] })),
      nextPageToken: offset + PAGE_SIZE < found.length ? `${offset + PAGE_SIZE}` : '',
    })
  },
}
