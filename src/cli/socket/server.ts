// The service's end of the local socket: runs the commands that the command line sends, in the process that owns the database.
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import type { Socket } from 'node:net'
import { HeadcountError, rejection } from '../../domain/error.js'
import type { Log } from '../../domain/ports/events.js'
import { operatorErrorText } from '../../messages/error-text.js'
import { type CommandIo, type Progress, throwIfStopped } from '../io/command-io.js'
import { CHUNK_BYTES, connectionError, encodeFrame, type Frame, readFrames } from './frames.js'
import { type ClientMessage, messageFrame, readClientMessage, type ServerMessage } from './messages.js'

export interface CommandServer {
  /** Accepts one connection of a command line. */
  accept(socket: Socket): void
  /** Stops the running commands; resolves when their connections are closed. */
  stop(): Promise<void>
}

export interface CommandServerOptions {
  readonly version: string
  readonly log: Log
  /** Runs one command and returns its exit code. Never throws. */
  run(args: readonly string[], io: CommandIo): Promise<number>
}

const MAX_SOCKET_CONNECTIONS = 32
const HELLO_TIMEOUT_MS = 5_000
/** The operator's terminal or disk may be slow; after this time without a reply the connection counts as lost. */
const REPLY_TIMEOUT_MS = 60_000
/** Longer, because the file may be a pipe into which another program writes slowly. */
const READ_TIMEOUT_MS = 600_000
const MAX_UNREAD_FRAMES = 4
const WORKING_FRAME_INTERVAL_MS = 2_000
const PROGRESS_FRAME_INTERVAL_MS = 100

export function createCommandServer(options: CommandServerOptions): CommandServer {
  const sessions = new Map<Socket, Promise<void>>()
  return {
    accept: (socket) => {
      socket.on('error', () => undefined)
      if (sessions.size >= MAX_SOCKET_CONNECTIONS) return void socket.end(messageFrame({ type: 'busy' }))
      const session = serve(socket, options)
        .catch((error: unknown) => {
          if (!isProbe(socket)) logBroken(options.log, error)
        })
        .finally(() => {
          sessions.delete(socket)
          socket.end()
        })
      sessions.set(socket, session)
    },
    stop: async () => {
      for (const socket of sessions.keys()) socket.destroy()
      await Promise.all(sessions.values())
    },
  }
}

/** Whoever only looked whether a service listens, as `config check` does, has ended the connection without a word. */
const isProbe = ({ bytesRead, readableEnded }: Socket): boolean => readableEnded && bytesRead === 0

/** PROCESS-42. A command line that goes away is no fault of the code, so a stack would only hide what happened. */
function logBroken(log: Log, error: unknown): void {
  if (error instanceof HeadcountError) log.warn({}, `${operatorErrorText(error)} No command was run.`)
  else log.warn({ err: error }, 'A connection of the command line failed.')
}

async function serve(socket: Socket, { version, log, run }: CommandServerOptions): Promise<void> {
  const operator = new OperatorConnection(socket)
  const hello = readClientMessage(await operator.reply(HELLO_TIMEOUT_MS))
  if (hello.type !== 'hello') throw connectionError('no greeting')
  if (hello.version !== version) {
    operator.send({ type: 'other version', version })
    socket.end()
    return
  }
  operator.send({ type: 'welcome' })
  const request = readClientMessage(await operator.reply(HELLO_TIMEOUT_MS))
  if (request.type !== 'run') throw connectionError('no command')
  const working = setInterval(() => operator.send({ type: 'working' }), WORKING_FRAME_INTERVAL_MS)
  try {
    const code = await run(request.args, operator)
    // The arguments may contain names but no secrets, because no command takes a secret as an argument.
    log.info({ args: request.args.slice(0, 2), code }, 'Ran a command from the command line.')
    operator.send({ type: 'exit', code })
    socket.end()
  } finally {
    clearInterval(working)
  }
}

/** The operator at the other end of one connection. Only one request is open at a time, because each waits for its reply. */
class OperatorConnection implements CommandIo {
  /** Aborts when the operator disconnects or stops the command. */
  private readonly stopping = new AbortController()
  private isGone = false
  /** True while a file is read; stopping then leaves no unfinished file behind. */
  private isInterruptible = false
  private readonly frames: Frame[] = []
  private waiting: (() => void) | undefined
  private lastProgress = 0

