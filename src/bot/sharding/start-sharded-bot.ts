// The bot where processes share the shards of the gateway: a bot for each shard that this process holds, and one sender for all servers.
// A shard that comes or goes changes nothing for the others.
import type { Client } from 'discord.js'
import type { Log } from '../../domain/ports/events.js'
import type { PartState } from '../../services/reading/check-health.js'
import type { Services } from '../../services/services.js'
import { createDirectory } from '../guilds/directory.js'
import { createSender } from '../notifications/sender.js'
import { type Bot, type BotOptions, openCommonParts, startBot, warmUp } from '../start-bot.js'
import { type BotShard, GatewayAnswers } from './bot-shard.js'
import { sharedPlaces } from './shared-places.js'

export interface ShardedBotOptions
  extends Omit<BotOptions, 'shard' | 'common'>,
    Pick<BotShard, 'count' | 'beginSession' | 'onOutgrown'> {
  readonly shards: readonly number[]
}

export interface ShardedBot extends Bot {
  /** Opens and closes shards until exactly these are open. Resolves once the others are closed. */
  setShards(shards: readonly number[]): Promise<void>
}

/** Less than the time between two looks of a bot for panels and counters that are due. */
const LOOK_LIFETIME_MS = 400

/** The worst comes first: the bot is connected when each shard is. */
const STATES = ['failed', 'reconnecting', 'connecting', 'ready', 'stopped']

export function startShardedBot({
  shards,
  count,
  beginSession,
  onOutgrown,
  ...options
}: ShardedBotOptions): ShardedBot {
  const { log, painter, apiUrl, token } = options
  const stopping = new AbortController()
  const bots = new Map<number, Bot>()
  const common = openCommonParts(options)
  const answers = new GatewayAnswers()
  const services = withSharedLooks(options.services)
  const open = (id: number): Bot =>
    startBot({
      ...options,
      services,
      log: naming(log, id),
      common,
      shard: { id, count, answers, beginSession, onOutgrown },
    })

  const setShards = async (ids: readonly number[]): Promise<void> => {
    const closing = [...bots].filter(([id]) => !ids.includes(id))
    for (const [id] of closing) bots.delete(id)
    if (!stopping.signal.aborted) for (const id of ids) if (!bots.has(id)) bots.set(id, open(id))
    await Promise.all(closing.map(([, bot]) => bot.stop()))
  }
  const clients = (): Client<true>[] => [...bots.values()].flatMap((bot) => bot.client() ?? [])
  const first = (): Client<true> | undefined => clients()[0]

  const places = sharedPlaces({ apiUrl, token, clients })
  void setShards(shards)
  void warmUp(painter, log, stopping.signal)
  return {
    setShards,
    state: () => worst([...bots.values()].map((bot) => bot.state())),
    sender: createSender({ places, pace: common.pace }),
    client: first,
    directory: () => {
      // What only some shards see would make servers of the others look as if the bot had left them.
      const [client, ...others] = clients()
      return client !== undefined && others.length === count - 1 ? createDirectory(client, ...others) : undefined
    },
    applicationId: () => first()?.application.id,
    idle: async () => void (await Promise.all([...bots.values()].map((bot) => bot.idle()))),
    stop: async () => {
      stopping.abort()
      await setShards([])
      await places.close()
    },
  }
}

/** Each bot looks for what is due twice a second: those of a process read it together. */
const withSharedLooks = (services: Services): Services => {
  const { panels, counters, lastTick } = services.live
  const looks = { panels: forAMoment(panels), counters: forAMoment(counters), lastTick: forAMoment(lastTick) }
  return { ...services, live: { ...services.live, ...looks } }
}

function forAMoment<Value>(read: () => Promise<Value>): () => Promise<Value> {
  let last: { readonly at: number; readonly value: Promise<Value> } | undefined
  return () => {
    const at = performance.now()
    if (last === undefined || at - last.at > LOOK_LIFETIME_MS) last = { at, value: read() }
    return last.value
  }
}

const worst = (states: readonly PartState[]): PartState => {
  const [found] = states.toSorted((a, b) => STATES.indexOf(a.state) - STATES.indexOf(b.state))
  return found ?? { state: 'off' }
}

const naming = (log: Log, gatewayShard: number): Log => ({
  info: (details, message) => log.info({ gatewayShard, ...details }, message),
  warn: (details, message) => log.warn({ gatewayShard, ...details }, message),
  error: (details, message) => log.error({ gatewayShard, ...details }, message),
})
