// The bot of the service: in the only process one for all shards, and in one of several a bot of its share of them. Without a token the
// bot and discord.js are not loaded: that is a quarter of the time of the start.
import type { ShardedBot } from '../bot/sharding/start-sharded-bot.js'
import type { Bot, BotOptions } from '../bot/start-bot.js'
import type { GatewayShards } from '../domain/processes/gateway-shards.js'
import type { Worker } from '../poller/repeat.js'
import { type BotGateway, type BotRunner, createBotRunner, startWholeGateway } from './bot-runner.js'
import { type OpenedShare, startSharedGateway } from './shared-gateway.js'

interface Deps {
  readonly options: Omit<BotOptions, 'token' | 'shard' | 'common'>
  /** Starts what posts notifications through the bot. */
  readonly deliver: (bot: Bot) => Worker
}

export interface ServiceRunner extends Pick<BotRunner, 'current' | 'state' | 'stop'> {
  start(): Promise<BotGateway>
}

export function createServiceRunner({ options, deliver }: Deps): ServiceRunner {
  const { services, log } = options
  const { read: readToken } = services.botToken
  const { gateway } = services.leases
  if (gateway !== undefined) return createSharedRunner(gateway, { options, deliver })
  const open = async (token: string): Promise<Bot> => {
    const { startBot } = await import('../bot/start-bot.js')
    return startBot({ ...options, token })
  }
  const runner = createBotRunner({ readToken, open, deliver, log })
  return { ...runner, start: () => startWholeGateway(runner) }
}

function createSharedRunner(gateway: GatewayShards, { options, deliver }: Deps): ServiceRunner {
  const { services, log, apiUrl } = options
  const { read: readToken } = services.botToken
  let share: OpenedShare | undefined
  const open = async (token: string): Promise<ShardedBot> => {
    if (share === undefined) throw new Error('A bot without shards was opened.')
    const { startShardedBot } = await import('../bot/sharding/start-sharded-bot.js')
    return startShardedBot({ ...options, token, ...share })
  }
  const runner = createBotRunner({ readToken, open, deliver, log })
  const recommend = async (token: string): Promise<number> => {
    const { recommendedShards } = await import('../bot/login/recommended-shards.js')
    return recommendedShards({ token, apiUrl })
  }
  const shards = {
    open: (opened: OpenedShare) => {
      share = opened
      return runner.restart()
    },
    setShards: async (ids: readonly number[]) => runner.current()?.setShards(ids),
    pause: (reason?: string) => runner.pause(reason),
    showUnreadable: () => runner.restart(),
  }
  return { ...runner, start: () => startSharedGateway({ gateway, runner: shards, readToken, recommend, log }) }
}
