// What is planned to happen in a world, for the demo: it replaces what happens by chance from its first minute on.
import type { Minute } from '../../domain/clock.js'
import type { Dip } from './dips.js'

export interface SimulatedUpdate {
  readonly at: Minute
  /** The additional players relative to the usual number; below 0 for an update that players dislike. */
  readonly pull: number
  readonly decay: number
}

/** What happens to one game. */
export interface GameStory {
  readonly updates: readonly SimulatedUpdate[]
  /** Times in which the game loses players for a reason of its own. */
  readonly falls: readonly Dip[]
}

export interface WorldStory {
  readonly from: Minute
  /** Times in which all games lose players together. */
  readonly platformFalls: readonly Dip[]
  /** By the index of the game; all others have their updates by chance. */
  readonly games: ReadonlyMap<number, GameStory>
}

/** What the story says of one game; `updates` is undefined if they happen by chance. */
export interface GamePlan {
  readonly from: Minute
  readonly updates: readonly SimulatedUpdate[] | undefined
  readonly falls: readonly Dip[]
}

export const planOf = (story: WorldStory | undefined, index: number): GamePlan | undefined => {
  if (story === undefined) return undefined
  const gameStory = story.games.get(index)
  return { from: story.from, updates: gameStory?.updates, falls: [...story.platformFalls, ...(gameStory?.falls ?? [])] }
}
