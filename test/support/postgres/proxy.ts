// A network between a process and the server that a test can interrupt: by ending every connection, or by swallowing all that
// is sent, as a firewall does that forgot a connection.
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export interface NetworkProxy {
  readonly url: string
  /** Ends the connections; new ones end at once until `restore`. */
  cut(): void
  /** Connections stay open, and nothing passes in either direction until `restore`. */
  swallow(): void
  /** As `swallow`, but only for the connections that are open now, and for good: new ones pass. */
  forget(): void
  /** The next message of a client with that text arrives so much later, and its answer later again. */
  holdBack(text: string, delays: { readonly messageMs: number; readonly answerMs: number }): void
  /** What was swallowed stays lost, so that its connections are ended. */
  restore(): void
  close(): Promise<void>
}

/** `serverUrl` names the folder of the server's Unix socket. */
export async function startProxy(serverUrl: string): Promise<NetworkProxy> {
  const server = new URL(serverUrl)
  const path = `${server.searchParams.get('host')}/.s.PGSQL.5432`
  const sockets = new Set<Socket>()
  const forgotten = new WeakSet<Socket>()
  let state: 'passing' | 'cut' | 'swallowing' = 'passing'
  const endAll = (): void => {
    for (const socket of sockets) socket.destroy()
    sockets.clear()
  }
  let held: { readonly text: string; readonly messageMs: number; readonly answerMs: number } | undefined
  /** Returns whether the bytes are passed on later. */
  const holdsBack = (from: Socket, to: Socket, bytes: Buffer): boolean => {
    if (held === undefined || !bytes.includes(held.text)) return false
    const { messageMs, answerMs } = held
    held = undefined
    for (const socket of [from, to]) socket.pause()
    setTimeout(() => {
      to.write(bytes)
      from.resume()
      setTimeout(() => to.resume(), answerMs)
    }, messageMs)
    return true
  }
  const pass = (from: Socket, to: Socket): void => {
    sockets.add(from)
    from.on('error', () => undefined)
    from.on('data', (bytes) => {
      if (state === 'passing' && !forgotten.has(from) && !holdsBack(from, to, bytes)) to.write(bytes)
    })
    from.on('end', () => {
      if (state === 'passing' && !forgotten.has(from)) to.end()
    })
    from.on('close', () => {
      sockets.delete(from)
      if (state !== 'swallowing' && !forgotten.has(from)) to.destroy()
    })
  }
  // An end is a byte like others: what is swallowed does not answer it.
  const listener = createServer({ allowHalfOpen: true }, (client) => {
    if (state === 'cut') return client.destroy()
    const upstream = connect({ path, allowHalfOpen: true })
    pass(client, upstream)
    pass(upstream, client)
  })
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
  const { port } = listener.address() as AddressInfo
  return {
    url: `postgres://${server.username}@127.0.0.1:${port}${server.pathname}`,
    cut: () => {
      state = 'cut'
      endAll()
    },
    swallow: () => {
      state = 'swallowing'
    },
    forget: () => {
      for (const socket of sockets) forgotten.add(socket)
    },
    holdBack: (text, delays) => {
      held = { text, ...delays }
    },
    restore: () => {
      endAll()
      state = 'passing'
    },
    close: async () => {
      endAll()
      await new Promise((resolve) => listener.close(resolve))
    },
  }
}