  constructor(private readonly socket: Socket) {
    void this.listen()
  }

  get signal(): AbortSignal {
    return this.stopping.signal
  }

  send(message: ServerMessage): void {
    if (this.socket.writable) this.socket.write(messageFrame(message))
  }

  write(stream: 'out' | 'err', text: string): void {
    for (let at = 0; at < text.length; at += CHUNK_BYTES)
      this.send({ type: 'write', stream, text: text.slice(at, at + CHUNK_BYTES) })
  }

  async drained(): Promise<void> {
    if (!this.socket.writableNeedDrain) return
    const signal = AbortSignal.any([this.signal, AbortSignal.timeout(REPLY_TIMEOUT_MS)])
    await once(this.socket, 'drain', { signal }).catch(() => {
      if (!this.signal.aborted) throw connectionError('output not read')
    })
  }

  progress({ label, done, total }: Progress): void {
    const now = performance.now()
    if (done < total && now - this.lastProgress < PROGRESS_FRAME_INTERVAL_MS) return
    this.lastProgress = now
    this.send({ type: 'progress', label, done, total })
  }

  async *readFile(path: string): AsyncGenerator<Uint8Array> {
    this.isInterruptible = true
    await this.request({ type: 'open', path })
    for (;;) {
      throwIfStopped(this.signal)
      this.send({ type: 'read' })
      this.isInterruptible = true
      const frame = await this.reply(READ_TIMEOUT_MS)
      this.isInterruptible = false
      if (frame.kind === 'data') yield frame.payload
      else if (readReply(frame).type === 'end of file') return
    }
  }

  async checkTarget(path: string): Promise<void> {
    await this.request({ type: 'check target', path })
  }

  async saveCopy(source: string, target: string): Promise<string> {
    await this.request({ type: 'create', path: target })
    const hash = createHash('sha256')
    for await (const chunk of createReadStream(source, { highWaterMark: CHUNK_BYTES }) as AsyncIterable<Buffer>) {
      throwIfStopped(this.signal)
      hash.update(chunk)
      this.socket.write(encodeFrame({ kind: 'data', payload: chunk }))
      readReply(await this.reply(REPLY_TIMEOUT_MS))
    }
    const done = await this.request({ type: 'finish', sha256: hash.digest('hex') })
    return done.type === 'done' ? (done.path ?? target) : target
  }

  /** The next frame from the operator. Throws if none arrives in time or the operator has disconnected. */
  async reply(withinMs: number): Promise<Frame> {
    let timer: NodeJS.Timeout | undefined
    const inTime = new Promise<void>((resolve, reject) => {
      this.waiting = resolve
      timer = setTimeout(() => reject(connectionError('no reply in time')), withinMs)
      if (this.frames.length > 0 || this.isGone) resolve()
    })
    try {
      await inTime
    } finally {
      clearTimeout(timer)
      this.waiting = undefined
    }
    const frame = this.frames.shift()
    if (frame === undefined && !this.isGone) throwIfStopped(this.signal)
    if (frame === undefined) throw connectionError('command line gone')
    return frame
  }

  private async request(message: ServerMessage): Promise<ClientMessage> {
    this.send(message)
    return readReply(await this.reply(REPLY_TIMEOUT_MS))
  }

  private async listen(): Promise<void> {
    try {
      for await (const frame of readFrames(this.socket)) {
        if (frame.kind === 'message' && readClientMessage(frame).type === 'interrupt') {
          this.stopping.abort()
          if (this.isInterruptible) this.waiting?.()
          continue
        }
        // Only one request is open at a time, and it has one reply, so more frames are an error.
        if (this.frames.push(frame) > MAX_UNREAD_FRAMES) throw connectionError('unrequested frame')
        this.waiting?.()
      }
    } catch {
      this.socket.destroy()
    } finally {
      this.isGone = true
      this.stopping.abort()
      this.waiting?.()
    }
  }
}

/** An error of the operator's side, for example of a file, keeps its text. */
function readReply(frame: Frame): ClientMessage {
  const message = readClientMessage(frame)
  if (message.type === 'failed')
    throw rejection('INVALID_PARAMETERS', { name: 'command line failed', facts: { text: message.message } })
  return message
}
