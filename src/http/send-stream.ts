// Streams a body at the client's pace. A failure in mid-stream resets the connection (API-28).

import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Response } from 'express'
import { MINUTE_MS } from '../domain/clock.js'
import type { PieceReceipt } from '../files/pieces.js'
import { nextStreamTurn } from './connections/stream-turns.js'

/** A response body that is generated while it is sent. */
export interface Stream {
  readonly contentType: string
  readonly fileName?: string
  readonly headers?: Readonly<Record<string, string>>
  /** `next` is passed whether the bytes before were sent, so that their memory can be used again. */
  readonly chunks: AsyncIterable<string | Uint8Array, void, PieceReceipt>
}

/** Two years of minutes as CSV are 63 MB, which take 53 minutes at 20 KiB/s. */
export const PUBLIC_EXPORT_TIMEOUT_MS = 60 * MINUTE_MS
/** The same as JSON is 150 MB. Only the account itself may take this long. */
export const ACCOUNT_EXPORT_TIMEOUT_MS = 180 * MINUTE_MS

/** A pipeline adds several listeners to those of metrics, log, compression and Express: more than the ten at which Node warns. */
const MAX_LISTENERS = 30

type Piece = string | Uint8Array

export function sendStreamHead(stream: Stream, response: Response): void {
  if (stream.fileName !== undefined) response.set('Content-Disposition', attachment(stream.fileName))
  if (stream.headers !== undefined) response.set(stream.headers)
  response.set('Content-Type', stream.contentType)
}

/** Aborts the connection after `timeoutMs`, even if the body is incomplete. */
export async function sendStream(stream: Stream, response: Response, timeoutMs: number): Promise<void> {
  response.setMaxListeners(MAX_LISTENERS)
  const timer = setTimeout(() => response.destroy(), timeoutMs).unref()
  const chunks = stream.chunks[Symbol.asyncIterator]()
  try {
    await nextStreamTurn()
    // The first chunk is read before the headers are sent, so that a failure up to then is sent as an error.
    const first = await chunks.next()
    sendStreamHead(stream, response)
    const readable: Readable = Readable.from(following(first, chunks, () => hasSentAll(readable, response), response))
    await pipeline(readable, response)
  } catch (error) {
    if (!isGone(error)) throw error
  } finally {
    clearTimeout(timer)
    await chunks.return?.()
  }
}

/**
 * A larger chunk would hide the client's rate for long, because it counts only once all of it was read. The pieces of an export are
 * smaller: four writes of each, instead of one, made an export take a tenth to a fifth longer.
 */
const MAX_WRITE_BYTES = 131_072

/** Whether the kernel has copied all bytes that the response was given. What a compression still holds cannot be seen from here. */
const hasSentAll = (readable: Readable, response: Response): boolean =>
  readable.readableLength === 0 && response.writableLength === 0 && !response.hasHeader('Content-Encoding')

async function* following(
  first: IteratorResult<Piece>,
  chunks: AsyncIterator<Piece, void, PieceReceipt>,
  isSent: () => boolean,
  response: Response,
): AsyncGenerator<Uint8Array> {
  try {
    for (let next = first; !next.done; next = await chunks.next(isSent())) {
      const bytes = typeof next.value === 'string' ? Buffer.from(next.value) : next.value
      for (let at = 0; at < bytes.length; at += MAX_WRITE_BYTES) yield bytes.subarray(at, at + MAX_WRITE_BYTES)
      // To a fast client, all of a week would be written in one turn, in which other requests and other exports wait.
      await nextStreamTurn()
      if (next === first) flush(response)
    }
  } catch (error) {
    // For an HTTP/1.0 client a normal close is the end of the body, so only a reset shows the failure.
    response.socket?.resetAndDestroy()
    throw error
  }
}

/** Brotli would keep all bytes of a month to itself until the end, and its reader would wait for the first ones as long. */
function flush(response: Response): void {
  if ('flush' in response && typeof response.flush === 'function') response.flush()
}

const DISCONNECT_CODES = new Set(['ERR_STREAM_PREMATURE_CLOSE', 'ERR_STREAM_UNABLE_TO_PIPE', 'ECONNRESET', 'EPIPE'])

/** The client closed the connection before the end, which is not an error of the service. */
const isGone = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && DISCONNECT_CODES.has(`${error.code}`)

/** RFC 6266: the full name for clients that support it, and an ASCII name for all others. */
export function attachment(name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, '-')
  if (plain === name) return `attachment; filename="${plain}"`
  const whole = encodeURIComponent(name).replace(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${plain}"; filename*=UTF-8''${whole}`
}
