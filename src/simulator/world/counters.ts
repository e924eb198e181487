// The counters that only rise. They are the integral of the player count, and summing every minute would be too slow. So weeks are
// computed in closed form and kept as a running sum; within a week, hours are weighted by the expected player count.
import { DAY_MINUTES, HOUR_MINUTES, type Minute, WEEK_HOURS, WEEK_MINUTES } from '../../domain/clock.js'
import type { SimulatedGame } from './game.js'
import { expectedPlayers, growthAt, variationAt } from './player-count.js'
import { meanUpdatePull } from './updates.js'

export interface Counters {
  readonly visits: number
  readonly favorites: number
  readonly likes: number
  readonly dislikes: number
}

const ZERO_COUNTERS: Counters = { visits: 0, favorites: 0, likes: 0, dislikes: 0 }

/** The integral of one game's player count. If minutes are requested in order, every hour is computed once. */
export class PlayedTime {
  /** Player-minutes from the launch until the beginning of each week. */
  private readonly weeks = [0]
  private shapeWeek = -1
  /** The running sum of the expected players by hour, of the week `shapeWeek`. */
  private readonly shape = new Float64Array(WEEK_HOURS + 1)

  constructor(
    private readonly seed: number,
    private readonly game: SimulatedGame,
  ) {}

  /** Player-minutes from the launch until the minute. */
  until(minute: Minute): number {
    const age = minute - this.game.launchedAt
    if (age <= 0) return 0
    const week = Math.floor(age / WEEK_MINUTES)
    const before = this.untilWeek(week)
    return before + (this.untilWeek(week + 1) - before) * this.shareOfWeek(week, (age % WEEK_MINUTES) / HOUR_MINUTES)
  }

  private untilWeek(week: number): number {
    for (let w = this.weeks.length - 1; w < week; w++) {
      const from = this.game.launchedAt + w * WEEK_MINUTES
      const steady = growthAt(this.game, from + WEEK_MINUTES / 2) * meanUpdatePull(this.game, from, from + WEEK_MINUTES)
      this.weeks.push((this.weeks[w] ?? 0) + steady * this.meanVariation(from) * WEEK_MINUTES)
    }
    return this.weeks[week] ?? 0
  }

  /** The mean of a week's days. */
  private meanVariation(from: Minute): number {
    if (this.game.variation === undefined) return 1
    let sum = 0
    for (let day = 0; day < 7; day++) sum += variationAt(this.game, from + (day + 0.5) * DAY_MINUTES)
    return sum / 7
  }

  private shareOfWeek(week: number, hours: number): number {
    if (week !== this.shapeWeek) this.computeWeekShape(week)
    const hour = Math.floor(hours)
    const begin = this.shape[hour] ?? 0
    const end = this.shape[hour + 1] ?? begin
    return (begin + (end - begin) * (hours - hour)) / (this.shape[WEEK_HOURS] || 1)
  }

  private computeWeekShape(week: number): void {
    const from = this.game.launchedAt + week * WEEK_MINUTES + HOUR_MINUTES / 2
    let sum = 0
    for (let hour = 0; hour < WEEK_HOURS; hour++) {
      sum += expectedPlayers(this.seed, this.game, from + hour * HOUR_MINUTES)
      this.shape[hour + 1] = sum
    }
    this.shapeWeek = week
  }
}

/** All four rise with the visits. Favorites and votes rise more slowly, because returning players have already voted. */
export const countersOf = (game: SimulatedGame, playedMinutes: number): Counters => {
  const { sessionMinutes, likeShare, favoriteRate } = game.behavior
  const visits = Math.floor(playedMinutes / sessionMinutes)
  if (visits === 0) return ZERO_COUNTERS
  return {
    visits,
    favorites: Math.floor(0.08 * favoriteRate * visits ** 0.9),
    likes: Math.floor(0.06 * favoriteRate * likeShare * visits ** 0.88),
    dislikes: Math.floor(0.045 * favoriteRate * (1 - likeShare) * visits ** 0.9),
  }
}
