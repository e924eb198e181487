// The dependencies with which panels and counters are kept up to date.
import type { Client } from 'discord.js'
import type { Log } from '../../domain/ports/log.js'
import type { Services } from '../../services/services.js'
import type { PostThrottle } from '../messaging/pace.js'

export interface LiveDeps {
  readonly client: Client<true>
  readonly services: Services
  readonly log: Log
  readonly pace: PostThrottle
  readonly stop: AbortSignal
}
