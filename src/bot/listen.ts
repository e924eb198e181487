// Turns the events of the client into connection states and log lines, with one line per outage however often
// discord.js retries.
import { type Client, Events, type Interaction } from 'discord.js'
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
  readonly onInteraction: (interaction: Interaction) => void
}

export function listen(client: Client, { log, connectionState, onReady, onRejected, onInteraction }: Listeners): void {
  const onReconnect = (): void => {
    if (connectionState.name !== 'reconnecting') return
    connectionState.set('ready')
    log.info({}, 'The bot is connected to Discord again.')
  }
  client.once(Events.ClientReady, (ready) => {
    connectionState.set('ready')
    log.info({ bot: ready.user.username, guilds: ready.guilds.cache.size }, 'The bot is connected to Discord.')
    onReady(ready)
  })
  client.on(Events.ShardReconnecting, () => {
    if (connectionState.name !== 'ready') return
    connectionState.set('reconnecting')
    log.warn({}, 'The bot lost its connection to Discord and reconnects.')
  })
  client.on(Events.ShardResume, onReconnect)
  client.on(Events.ShardReady, onReconnect)
  client.on(Events.ShardError, (error) => {
    if (connectionState.name === 'reconnecting') connectionState.set('reconnecting', error.message)
  })
  client.on(Events.ShardDisconnect, ({ code }) => onRejected(rejectionOf(code)))
  client.on(Events.Error, (error) => log.error(describeError(error), 'discord.js reports an error.'))
  client.on(Events.Warn, (message) => log.warn({}, message))
  client.on(Events.InteractionCreate, onInteraction)
}
