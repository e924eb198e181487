// Every endpoint of /api/v1, in the order in which they are matched and documented.
import type { Endpoint } from './endpoint.js'
import { gameExport } from './endpoints/game-export.js'
import { gameStats } from './endpoints/game-stats.js'
import { gameSummary } from './endpoints/game-summary.js'
import { games } from './endpoints/games.js'
import { gamesSummary } from './endpoints/games-summary.js'
import { rankings } from './endpoints/rankings.js'
import { usage } from './endpoints/usage.js'
import { user } from './endpoints/user.js'

/** A fixed path sorts before a path with a parameter that would also match it. */
const orderOf = ({ path }: Endpoint): string => path.replaceAll(':', '~')

export const ENDPOINTS: readonly Endpoint[] = [
  gameExport,
  gameStats,
  gameSummary,
  games,
  gamesSummary,
  rankings,
  usage,
  user,
].sort((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1))
