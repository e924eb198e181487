// The connection state of the bot, and since when it holds, for the health report (PROCESS-15).
import type { Clock } from '../domain/clock.js'
import type { PartState } from '../services/reading/check-health.js'

export type ConnectionStateName = 'connecting' | 'ready' | 'reconnecting' | 'failed' | 'stopped'

export class ConnectionState {
  #name: ConnectionStateName = 'connecting'
  #since: number
  #detail: string | undefined

  constructor(private readonly clock: Clock) {
    this.#since = clock.now()
  }

  get name(): ConnectionStateName {
    return this.#name
  }

  set(name: ConnectionStateName, detail?: string): void {
    if (name !== this.#name) this.#since = this.clock.now()
    this.#name = name
    this.#detail = detail
  }

  state(): PartState {
    const since = new Date(this.#since).toISOString()
    return { state: this.#name, since, ...(this.#detail === undefined ? {} : { detail: this.#detail }) }
  }
}
