// PLATFORM-23: the platform's own charts.

import { DAY_MINUTES } from '../../domain/clock.js'
import { CallRejection, type CallResponse, ok, reject, type SimulatorCall } from '../call.js'
import type { Simulation } from '../simulation.js'
import type { SimulatedGame } from '../world/game.js'

type Score = (simulation: Simulation, game: SimulatedGame) => number

interface SimulatedChart {
  readonly title: string
  readonly score: Score
  /** Undefined if the chart can list every game. */
  readonly includes?: (game: SimulatedGame) => boolean
}

const ccu: Score = (simulation, { universeId }) => simulation.ccuNow(universeId)
const rise: Score = (simulation, game) =>
  ccu(simulation, game) / (10 + simulation.world.ccuAt(game.universeId, simulation.minute - DAY_MINUTES))

const CHARTS: ReadonlyMap<string, SimulatedChart> = new Map<string, SimulatedChart>([
  ['top-trending', { title: 'Top Trending', score: rise }],
  ['up-and-coming', { title: 'Up-and-Coming', score: (_, { launchedAt }) => launchedAt }],
  ['top-playing-now', { title: 'Top Playing Now', score: ccu }],
  [
    'top-revisited',
    { title: 'Top Revisited', score: (simulation, game) => ccu(simulation, game) * game.behavior.favoriteRate },
  ],
  ['top-earning', { title: 'Top Earning', score: (simulation, game) => ccu(simulation, game) * (game.key % 97) }],
  // The simulator has no games with a price, so the games whose private servers have one stand in for them.
  ['top-paid-access', { title: 'Top Paid Access', score: ccu, includes: (game) => (game.privateServerPrice ?? 0) > 0 }],
  ['top-rated', { title: 'Top Rated', score: (_, { behavior }) => behavior.likeShare }],
  ['trending-in-simulation', { title: 'Trending in Simulation', score: rise }],
])

const FIRST_PAGE_SIZE = 3
const MAX_CHART_GAMES = 100

const rowOf = (simulation: Simulation, game: SimulatedGame, isSponsored: boolean): object => {
  const stats = simulation.statsNow(game.universeId)
  return {
    universeId: game.universeId,
    rootPlaceId: game.placeId,
    name: simulation.nameOf(game),
    playerCount: stats.ccu,
    totalUpVotes: stats.likes,
    totalDownVotes: stats.dislikes,
    isSponsored,
    nativeAdData: isSponsored ? 'ad' : '',
    minimumAge: 0,
    ageRecommendationDisplayName: 'Minimal',
    contentMaturity: 'minimal',
    genreL1: 'Simulation',
    canonicalUrlPath: `/games/${game.placeId}`,
  }
}

/** The third row is sponsored, so that clients must exclude it from the ranks. */
const rowsOf = (simulation: Simulation, { score, includes = () => true }: SimulatedChart): object[] => {
  const games = simulation.shownGames().filter(includes)
  const scored = games.map((game) => ({ game, points: score(simulation, game) }))
  scored.sort((a, b) => b.points - a.points || a.game.universeId - b.game.universeId)
  const rows = scored.slice(0, MAX_CHART_GAMES).map(({ game }) => rowOf(simulation, game, false))
  const sponsor = scored.at(-1)
  if (sponsor) rows.splice(2, 0, rowOf(simulation, sponsor.game, true))
  return rows
}

export const requireSession = (query: URLSearchParams): void => {
  if (query.get('sessionId')) return
  const body = {
    errors: { sessionId: ['The sessionId field is required.'] },
    type: 'https://tools.ietf.org/html/rfc9110#section-15.5.1',
    title: 'One or more validation errors occurred.',
    status: 400,
    traceId: '00-00000000000000000000000000000000-0000000000000000-00',
  }
  throw new CallRejection({ status: 400, body })
}

const sortsPage = (simulation: Simulation, from: number, to: number, next: string | null): CallResponse => {
  const sorts: object[] = [...CHARTS].slice(from, to).map(([sortId, chart], i) => ({
    sortId,
    sortDisplayName: chart.title,
    contentType: 'Games',
    treatmentType: 'Carousel',
    gameSetTypeId: 20 + from + i,
    games: rowsOf(simulation, chart),
  }))
  // The real list also has charts of other things than games, which have no games.
  if (from === 0) sorts.unshift({ sortId: 'filters-v4', sortDisplayName: null, contentType: 'Filters' })
  return ok({ sorts, nextSortsPageToken: next })
}

export const chartSorts: SimulatorCall = {
  method: 'GET',
  path: '/apis/explore-api/v1/get-sorts',
  limit: { count: 120, seconds: 60 },
  answer({ query }, simulation) {
    requireSession(query)
    return query.get('sortsPageToken') === 'page2'
      ? sortsPage(simulation, FIRST_PAGE_SIZE, CHARTS.size, null)
      : sortsPage(simulation, 0, FIRST_PAGE_SIZE, 'page2')
  },
}

export const chartContent: SimulatorCall = {
  method: 'GET',
  path: '/apis/explore-api/v1/get-sort-content',
  limit: { count: 50, seconds: 60 },
  answer({ query }, simulation) {
    requireSession(query)
    const chart = CHARTS.get(query.get('sortId') ?? '')
    if (!chart) throw reject(404, 0, 'NotFound')
    return ok({ games: rowsOf(simulation, chart) })
  },
}
