// Turns the events of the client into connection states and log lines, with one line per outage however often
// discord.js retries.
import { type Client, Events, GatewayCloseCodes, type Interaction } from 'discord.js'
import type { Log } from '../domain/ports/events.js'
import type { ConnectionState } from './connection-state.js'
import { describeError } from './describe-error.js'
import { rejectionOf } from './gateway-rejections.js'

export interface Listeners {
  readonly log: Log
  readonly connectionState: ConnectionState
  readonly onReady: (client: Client<true>) => void
  /** Called when the connection is lost permanently and discord.js will not reconnect. */
  readonly onRejected: (why: string) => void
  /** Called when Discord asks for more shards than there are. */
  readonly onOutgrown: () => void
  readonly onInteraction: (interaction: Interaction) => void
}

export function listen(client: Client, { log, connectionState, ...on }: Listeners): void {
  const { onReady, onRejected, onOutgrown, onInteraction } = on
  // The bot is connected when each shard is.
  const away = new Set<number>()
  const onReconnect = (shard: number): void => {
    away.delete(shard)
    if (connectionState.name !== 'reconnecting' || away.size > 0) return
    connectionState.set('ready')
    log.info({}, 'The bot is connected to Discord again.')
  }
  client.once(Events.ClientReady, (ready) => {
    connectionState.set('ready')
    log.info({ bot: ready.user.username, guilds: ready.guilds.cache.size }, 'The bot is connected to Discord.')
    onReady(ready)
  })
  client.on(Events.ShardReconnecting, (shard) => {
    away.add(shard)
    if (connectionState.name !== 'ready') return
    connectionState.set('reconnecting')
    log.warn({}, 'The bot lost its connection to Discord and reconnects.')
  })
  client.on(Events.ShardResume, onReconnect)
  client.on(Events.ShardReady, onReconnect)
  client.on(Events.ShardError, (error) => {
    if (connectionState.name === 'reconnecting') connectionState.set('reconnecting', error.message)
  })
  client.on(Events.ShardDisconnect, ({ code }) => {
    if (code === GatewayCloseCodes.ShardingRequired) onOutgrown()
    else onRejected(rejectionOf(code))
  })
  client.on(Events.Error, (error) => log.error(describeError(error), 'discord.js reports an error.'))
  client.on(Events.Warn, (message) => log.warn({}, message))
  client.on(Events.InteractionCreate, onInteraction)
}
