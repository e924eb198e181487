// One shard of the gateway, opened by a client of its own, so that shards can move between processes while the others go on.
import type { SimpleShardingStrategy, WebSocketOptions } from 'discord.js'

/** The type that discord.js passes to a sharding strategy but does not export. */
export type GatewayManager = ConstructorParameters<typeof SimpleShardingStrategy>[0]

type GatewayInformation = Awaited<ReturnType<GatewayManager['fetchGatewayInformation']>>

export interface BotShard {
  readonly id: number
  /** How many shards the whole gateway has. */
  readonly count: number
  readonly answers: GatewayAnswers
  /** Resolves when a shard of the bucket may begin a session, over all processes. Rejects only when the signal fires. */
  readonly beginSession: (bucket: number, stop: AbortSignal) => Promise<void>
  /** Called when Discord has ended the session because it asks for more shards. */
  readonly onOutgrown: () => void
}

const ANSWER_LIFETIME_MS = 30_000

/** Discord limits how often it answers `GET /gateway/bot`, which each client reads: those of a process share the answer. */
export class GatewayAnswers {
  #last: Promise<GatewayInformation> | undefined
  #requestedAt = 0

  read(request: () => Promise<GatewayInformation>): Promise<GatewayInformation> {
    const now = performance.now()
    if (this.#last !== undefined && now - this.#requestedAt < ANSWER_LIFETIME_MS) return this.#last
    const answer = request()
    this.#requestedAt = now
    this.#last = answer
    answer.catch(() => {
      if (this.#last === answer) this.#last = undefined
    })
    return answer
  }
}

export function shareAnswers(manager: GatewayManager, answers: GatewayAnswers): void {
  const request = manager.fetchGatewayInformation.bind(manager)
  manager.fetchGatewayInformation = () => answers.read(() => request(true))
}

type IdentifyThrottlerBuilder = NonNullable<WebSocketOptions['buildIdentifyThrottler']>

/** discord.js waits for it before each IDENTIFY. A rejection for another reason than the signal would not keep it from identifying. */
export const throttlerOf =
  ({ beginSession }: BotShard): IdentifyThrottlerBuilder =>
  async (manager) => {
    const { session_start_limit: limit } = await manager.fetchGatewayInformation()
    return { waitForIdentify: (shardId, stop) => beginSession(shardId % limit.max_concurrency, stop) }
  }
