// The state of a game by its players, by which answers choose their color.
import type { Game } from '../game.js'
import { type PlayersNow, positionOf } from './players-now.js'
import type { Usual } from './usual/usual.js'

/** `unknown` while there is no sample, or the usual is not known yet. */
export type PlayersState = NonNullable<PlayersNow['position']> | 'unknown' | 'paused'

/** `players` of the latest sample; undefined without one. */
export function playersState(
  { isActive }: Pick<Game, 'isActive'>,
  players: number | undefined,
  usual: Usual | undefined,
): PlayersState {
  if (!isActive) return 'paused'
  if (players === undefined || usual?.kind !== 'known') return 'unknown'
  return positionOf(players, usual) ?? 'unknown'
}
