// A game in the JSON form of the API and the command line (API-15).
import { isoOfMs } from '../domain/clock.js'
import type { Game } from '../domain/game.js'

export interface GameJson {
  readonly id: number
  readonly platform_id: string
  /** The name by which existing clients know `platform_id`. */
  readonly roblox_id: string
  readonly name: string
  readonly channel_id: string | null
  readonly is_active: boolean
  readonly created_at: string
}

export const gameJson = (game: Game): GameJson => ({
  id: game.id,
  platform_id: `${game.universeId}`,
  roblox_id: `${game.universeId}`,
  name: game.name,
  channel_id: game.channelId,
  is_active: game.isActive,
  created_at: isoOfMs(game.createdAt),
})
