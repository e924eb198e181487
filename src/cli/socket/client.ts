// The command line's end of the local socket: sends the operator's command, and gives the service
// access to the terminal and the operator's files.
import { once } from 'node:events'
import type { Socket } from 'node:net'
import { HeadcountError, Rejection, rejection } from '../../domain/error.js'
import { codeOf, connectLocally } from '../../local-socket.mjs'
import { NewFile, OpenFile, requireFree } from '../io/operator-files.js'
import type { Terminal } from '../io/terminal.js'
import { CHUNK_BYTES, encodeFrame, type Frame, readFrames } from './frames.js'
import { type ClientMessage, messageFrame, readServerMessage, type ServerMessage } from './messages.js'

export interface RemoteCommand {
  readonly socketPath: string
  readonly version: string
  readonly args: readonly string[]
  readonly terminal: Terminal
}

/** Thrown if a service listens but does not answer in time, because it hangs or is very busy. */
export class UnresponsiveServiceError extends Rejection {
  constructor(seconds?: number) {
    super('UNAVAILABLE', { name: 'service unresponsive', facts: { seconds } })
  }
}

const NO_LISTENER_CODES: readonly string[] = ['ENOENT', 'ECONNREFUSED', 'ENOTSOCK', 'ENOTDIR']
const WELCOME_TIMEOUT_MS = 5_000
/** The service sends a message every two seconds while it works. */
const SERVER_SILENCE_TIMEOUT_MS = 30_000

/** Returns the exit code of the command; undefined if no service listens, so that the command was not started. */
export async function runThroughService(command: RemoteCommand): Promise<number | undefined> {
  const socket = await connectTo(command.socketPath)
  if (socket === undefined) return undefined
  try {
    return await new RemoteSession(socket, command).run()
  } finally {
    socket.destroy()
  }
}

async function connectTo(path: string): Promise<Socket | undefined> {
  try {
    const socket = await connectLocally(path)
    // The error of a broken connection is reported where the connection is read.
    return socket.on('error', () => undefined)
  } catch (error) {
    const code = codeOf(error)
    if (NO_LISTENER_CODES.includes(code)) return undefined
    if (code === 'EACCES' || code === 'EPERM')
      throw rejection('UNAVAILABLE', { name: 'socket of another user', facts: { path } })
    throw new UnresponsiveServiceError()
  }
}

class RemoteSession {
  private reading: OpenFile | undefined
  private writing: NewFile | undefined

  constructor(
    private readonly socket: Socket,
    private readonly command: RemoteCommand,
  ) {}

  async run(): Promise<number> {
    const { version, args, terminal } = this.command
    let interrupted = (): void => undefined
    const interruption = new Promise<void>((resolve) => {
      interrupted = resolve
    })
    const interrupt = (): void => {
      this.send({ type: 'interrupt' })
      interrupted()
    }
    const stopListening = terminal.onInterrupt(interrupt)
    const frames = readFrames(this.socket)
    const closed = once(this.socket, 'close').then(() => Promise.reject(serviceGone()))
    closed.catch(() => undefined)
    this.send({ type: 'hello', version })
    try {
      this.requireWelcome(await this.next(frames, WELCOME_TIMEOUT_MS))
      this.send({ type: 'run', args: [...args] })
      for (;;) {
        const frame = await this.next(frames, SERVER_SILENCE_TIMEOUT_MS)
        const message = frame.kind === 'data' ? frame.payload : readServerMessage(frame)
        if (!Buffer.isBuffer(message) && message.type === 'exit') return message.code
        // Raced with the end of the connection, because the operator's file may be a pipe that nobody writes to.
        const answered = this.answer(message)
        await Promise.race(isReading(message) ? [answered, closed, interruption] : [answered, closed])
      }
    } finally {
      stopListening()
      terminal.clearProgress()
      // Reading may still wait for the next piece of a pipe.
      this.reading?.close().catch(() => undefined)
      await this.writing?.discard()
    }
  }

  private requireWelcome(frame: Frame): void {
    const message = readServerMessage(frame)
    if (message.type === 'welcome') return
    if (message.type === 'busy') throw rejection('UNAVAILABLE', { name: 'too many commands', facts: {} })
    const service = message.type === 'other version' ? message.version : 'unknown'
    const facts = { service, commandLine: this.command.version }
    throw rejection('UNAVAILABLE', { name: 'other version', facts })
  }

  private async next(frames: AsyncGenerator<Frame>, withinMs: number): Promise<Frame> {
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new UnresponsiveServiceError(withinMs / 1_000)), withinMs)
    })
    try {
      const { value, done } = await Promise.race([frames.next(), late])
      if (done === true) throw serviceGone()
      return value
    } catch (error) {
      throw error instanceof HeadcountError ? error : serviceGone(error)
    } finally {
      clearTimeout(timer)
    }
  }

  private async answer(message: ServerMessage | Buffer): Promise<void> {
    try {
      await this.act(message)
    } catch (error) {
      const { operatorErrorText } = await import('../../messages/error-text.js')
      this.send({ type: 'failed', message: operatorErrorText(error) })
    }
  }

  private async act(message: ServerMessage | Buffer): Promise<void> {
    const { terminal } = this.command
    if (Buffer.isBuffer(message)) {
      await this.writing?.write(message)
      return this.send({ type: 'done' })
    }
    if (message.type === 'write') terminal.write(message.stream, message.text)
    if (message.type === 'progress') terminal.progress(message)
    if (message.type === 'read') await this.sendPiece()
    if (message.type === 'open') {
      this.reading = await OpenFile.open(message.path)
      this.send({ type: 'done' })
    }
    if (message.type === 'check target') this.send({ type: 'done', path: requireFree(message.path) })
    if (message.type === 'create') {
      this.writing = await NewFile.create(message.path)
      this.send({ type: 'done' })
    }
    if (message.type === 'finish') {
      const path = await this.writing?.finish(message.sha256)
      this.writing = undefined
      this.send({ type: 'done', ...(path !== undefined && { path }) })
    }
  }

  private async sendPiece(): Promise<void> {
    const piece = await this.reading?.read(Buffer.alloc(CHUNK_BYTES))
    if (piece === undefined) this.send({ type: 'end of file' })
    else this.socket.write(encodeFrame({ kind: 'data', payload: piece }))
  }

  private send(message: ClientMessage): void {
    if (this.socket.writable) this.socket.write(messageFrame(message))
  }
}

const isReading = (message: ServerMessage | Buffer): boolean =>
  !Buffer.isBuffer(message) && (message.type === 'open' || message.type === 'read')

const serviceGone = (cause?: unknown): HeadcountError =>
  rejection('UNAVAILABLE', { name: 'service gone', facts: {} }, { cause })
