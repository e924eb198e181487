// One keep-alive connection that asks and counts bytes: as little as a client can cost.
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** Rows of all games take a minute. */
const ANSWER_LIMIT_MS = 300_000
const LAST_CHUNK = '0\r\n\r\n'

export class Client {
  private constructor(
    private readonly socket: Socket,
    private readonly below: string,
    private readonly header: string,
  ) {}

  /** Of Headcount's API, whose paths are asked for below /api/v1. It accepts a limited number of connections from an address. */
  static async open(port: number, key: string, localAddress?: string): Promise<Client> {
    return new Client(await connected(port, localAddress), '/api/v1', `X-API-Key: ${key}\r\n`)
  }

  /** Of any server, by whole paths. */
  static async openTo(port: number): Promise<Client> {
    return new Client(await connected(port), '', '')
  }

  get isClosed(): boolean {
    return this.socket.destroyed
  }

  /** Opened when it is first asked, because servers end connections on which nothing is asked for a while. */
  static later(open: () => Promise<Client>): Pick<Client, 'ask' | 'close'> {
    let client: Client | undefined
    return {
      ask: async (path) => {
        client ??= await open()
        return client.ask(path)
      },
      close: () => client?.close(),
    }
  }

  /** Answers the number of bytes; whatever is not 200 is an error, and so is an answer that takes minutes. */
  ask(path: string): Promise<number> {
    const { socket } = this
    if (socket.destroyed) return Promise.reject(new Error(`${path}: the connection has ended`))
    return new Promise((resolve, reject) => {
      const answer = new ResponseParser()
      const end = (error?: Error): void => {
        socket.off('data', take).off('close', fail).setTimeout(0)
        if (error === undefined) resolve(answer.length)
        else reject(error)
      }
      const fail = (): void => end(new Error(`${path}: the connection ended`))
      const take = (bytes: Buffer): void => {
        answer.take(bytes)
        if (answer.isWhole)
          end(answer.head.startsWith('HTTP/1.1 200 ') ? undefined : new Error(`${path}: ${answer.head}`))
      }
      socket.on('data', take).on('close', fail)
      socket.setTimeout(ANSWER_LIMIT_MS)
      socket.write(`GET ${this.below}${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n${this.header}\r\n`)
    })
  }

  close(): void {
    this.socket.destroy()
  }
}

async function connected(port: number, localAddress?: string): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', ...(localAddress === undefined ? {} : { localAddress }) })
  await once(socket.setNoDelay(true), 'connect')
  // Whoever asks notices that the connection closes.
  return socket.on('error', () => undefined).on('timeout', () => socket.destroy())
}

/** As far as it has come. */
class ResponseParser {
  head = ''
  length = 0
  /** undefined: in chunks. */
  private due: number | undefined
  private hasHead = false
  private tail = ''

  take(bytes: Buffer): void {
    let body = bytes
    if (!this.hasHead) {
      this.head += bytes.toString('latin1')
      const end = this.head.indexOf('\r\n\r\n')
      if (end < 0) return
      this.hasHead = true
      body = Buffer.from(this.head.slice(end + 4), 'latin1')
      this.head = this.head.slice(0, end)
      const given = /content-length: (\d+)/i.exec(this.head)?.[1]
      this.due = given === undefined ? undefined : Number(given)
    }
    this.length += body.length
    this.tail = (this.tail + body.toString('latin1', Math.max(0, body.length - LAST_CHUNK.length))).slice(
      -LAST_CHUNK.length,
    )
  }

  get isWhole(): boolean {
    return this.hasHead && (this.due === undefined ? this.tail === LAST_CHUNK : this.length >= this.due)
  }
}
