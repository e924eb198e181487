// A client of an HTTP server in the same process, over a connection in memory: no port and no file is opened for it.
import { Agent, type Server } from 'node:http'
import { Duplex } from 'node:stream'

export class LocalAgent extends Agent {
  constructor(private readonly server: Server) {
    super({ keepAlive: true, maxSockets: 1 })
  }

  override createConnection(): Duplex {
    const [client, server] = [new LocalSocket(), new LocalSocket()]
    client.peer = server
    server.peer = client
    this.server.emit('connection', server)
    return client
  }
}

/** Writes into its peer. It has the methods of a socket that Node's HTTP calls; time limits do nothing. */
class LocalSocket extends Duplex {
  peer: LocalSocket | undefined

  setTimeout = (): this => this
  setNoDelay = (): this => this
  setKeepAlive = (): this => this
  ref = (): this => this
  unref = (): this => this

  override _read(): void {}

  override _write(bytes: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.peer?.push(bytes)
    done()
  }

  override _final(done: () => void): void {
    this.peer?.push(null)
    done()
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    const { peer } = this
    this.peer = undefined
    if (peer !== undefined && !peer.destroyed) peer.destroy()
    done(error)
  }
}
