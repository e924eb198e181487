// The bot of the service: in the only process one for all shards, and in one of several a bot of its share of them. Without a token the
// bot and discord.js are not loaded: that is a quarter of the time of the start.
import type { ShardedBot } from '../bot/sharding/start-sharded-bot.js'
import type { Bot, BotOptions } from '../bot/start-bot.js'
import { type Config, publicOrigin } from '../config.js'
import type { GatewayShards } from '../domain/processes/gateway-shards.js'
import type { Worker } from '../poller/repeat.js'
import { type BotGateway, startWholeGateway } from './bot-gateway.js'
import { type BotRunner, createBotRunner } from './bot-runner.js'
import { type OpenedShare, startSharedGateway } from './shared-gateway.js'

type SharedParts = Pick<BotOptions, 'services' | 'log' | 'painter'>

interface Deps {
  readonly shared: SharedParts
  /** Starts what posts notifications through the bot. */
  readonly deliver: (bot: Bot) => Worker
}

export interface ServiceRunner extends Pick<BotRunner, 'current' | 'state' | 'stop'> {
  start(): Promise<BotGateway>
}

export function createServiceRunner(config: Config, { shared, deliver }: Deps): ServiceRunner {
  const { services, log } = shared
  const { read: readToken } = services.botToken
  const { gateway } = services.leases
  if (gateway !== undefined) return createSharedRunner(config, gateway, { shared, deliver })
  const open = async (token: string): Promise<Bot> => {
    const { startBot } = await import('../bot/start-bot.js')
    return startBot(botOptions(token, config, shared))
  }
  const runner = createBotRunner({ readToken, open, deliver, log })
  return { ...runner, start: () => startWholeGateway(runner) }
}

function createSharedRunner(config: Config, gateway: GatewayShards, { shared, deliver }: Deps): ServiceRunner {
  const { services, log } = shared
  const { read: readToken } = services.botToken
  let share: OpenedShare | undefined
  const open = async (token: string): Promise<ShardedBot> => {
    if (share === undefined) throw new Error('A bot without shards was opened.')
    const { startShardedBot } = await import('../bot/sharding/start-sharded-bot.js')
    return startShardedBot({ ...botOptions(token, config, shared), ...share })
  }
  const runner = createBotRunner({ readToken, open, deliver, log })
  const recommend = async (token: string): Promise<number> => {
    const { recommendedShards } = await import('../bot/login/recommended-shards.js')
    return recommendedShards({ token, apiUrl: config.DISCORD_API_URL })
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

const botOptions = (token: string, config: Config, shared: SharedParts): BotOptions => ({
  ...{ token, ...shared, apiUrl: config.DISCORD_API_URL, clientId: config.DISCORD_CLIENT_ID },
  operatorContact: config.OPERATOR_CONTACT,
  publicUrl: config.PUBLIC_URL === undefined ? undefined : publicOrigin(config),
})
