// A pooler in transaction mode: all connections share one session of the server, and each gets it for one transaction.

import type { AddressInfo } from 'node:net'
import { connect, createServer, type Socket } from 'node:net'

const HEADER_BYTES = 5
const READY = 'Z'.charCodeAt(0)
const IDLE = 'I'.charCodeAt(0)
const TERMINATE = 'X'.charCodeAt(0)

export interface TransactionPooler {
  readonly url: string
  close(): Promise<void>
}

/** `serverUrl` names the folder of the server's Unix socket, and a user who needs no password. */
export async function startTransactionPooler(serverUrl: string): Promise<TransactionPooler> {
  const server = new URL(serverUrl)
  const session = connect(`${server.searchParams.get('host')}/.s.PGSQL.5432`)
  const greeting = await logIn(session, server)
  const clients = new Set<Socket>()
  const queue: { readonly client: Socket; readonly message: Buffer }[] = []
  let holder: Socket | undefined

  const pump = (): void => {
    for (let at = 0; at < queue.length; ) {
      const next = queue[at]
      if (next === undefined || (holder !== undefined && next.client !== holder)) at++
      else {
        queue.splice(at, 1)
        holder = next.client
        session.write(next.message)
      }
    }
  }
  onMessages(session, (message) => {
    holder?.write(message)
    if (message[0] !== READY || message[HEADER_BYTES] !== IDLE) return
    holder = undefined
    pump()
  })

  const listener = createServer((client) => {
    clients.add(client)
    client.on('error', () => undefined)
    client.once('data', () => {
      client.write(greeting)
      onMessages(client, (message) => {
        if (message[0] === TERMINATE) return client.end()
        queue.push({ client, message })
        pump()
      })
    })
  })
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
  const { port } = listener.address() as AddressInfo
  return {
    url: `postgres://${server.username}@127.0.0.1:${port}${server.pathname}`,
    close: () => {
      for (const client of clients) client.destroy()
      session.destroy()
      return new Promise((resolve) => listener.close(() => resolve()))
    },
  }
}

/** Resolves to what the server says after a login, which the pooler repeats to each of its clients. */
function logIn(session: Socket, { username, pathname }: URL): Promise<Buffer> {
  const settings = Buffer.from(`user\0${username}\0database\0${pathname.slice(1)}\0\0`)
  const head = Buffer.alloc(2 * Uint32Array.BYTES_PER_ELEMENT)
  head.writeUInt32BE(head.length + settings.length)
  head.writeUInt32BE(3 << 16, Uint32Array.BYTES_PER_ELEMENT)
  session.write(Buffer.concat([head, settings]))
  return new Promise((resolve) => {
    const parts: Buffer[] = []
    const stop = onMessages(session, (message) => {
      parts.push(message)
      if (message[0] !== READY) return
      stop()
      resolve(Buffer.concat(parts))
    })
  })
}

/** Calls `listener` for each whole message of the protocol. */
function onMessages(socket: Socket, listener: (message: Buffer) => void): () => void {
  let rest: Buffer = Buffer.alloc(0)
  const take = (piece: Buffer): void => {
    rest = Buffer.concat([rest, piece])
    while (rest.length >= HEADER_BYTES) {
      const length = 1 + rest.readUInt32BE(1)
      if (rest.length < length) return
      const message = rest.subarray(0, length)
      rest = rest.subarray(length)
      listener(message)
    }
  }
  socket.on('data', take)
  return () => void socket.off('data', take)
}
