// A process with nothing but the bot's connection, so that the memory of the Discord double is not counted. Its argument is the
// address of the double.
import { once } from 'node:events'
import { openConnection } from '../../../src/bot/client.js'

const [apiUrl = '', token = ''] = process.argv.slice(2)
const { client } = openConnection(apiUrl)
await Promise.all([once(client, 'clientReady'), client.login(token)])
process.send?.('ready')
process.on('message', () => {
  globalThis.gc?.()
  const bytes = process.memoryUsage().heapUsed
  process.send?.({ bytes, guilds: client.guilds.cache.size, channels: client.channels.cache.size })
})
