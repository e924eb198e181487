// A reader at a raw socket that takes as much as a test tells it to, when it is told to.
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

const SILENT_MS = 100

export interface PacedRequest {
  readonly port: number
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  /** Of the reader: another one of 127.0.0.0/8 is another reader. */
  readonly address?: string
  /** How often the request is sent, one behind the other. */
  readonly times?: number
}

export class PacedReader {
  private readonly chunks: Buffer[] = []
  private size = 0
  /** Whether the connection has ended, as far as the reader has read. */
  isClosed = false

  private constructor(private readonly socket: Socket) {
    socket.on('error', () => {})
    socket.once('close', () => {
      this.isClosed = true
    })
    // Without it nothing is read ahead of `take`.
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

  /** Takes so many bytes, or what comes before the other end is silent. */
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

  /** The status of the first answer, once its first line has been taken. */
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
