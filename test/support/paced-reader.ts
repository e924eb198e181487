// An HTTP client on a raw socket that reads only as many bytes as a test asks for, when it asks.
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

const SILENT_MS = 100

export interface PacedRequest {
  readonly port: number
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  /** The client's address; each address of 127.0.0.0/8 counts as a client of its own. */
  readonly address?: string
  /** How often the request is sent over the same connection. */
  readonly times?: number
}

export class PacedReader {
  private readonly chunks: Buffer[] = []
  private size = 0
  /** Whether the end of the connection was read. */
  isClosed = false

  private constructor(private readonly socket: Socket) {
    socket.on('error', () => {})
    socket.once('close', () => {
      this.isClosed = true
    })
    // Without this listener the socket would read nothing before `take`.
    socket.on('readable', () => {})
  }

  static async open({ port, path, headers = {}, address = '127.0.0.1', times = 1 }: PacedRequest) {
    const socket = connect({ port, host: '127.0.0.1', localAddress: address })
    const reader = new PacedReader(socket)
    await once(socket, 'connect')
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
    socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n${lines.join('')}\r\n`.repeat(times))
    return reader
  }

  /** Reads that many bytes, or fewer if no more arrive in time. */
  async take(bytes: number): Promise<void> {
    for (let left = bytes; left > 0 && !this.isClosed; ) {
      const chunk: Buffer | null = this.socket.read(Math.min(left, this.socket.readableLength) || undefined)
      if (chunk === null) {
        const isSilent = Symbol('silent')
        const arrived = once(this.socket, 'readable').catch(() => {})
        if ((await Promise.race([arrived, wait(SILENT_MS, isSilent)])) === isSilent) return
        continue
      }
      this.chunks.push(chunk)
      this.size += chunk.length
      left -= chunk.length
    }
  }

  get received(): number {
    return this.size
  }

  /** The status of the first response, once its first line has been read. */
  get status(): number | undefined {
    const first = this.chunks[0]?.subarray(0, 20).toString('latin1') ?? ''
    return first === '' ? undefined : Number(first.split(' ')[1])
  }

  get text(): string {
    return Buffer.concat(this.chunks).toString('latin1')
  }

  close(): void {
    this.socket.destroy()
  }
}
