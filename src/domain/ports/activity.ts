// Events about what this process does, for the parts that measure it. Nothing depends on whether anybody listens.
/**
 * `stored`: with samples, or gaps in their place. `clock wrong`: the clock is wrong, and nothing was sampled; the gaps are stored when it is
 * correct again, or before. `not stored`: the minute is unknown.
 */
export const TICK_ENDS = ['stored', 'clock wrong', 'not stored', 'failed'] as const
export type TickEnd = (typeof TICK_ENDS)[number]

/**
 * What is cached: of the database `records` (keys, accounts and single games), `games` (lists of them), `weeks` (decoded
 * segments) and `icons`; of the readers `series` (sums of days), `hours` (hourly means), `usual`, `gains`, `market`,
 * `reports` (of updates), `now` (all games of an account), `home`, `headlines`, `rankings` and `badges`; `answers` of the API,
 * `lookups` of the platform, `charts` (their data), `pictures` and, of the bot, `servers`.
 */
export const CACHES = [
  'records',
  'games',
  'weeks',
  'icons',
  'series',
  'hours',
  'usual',
  'gains',
  'market',
  'reports',
  'now',
  'home',
  'headlines',
  'rankings',
  'badges',
  'answers',
  'lookups',
  'charts',
  'pictures',
  'servers',
] as const
export type CacheName = (typeof CACHES)[number]

export type ActivityEvent =
  | {
      readonly type: 'tick ended'
      readonly result: TickEnd
      /** From the beginning of the minute to the beginning of the tick; null for a tick that the operator started. */
      readonly latenessMs: number | null
      readonly durationMs: number
      /** How many games were due and not sampled because the clock is wrong. */
      readonly missedByClock: number
    }
  | {
      readonly type: 'platform called'
      /** The path with the ids removed. */
      readonly endpoint: string
      /** The HTTP status; null if there was no response. */
      readonly status: number | null
      readonly durationMs: number
      /** What the platform's rate limit leaves for this window; undefined if it is not known. */
      readonly callsLeft: number | undefined
    }
  | { readonly type: 'cache read'; readonly cache: CacheName; readonly isHit: boolean }

export interface Activity {
  publish(event: ActivityEvent): void
  /** Listeners must not throw. */
  subscribe(listener: (event: ActivityEvent) => void): void
}

export type NoteRead = (isHit: boolean) => void

/** Reports the reads of one cache. */
export const noteReads =
  (activity: Pick<Activity, 'publish'> | undefined, cache: CacheName): NoteRead =>
  (isHit) =>
    activity?.publish({ type: 'cache read', cache, isHit })

export function createActivity(): Activity {
  const listeners: ((event: ActivityEvent) => void)[] = []
  return {
    publish: (event) => {
      for (const listener of listeners) listener(event)
    },
    subscribe: (listener) => void listeners.push(listener),
  }
}
