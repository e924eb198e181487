// Reads a game's latest sample, independent of the plan's interval (PLANS-11).
import { rejection } from '../../domain/error.js'
import type { Game } from '../../domain/game.js'
import type { LatestSample } from '../../domain/ports/series.js'
import type { Store } from '../../domain/ports/store.js'

export interface CurrentStats {
  readonly game: Game
  readonly latest: LatestSample
}

export function createCurrentStats({ store }: { store: Store }) {
  return async function currentStats(game: Game): Promise<CurrentStats> {
    const latest = (await store.series.latest([game.universeId])).get(game.universeId)
    if (!latest) throw rejection('NOT_FOUND', { name: 'no sample yet', facts: { game: game.name } })
    return { game, latest }
  }
}
