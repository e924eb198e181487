// One keep-alive connection that asks and counts bytes: as little as a client can cost.
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

const LAST_CHUNK = '0\r\n\r\n'

export class Client {
  private constructor(
    private readonly socket: Socket,
    private readonly key: string,
  ) {}

  static async open(port: number, key: string): Promise<Client> {
    const socket = connect(port, '127.0.0.1').setNoDelay(true)
    await once(socket, 'connect')
    // Whoever asks notices that the connection closes.
    socket.on('error', () => undefined)
    return new Client(socket, key)
  }

  get isClosed(): boolean {
    return this.socket.destroyed
  }

  /** Below /api/v1. Answers the number of bytes; whatever is not 200 is an error, as is a connection that closes. */
  ask(path: string): Promise<number> {
    const { socket } = this
    return new Promise((resolve, reject) => {
      const answer = new ResponseParser()
      const fail = (): void => reject(new Error(`${path}: the connection was closed`))
      if (socket.destroyed) return fail()
      const take = (bytes: Buffer): void => {
        answer.take(bytes)
        if (!answer.isWhole) return
        socket.off('data', take).off('close', fail)
        if (answer.head.startsWith('HTTP/1.1 200 ')) resolve(answer.length)
        else reject(new Error(`${path}: ${answer.head}`))
      }
      socket.on('data', take).once('close', fail)
      socket.write(`GET /api/v1${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nX-API-Key: ${this.key}\r\n\r\n`)
    })
  }

  close(): void {
    this.socket.destroy()
  }
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
