// Exports every endpoint of `/api/v1`, one per line; routes.ts puts them in order.
export { gameExport } from './endpoints/game-export.js'
export { gameStats } from './endpoints/game-stats.js'
export { gameSummary } from './endpoints/game-summary.js'
export { games } from './endpoints/games.js'
export { gamesSummary } from './endpoints/games-summary.js'
export { rankings } from './endpoints/rankings.js'
export { usage } from './endpoints/usage.js'
export { user } from './endpoints/user.js'
