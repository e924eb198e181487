// What panels and counters are kept up to date with.
import type { Client } from 'discord.js'
import type { Log } from '../../domain/ports/log.js'
import type { Operations } from '../../operations/operations.js'
import type { Pace } from '../posting/pace.js'

export interface Living {
  readonly client: Client<true>
  readonly operations: Operations
  readonly log: Log
  readonly pace: Pace
  readonly stop: AbortSignal
}
