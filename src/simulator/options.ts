// The options of a simulator, at the start and while it runs.
import type { Clock } from '../domain/clock.js'
import type { GameOptions } from './world/game.js'
import type { Stats } from './world/world.js'

/** A request that a test can inspect before the simulator handles it. */
export interface InterceptedRequest {
  readonly service: string
  /** The path without the service, for example `/v1/games`. */
  readonly path: string
  readonly query: URLSearchParams
  readonly method: string
  /** The address from which the request came. */
  readonly address: string
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: string
}

/** A response that replaces the simulator's own, with any error that a test needs. */
export interface SimulatorFault {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Buffer
  readonly delayMs?: number
  /** Sends one byte at a time, with this pause after each. */
  readonly trickleMs?: number
  /** Announces the length of the whole body, sends half of it and closes the connection. */
  readonly truncate?: boolean
  /** Closes the connection without a response. */
  readonly reset?: boolean
  /** Never responds. */
  readonly hang?: boolean
}

/** All settings may be changed while the simulator runs. */
export interface SimulatorSettings {
  /** The platform's limits, no limits, or the platform's limits multiplied by a factor. */
  rateLimits: 'real' | 'off' | number
  /** The probability that a normal game is returned as a placeholder in a batch (PLATFORM-9). */
  flakyPlaceholders: number
  /**
   * How many minutes of 30 days all games are returned as placeholders, singly too (PLATFORM-27). The seed decides which
   * minutes these are.
   */
  platformPlaceholderMinutes: number
  /** How many minutes of 30 days each single game is returned as a placeholder, independently of all others. */
  gamePlaceholderMinutes: number
  /** The probability that a call fails with 500 or 503. */
  errorRate: number
  /** Votes fail while all other calls succeed. */
  votesDown: boolean
  /** Multiplies the players of every game, except those that a test set: a holiday, or an outage of the platform. */
  playersFactor: number
  /** Shifts only the `Date` header, in milliseconds. */
  clockSkewMs: number
  /** The delay before every response, in milliseconds. */
  latencyMs: number
  /** The only credential that is accepted; if undefined, any credential is. */
  cookie: string | undefined
  intercept: ((request: InterceptedRequest) => SimulatorFault | undefined) | undefined
}

export interface SimulatorOptions extends Partial<SimulatorSettings>, GameOptions {
  readonly host?: string
  /** The port to listen on; 0 selects a free one. */
  readonly port: number
  readonly seed?: number
  readonly games?: number
  readonly clock?: Clock
  /** Universes that are returned as placeholder rows, because they are private or restricted. */
  readonly hidden?: Iterable<number>
  /** Universes that no longer exist. */
  readonly gone?: Iterable<number>
}

export type ThumbnailState = 'Completed' | 'Error' | 'InReview' | 'Pending' | 'Blocked' | 'TemporarilyUnavailable'

/** Values that replace those of the world until they are set to undefined. */
export type Override = { [K in keyof Stats]?: Stats[K] | undefined } & {
  name?: string | undefined
  /** The state of its icon and thumbnails; `Completed` if undefined. */
  thumbnail?: ThumbnailState | undefined
}

/** As irregular as the real platform; for everything but tests, which need to know what happens. */
export const REALISTIC = {
  isVaried: true,
  platformPlaceholderMinutes: 0.7,
  gamePlaceholderMinutes: 0.7,
} as const satisfies Partial<SimulatorOptions>

export const defaultSettings: SimulatorSettings = {
  rateLimits: 'real',
  flakyPlaceholders: 0,
  platformPlaceholderMinutes: 0,
  gamePlaceholderMinutes: 0,
  errorRate: 0,
  votesDown: false,
  playersFactor: 1,
  clockSkewMs: 0,
  latencyMs: 0,
  cookie: undefined,
  intercept: undefined,
}
