// Every endpoint of /api/v1, one line each. A fixed path stands before one that a parameter would also match.
import type { Endpoint } from './endpoint.js'
import { gameExport } from './game-export.js'
import { gameStats } from './game-stats.js'
import { gameSummary } from './game-summary.js'
import { games } from './games.js'
import { gamesSummary } from './games-summary.js'
import { rankings } from './rankings.js'
import { usage } from './usage.js'
import { user } from './user.js'

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
