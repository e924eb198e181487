// Every endpoint of /api/v1, one line each.
import type { Endpoint } from './endpoint.js'
import { gameExport } from './game-export.js'
import { gameStats } from './game-stats.js'
import { games } from './games.js'

export const ENDPOINTS: readonly Endpoint[] = [games, gameStats, gameExport]
