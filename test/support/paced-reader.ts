// An HTTP client on a raw socket that reads only as many bytes as a test asks for, when it asks.
import { subscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { untilSteady } from './turns.js'

const MAX_HEAD_BYTES = 1_000_000

/** The service's sides of the connections, by the port of the client. */
const servers = new Map<number, Socket>()
subscribe('net.server.socket', (message) => {
  const { socket } = message as { readonly socket: Socket }
  servers.set(socket.remotePort ?? 0, socket)
})

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

  /** Reads that many bytes, or fewer where the service, which runs in this process, has no more to send now. */
  async take(bytes: number): Promise<void> {
    for (let left = bytes; left > 0 && !this.isClosed; ) {
      const chunk: Buffer | null = this.socket.read(Math.min(left, this.socket.readableLength) || undefined)
      if (chunk === null) {
        if (await this.isEmpty()) return
        await this.moved()
        continue
      }
      this.chunks.push(chunk)
      this.size += chunk.length
      left -= chunk.length
    }
  }

  /** Reads until the service has closed the connection. */
  async toEnd(): Promise<void> {
    while (!this.isClosed) {
      await this.take(Number.POSITIVE_INFINITY)
      await this.moved()
    }
  }

  /** Reads until the first line has arrived, and returns its status. */
  async firstStatus(): Promise<number> {
    for (;;) {
      await this.take(MAX_HEAD_BYTES)
      if (this.status !== undefined) return this.status
      if (this.isClosed) throw new Error('The connection was closed before an answer.')
      await this.moved()
    }
  }

  /** Whether everything that the service has written so far was read. */
  private async isEmpty(): Promise<boolean> {
    await untilSteady(() => this.written)
    return this.socket.bytesRead >= this.written && this.socket.readableLength === 0
  }

  /** Resolves when bytes have arrived, or the end. */
  private moved(): Promise<unknown> {
    if (this.isClosed || this.socket.readableLength > 0) return Promise.resolve()
    const over = new AbortController()
    const events = ['readable', 'close'].map((event) => once(this.socket, event, { signal: over.signal }))
    return Promise.race(events)
      .catch(() => undefined)
      .finally(() => over.abort())
  }

  /** How many bytes the service has written to the connection, received or not. */
  get written(): number {
    return servers.get(this.socket.localPort ?? 0)?.bytesWritten ?? 0
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
