// Shows the players of each game, where METRICS_GAMES is set.
import { Gauge, type Registry } from 'prom-client'
import type { Services } from '../../services/services.js'
import type { MetricsPart } from './parts.js'

export function gamePlayers(registry: Registry, { measureProcess }: Services): MetricsPart {
  const players = new Gauge({
    name: 'headcount_game_players',
    help: 'Players of the game at its last sample; missing while that sample is missing.',
    labelNames: ['universe_id', 'name'],
    registers: [registry],
  })
  const update = async (): Promise<void> => {
    const games = await measureProcess.players()
    players.reset()
    for (const game of games) players.set({ universe_id: game.universeId, name: game.name }, game.players)
  }
  return { update, clear: () => players.reset() }
}
