// Limits the connections per address: without a limit, one address could use up all file descriptors, and sampling would fail.
import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { countedAddress } from '../address.js'
import type { HttpApp } from '../app.js'

const MAX_CONNECTIONS_PER_ADDRESS = 256
const LOG_INTERVAL_MS = 60_000

export function limitConnections(server: Server, app: HttpApp): void {
  const open = new Map<string, number>()
  let loggedAt = Number.NEGATIVE_INFINITY
  server.on('connection', (socket: Socket) => {
    if (isProxy(app, socket)) return
    const address = countedAddress(socket.remoteAddress)
    const count = (open.get(address) ?? 0) + 1
    if (count > MAX_CONNECTIONS_PER_ADDRESS) {
      socket.destroy()
      if (performance.now() - loggedAt < LOG_INTERVAL_MS) return
      loggedAt = performance.now()
      app.log.warn(
        { address, connections: MAX_CONNECTIONS_PER_ADDRESS },
        'An address has too many connections: more are closed.',
      )
      return
    }
    open.set(address, count)
    socket.once('close', () => {
      const left = (open.get(address) ?? 1) - 1
      if (left > 0) open.set(address, left)
      else open.delete(address)
    })
  })
}

/** A trusted proxy carries the connections of many clients; TRUST_PROXY says which proxies are trusted. */
function isProxy(app: HttpApp, { remoteAddress }: Socket): boolean {
  const isTrusted: (address: string | undefined, hop: number) => boolean = app.get('trust proxy fn')
  return isTrusted(remoteAddress, 0)
}
