// One connection to PostgreSQL through its socket: simple queries, COPY, and counting bytes, as little as a client can cost.
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

const PROTOCOL = 196_608
const ANSWER_LIMIT_MS = 300_000
const HEAD_BYTES = 5
const MESSAGE = { row: 68, copyData: 100, error: 69, ready: 90, copyIn: 71 } as const

export interface WireAnswer {
  /** The fields of each row as text. */
  readonly rows: readonly (readonly string[])[]
  readonly copied: string
}

interface Pending {
  readonly take: (type: number, body: Buffer) => void
  readonly end: (error?: Error) => void
  /** The message that ends it. */
  readonly last: number
}

export class PostgresConnection {
  private pending: Pending | undefined
  private buffered: Buffer = Buffer.alloc(0)

  private constructor(private readonly socket: Socket) {
    socket.on('data', (bytes: Buffer) => this.takeBytes(bytes))
    socket.on('error', (error) => this.pending?.end(error))
    socket.on('close', () => this.pending?.end(new Error('PostgreSQL closed the connection.')))
  }

  /** `socketPath`: the file of its socket. */
  static async open(socketPath: string): Promise<PostgresConnection> {
    const socket = connect(socketPath)
    await once(socket, 'connect', { signal: AbortSignal.timeout(10_000) })
    const connection = new PostgresConnection(socket)
    const body = Buffer.from(`\0\0\0\0\0\0\0\0user\0postgres\0database\0postgres\0\0`)
    body.writeInt32BE(body.length, 0)
    body.writeInt32BE(PROTOCOL, 4)
    await connection.exchange(body, () => undefined)
    return connection
  }

  async query(text: string): Promise<WireAnswer> {
    const rows: string[][] = []
    const copied: Buffer[] = []
    await this.exchange(queryMessage(text), (type, body) => {
      if (type === MESSAGE.row) rows.push(fieldsOf(body))
      if (type === MESSAGE.copyData) copied.push(Buffer.from(body))
    })
    return { rows, copied: Buffer.concat(copied).toString() }
  }

  /** Answers the bytes that came. */
  async count(text: string): Promise<number> {
    let bytes = 0
    await this.exchange(queryMessage(text), (_, body) => {
      bytes += body.length
    })
    return bytes
  }

  /** COPY … FROM STDIN of these pieces of text. */
  async copyIn(text: string, pieces: readonly Buffer[]): Promise<void> {
    await this.exchange(queryMessage(text), () => undefined, MESSAGE.copyIn)
    const messages = pieces.flatMap((piece) => [head('d', piece.length), piece])
    await this.exchange(Buffer.concat([...messages, head('c', 0)]), () => undefined)
  }

  close(): void {
    this.socket.destroy()
  }

  private exchange(message: Buffer, take: Pending['take'], last: number = MESSAGE.ready): Promise<void> {
    return new Promise((resolve, reject) => {
      let failure: Error | undefined
      const timer = setTimeout(() => this.pending?.end(new Error('PostgreSQL did not answer.')), ANSWER_LIMIT_MS)
      const end = (error = failure): void => {
        clearTimeout(timer)
        this.pending = undefined
        if (error === undefined) resolve()
        else reject(error)
      }
      const takeOrFail = (type: number, body: Buffer): void => {
        if (type === MESSAGE.error) failure = new Error(body.toString().replaceAll('\0', ' '))
        else take(type, body)
      }
      this.pending = { take: takeOrFail, end, last }
      this.socket.write(message)
    })
  }

  private takeBytes(bytes: Buffer): void {
    const all = this.buffered.length === 0 ? bytes : Buffer.concat([this.buffered, bytes])
    let at = 0
    while (all.length - at >= HEAD_BYTES) {
      const length = all.readInt32BE(at + 1)
      if (all.length - at < length + 1) break
      const type = all.readUInt8(at)
      this.pending?.take(type, all.subarray(at + HEAD_BYTES, at + 1 + length))
      at += 1 + length
      if (type === this.pending?.last || type === MESSAGE.ready) this.pending?.end()
    }
    this.buffered = all.subarray(at)
  }
}

function head(type: string, length: number): Buffer {
  const bytes = Buffer.alloc(HEAD_BYTES)
  bytes.write(type)
  bytes.writeInt32BE(length + 4, 1)
  return bytes
}

function queryMessage(text: string): Buffer {
  const body = Buffer.from(`${text}\0`)
  return Buffer.concat([head('Q', body.length), body])
}

function fieldsOf(body: Buffer): string[] {
  const fields: string[] = []
  let at = 2
  for (let left = body.readUInt16BE(0); left > 0; left--) {
    const length = Math.max(0, body.readInt32BE(at))
    fields.push(body.toString('utf8', at + 4, at + 4 + length))
    at += 4 + length
  }
  return fields
}
