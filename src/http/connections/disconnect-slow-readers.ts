// Disconnects clients that read a response too slowly: they hold memory and, during an export, one of the limited export slots.
import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Log } from '../../domain/ports/events.js'
import { lastRequestOn } from '../access/request-id.js'
import { type ReaderLimits, ReaderPace } from './reader-pace.js'
import { readSendQueues, type SendQueues } from './send-queues.js'

const LIMITS: ReaderLimits = {
  minBytesPerSecond: 16 * 1_024,
  windowMs: 30_000,
  // With the checks before and after it, a stalled client is disconnected within 60 s.
  stallTimeoutMs: 50_000,
}
const LOOK_INTERVAL_MS = 2_000

export function disconnectSlowReaders(server: Server, log: Log): void {
  const paces = new Map<Socket, ReaderPace>()
  server.on('connection', (socket: Socket) => {
    paces.set(socket, new ReaderPace(LIMITS))
    socket.once('close', () => paces.delete(socket))
  })
  let isLooking = false
  const look = async (): Promise<void> => {
    const waiting = new Set([...paces.keys()].filter(({ writableLength }) => writableLength > 0))
    for (const [socket, pace] of paces) if (!waiting.has(socket)) pace.rest()
    if (waiting.size === 0) return
    const queues = await readSendQueues(portOf(server))
    for (const socket of waiting) {
      const slowness = paces.get(socket)?.look(takenOf(socket, queues), performance.now())
      if (slowness === undefined) continue
      const details = { requestId: lastRequestOn(socket), reason: slowness, bytesSent: socket.bytesWritten }
      log.info(details, 'A slow reader was disconnected.')
      // A reset also makes the kernel free its send buffer.
      socket.resetAndDestroy()
    }
  }
  const timer = setInterval(() => {
    if (isLooking) return
    isLooking = true
    void look().finally(() => {
      isLooking = false
    })
  }, LOOK_INTERVAL_MS).unref()
  server.once('close', () => clearInterval(timer))
}

function portOf(server: Server): number {
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}

/**
 * The kernel buffers up to 4 MiB for a connection (tcp_wmem) and accepts more only once a third of that is free. By bytes accepted by
 * the kernel alone, a client that reads 20 KiB/s would seem to read nothing for 70 s, so bytes in the kernel's buffer do not count as
 * read.
 */
const takenOf = (socket: Socket, queues: SendQueues): number =>
  socket.bytesWritten - socket.writableLength - (queues.get(socket.remotePort ?? 0) ?? 0)
