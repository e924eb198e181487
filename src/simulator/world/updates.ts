// A game's updates: each changes the time of the last publish, and its extra players arrive at once and leave over days.
import { DAY_MINUTES, type Minute } from '../../domain/clock.js'
import type { SimulatedGame } from './game.js'
import { between, unit } from './hash.js'
import type { SimulatedUpdate } from './story.js'

/** The time constant, in minutes, with which the effect of an update rises. */
const UPDATE_RISE_MINUTES = 12

/** The share of updates without any effect in a varied world. */
const NO_EFFECT_SHARE = 0.35
/** An older update has decayed to nothing. */
const MAX_UPDATE_AGE_MINUTES = 30 * DAY_MINUTES

/** A game's life is divided into slots of `updateEvery` minutes, and each slot has one update. */
const slotOf = (game: SimulatedGame, minute: Minute): number =>
  Math.floor((minute - game.launchedAt) / game.behavior.updateEvery)

const updateOf = (game: SimulatedGame, slot: number): SimulatedUpdate => {
  const hasEffect = game.variation === undefined || unit(game.key, slot, 23) >= NO_EFFECT_SHARE
  const every = game.behavior.updateEvery
  const pull = unit(game.key, slot, 21)
  return {
    at: game.launchedAt + slot * every + Math.floor(0.7 * every * unit(game.key, slot, 20)),
    pull: hasEffect ? (pull < 0.15 ? -0.12 : between(0.1, 0.9, pull)) : 0,
    decay: between(1.5, 2.5, unit(game.key, slot, 22)) * DAY_MINUTES,
  }
}

/** The last publish at or before the minute, or the launch where there was none yet. */
export const lastUpdate = (game: SimulatedGame, minute: Minute): Minute => {
  const planned = plannedUntil(game, minute).at(-1)
  if (planned) return planned.at
  // A game of a story keeps its last update from before the story until the first of it.
  const slot = slotOf(game, game.plan?.updates === undefined ? minute : Math.min(minute, game.plan.from))
  for (let s = slot; s >= Math.max(0, slot - 1); s--) {
    const { at } = updateOf(game, s)
    if (at <= minute && isRandom(game, at)) return at
  }
  return game.launchedAt
}

/** Whether an update is random. From the beginning of a story, its games have only the updates of the story. */
const isRandom = ({ plan }: SimulatedGame, at: Minute): boolean => plan?.updates === undefined || at < plan.from

/** The updates of the story until the minute, oldest first. */
const plannedUntil = ({ plan }: SimulatedGame, minute: Minute): readonly SimulatedUpdate[] =>
  plan?.updates?.filter(({ at }) => at <= minute) ?? []

// Two slots are enough, because older updates have decayed to less than one hundredth.
const recent = (game: SimulatedGame, minute: Minute): SimulatedUpdate[] => {
  const slot = slotOf(game, minute)
  const randomUpdates = slot > 0 ? [updateOf(game, slot), updateOf(game, slot - 1)] : [updateOf(game, 0)]
  if (game.plan?.updates === undefined) return randomUpdates
  const planned = plannedUntil(game, minute).filter(({ at }) => at > minute - MAX_UPDATE_AGE_MINUTES)
  return [...randomUpdates.filter(({ at }) => isRandom(game, at)), ...planned]
}

/** The factor on the player count at a minute. */
export const updatePull = (game: SimulatedGame, minute: Minute): number => {
  let factor = 1
  for (const { at, pull, decay } of recent(game, minute)) {
    const since = minute - at
    if (since > 0) factor += pull * (1 - Math.exp(-since / UPDATE_RISE_MINUTES)) * Math.exp(-since / decay)
  }
  return factor
}

/** The mean of that factor over a time range, in closed form, because the counters need it for every week of a game's life. */
export const meanUpdatePull = (game: SimulatedGame, from: Minute, to: Minute): number => {
  let sum = to - from
  for (const { at, pull, decay } of recent(game, to - 1)) {
    const begin = Math.max(from, at)
    if (begin < to) sum += pull * decay * (Math.exp(-(begin - at) / decay) - Math.exp(-(to - at) / decay))
  }
  return sum / (to - from)
}
