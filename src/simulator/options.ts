// What can be wished of a simulator, at the start and while it runs.
import type { Clock, Minute } from '../domain/clock.js'
import type { Stats } from './world/world.js'

/** A request as a test may look at it before the simulator does. */
export interface InterceptedRequest {
  readonly service: string
  /** Without the service: `/v1/games`. */
  readonly path: string
  readonly query: URLSearchParams
  readonly method: string
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: string
}

/** An answer in place of the simulator's own, as wrong as a test needs it. */
export interface SimulatorFault {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Buffer
  readonly delayMs?: number
  /** Announces the whole body, sends half of it and cuts the line. */
  readonly truncate?: boolean
  /** Cuts the line instead of answering. */
  readonly reset?: boolean
  /** Never answers. */
  readonly hang?: boolean
}

/** All of it may be changed while the simulator runs. */
export interface SimulatorSettings {
  /** The platform's limits, none, or the platform's times a factor. */
  rateLimits: 'real' | 'off' | number
  /** The chance that a normal game comes back as a placeholder when asked in a batch (PLATFORM-9). */
  flakyPlaceholders: number
  /** The chance that any call fails with 500 or 503. */
  errorRate: number
  /** Votes fail while all else works. */
  votesDown: boolean
  /** Shifts the `Date` header alone. */
  clockSkewMs: number
  /** Milliseconds before every answer. */
  latencyMs: number
  /** The one credential that is accepted; any where undefined. */
  cookie: string | undefined
  intercept: ((request: InterceptedRequest) => SimulatorFault | undefined) | undefined
}

export interface SimulatorOptions extends Partial<SimulatorSettings> {
  readonly host?: string
  /** 0: any free one. */
  readonly port: number
  readonly seed?: number
  readonly games?: number
  readonly newest?: Minute
  readonly clock?: Clock
  /** Universes that come as a placeholder row, because they are private or restricted. */
  readonly hidden?: Iterable<number>
  /** Universes that exist no longer. */
  readonly gone?: Iterable<number>
}

/** Single values in place of the world's, until they are set to undefined. */
export type Override = { [K in keyof Stats]?: Stats[K] | undefined } & { name?: string | undefined }

export const defaultSettings: SimulatorSettings = {
  rateLimits: 'real',
  flakyPlaceholders: 0,
  errorRate: 0,
  votesDown: false,
  clockSkewMs: 0,
  latencyMs: 0,
  cookie: undefined,
  intercept: undefined,
}
