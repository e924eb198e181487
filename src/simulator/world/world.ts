// The simulated world of games. Every value is a function of (seed, universe, minute), so every past and future minute can be computed.
import type { Minute } from '../../domain/clock.js'
import { type Counters, countersOf, PlayedTime } from './counters.js'
import { type Dip, nextDip } from './dips.js'
import { type GameOptions, gameOfSetup, makeGame, type SimulatedGame, type UniverseSetup } from './game.js'
import { playersAt } from './player-count.js'
import { lastUpdate } from './updates.js'

export interface WorldOptions extends GameOptions {
  readonly seed?: number | undefined
  /** The number of games (default 12). */
  readonly games?: number | undefined
}

export interface Stats extends Counters {
  readonly ccu: number
  /** The time of the last publish in milliseconds since 1970. */
  readonly updatedAt: number
}

export interface World {
  readonly seed: number
  /** The games, largest first; the games of about ten players of a varied world are among the large ones. */
  readonly games: readonly SimulatedGame[]
  game(universeId: number): SimulatedGame | undefined
  gameOfPlace(placeId: number): SimulatedGame | undefined
  /** Throws RangeError where the world has no such universe. */
  statsAt(universeId: number, minute: Minute): Stats
  /** Only the player count, which is cheaper; for charts over all games. */
  ccuAt(universeId: number, minute: Minute): number
  /** The next dip, in which all games lose players together. */
  nextDip(minute: Minute): Dip
  add(setup: UniverseSetup): SimulatedGame
}

export const DEFAULT_GAMES = 12
export const DEFAULT_SEED = 1

export const createWorld = (options: WorldOptions = {}): World => {
  const { seed = DEFAULT_SEED, games = DEFAULT_GAMES } = options
  const list: SimulatedGame[] = []
  const byUniverse = new Map<number, SimulatedGame>()
  const byPlace = new Map<number, SimulatedGame>()
  const playedTimes = new Map<number, PlayedTime>()

  const addGame = (game: SimulatedGame): SimulatedGame => {
    list.push(game)
    byUniverse.set(game.universeId, game)
    byPlace.set(game.placeId, game)
    return game
  }
  for (let index = 0; index < games; index++) addGame(makeGame(seed, index, options))

  const requireGame = (universeId: number): SimulatedGame => {
    const game = byUniverse.get(universeId)
    if (!game) throw new RangeError(`The simulated world has no universe ${universeId}`)
    return game
  }
  const playedTimeOf = (game: SimulatedGame): PlayedTime => {
    const found = playedTimes.get(game.universeId) ?? new PlayedTime(seed, game)
    playedTimes.set(game.universeId, found)
    return found
  }

  return {
    seed,
    games: list,
    game: (universeId) => byUniverse.get(universeId),
    gameOfPlace: (placeId) => byPlace.get(placeId),
    ccuAt: (universeId, minute) => playersAt(seed, requireGame(universeId), minute),
    statsAt(universeId, minute) {
      const game = requireGame(universeId)
      const counters = countersOf(game, playedTimeOf(game).until(minute))
      return { ccu: playersAt(seed, game, minute), ...counters, updatedAt: lastUpdate(game, minute) * 60_000 }
    },
    nextDip: (minute) => nextDip(seed, minute),
    add(setup) {
      if (byUniverse.has(setup.universeId)) throw new RangeError(`The universe ${setup.universeId} is there already`)
      return addGame(gameOfSetup(seed, setup, options.isVaried))
    },
  }
}
