// The state of a simulation: the world, the changes that tests made to it, and the things that calls created.
import { type Clock, DAY_MINUTES, minuteOf } from '../domain/clock.js'
import type { Override, SimulatorSettings } from './options.js'
import type { SimulatedGame } from './world/game.js'
import { hash, unit } from './world/hash.js'
import type { Stats, World } from './world/world.js'

const MONTH_MINUTES = 30 * DAY_MINUTES

export interface SimulatedServer {
  readonly id: number
  readonly universeId: number
  readonly name: string
  readonly idempotencyKey: string | undefined
  joinCode: string | null
}

export class Simulation {
  readonly hidden: Set<number>
  readonly gone: Set<number>
  readonly overrides = new Map<number, Override>()
  readonly privateServers = new Map<number, SimulatedServer>()
  private draws = 0
  private csrfRound = 0

  constructor(
    readonly world: World,
    readonly clock: Clock,
    readonly settings: SimulatorSettings,
    absent: { hidden: Iterable<number>; gone: Iterable<number> },
  ) {
    this.hidden = new Set(absent.hidden)
    this.gone = new Set(absent.gone)
  }

  get minute(): number {
    return minuteOf(this.clock.now())
  }

  /** The randomness depends on the number of draws and not on time, so the n-th draw is the same in every run. */
  happens(probability: number): boolean {
    return probability > 0 && unit(this.world.seed, this.draws++, 70) < probability
  }

  /** The game; undefined where it is gone. */
  game(universeId: number): SimulatedGame | undefined {
    return this.gone.has(universeId) ? undefined : this.world.game(universeId)
  }

  /** The games that lists and searches show. */
  shownGames(): SimulatedGame[] {
    return this.world.games.filter(({ universeId }) => this.game(universeId) && !this.hidden.has(universeId))
  }

  /** Whether the platform returns a placeholder for the game in this minute, although the game is shown (PLATFORM-27). */
  isPlaceholder({ key }: SimulatedGame): boolean {
    const { platformPlaceholderMinutes: ofAll, gamePlaceholderMinutes: ofOne } = this.settings
    const randomMinute = (seed: number, stream: number): number => unit(seed, this.minute, stream) * MONTH_MINUTES
    return (ofAll > 0 && randomMinute(this.world.seed, 72) < ofAll) || (ofOne > 0 && randomMinute(key, 73) < ofOne)
  }

  nameOf(game: SimulatedGame): string {
    return this.overrides.get(game.universeId)?.name ?? game.name
  }

  statsNow(universeId: number): Stats {
    const stats = this.world.statsAt(universeId, this.minute)
    const scaledStats = { ...stats, ccu: this.scaled(stats.ccu) }
    const override = this.overrides.get(universeId)
    if (!override) return scaledStats
    return {
      ccu: override.ccu ?? scaledStats.ccu,
      visits: override.visits ?? scaledStats.visits,
      favorites: override.favorites ?? scaledStats.favorites,
      likes: override.likes ?? scaledStats.likes,
      dislikes: override.dislikes ?? scaledStats.dislikes,
      updatedAt: override.updatedAt ?? scaledStats.updatedAt,
    }
  }

  ccuNow(universeId: number): number {
    return this.overrides.get(universeId)?.ccu ?? this.scaled(this.world.ccuAt(universeId, this.minute))
  }

  private scaled(ccu: number): number {
    return Math.round(ccu * this.settings.playersFactor)
  }

  get csrfToken(): string {
    return `sim${hash(this.world.seed, this.csrfRound, 71).toString(36)}`
  }

  /** Replaces the CSRF token, so that the current one becomes invalid. */
  rotateCsrf(): void {
    this.csrfRound++
  }
}
