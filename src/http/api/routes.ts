// Every endpoint of /api/v1, one line each. A fixed path stands before one that a parameter would also match.
import type { Endpoint } from './endpoint.js'
import { gameExport } from './endpoints/game-export.js'
import { gameStats } from './endpoints/game-stats.js'
import { gameSummary } from './endpoints/game-summary.js'
import { games } from './endpoints/games.js'
import { gamesSummary } from './endpoints/games-summary.js'
import { rankings } from './endpoints/rankings.js'
import { usage } from './endpoints/usage.js'
import { user } from './endpoints/user.js'

export const ENDPOINTS: readonly Endpoint[] = [
  games,
  gamesSummary,
  gameStats,
  gameSummary,
  gameExport,
  user,
  usage,
  rankings,
]
