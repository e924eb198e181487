// Events about what this process does, for the parts that measure it. Nothing depends on whether anybody listens.
export type TickEnd = 'stored' | 'not stored' | 'failed'

export type ActivityEvent =
  | {
      readonly type: 'tick ended'
      readonly result: TickEnd
      /** From the beginning of the minute to the beginning of the tick; null for a tick that the operator started. */
      readonly latenessMs: number | null
      readonly durationMs: number
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
  | { readonly type: 'cache read'; readonly cache: 'lookups' | 'rankings' | 'answers'; readonly isHit: boolean }

export interface Activity {
  publish(event: ActivityEvent): void
  /** Listeners must not throw. */
  subscribe(listener: (event: ActivityEvent) => void): void
}

export function createActivity(): Activity {
  const listeners: ((event: ActivityEvent) => void)[] = []
  return {
    publish: (event) => {
      for (const listener of listeners) listener(event)
    },
    subscribe: (listener) => void listeners.push(listener),
  }
}
