// Writes a body as it is made, at the reader's pace. A failure in mid-stream resets the connection (API-28).
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Response } from 'express'

/** A body that is written as it is made. */
export interface Stream {
  readonly contentType: string
  readonly fileName?: string
  readonly chunks: AsyncIterable<string | Uint8Array>
}

const MINUTE_MS = 60_000
/** Two years of minutes as CSV, 63 MB, in 53 minutes at 20 KiB/s. */
export const PUBLIC_EXPORT_TIMEOUT_MS = 60 * MINUTE_MS
/** The same as JSON, 150 MB. Beyond it nobody waits but the account itself. */
export const ACCOUNT_EXPORT_TIMEOUT_MS = 180 * MINUTE_MS

type Piece = string | Uint8Array

export function sendStreamHead(stream: Stream, response: Response): void {
  if (stream.fileName !== undefined) response.set('Content-Disposition', attachment(stream.fileName))
  response.set('Content-Type', stream.contentType)
}

/** After `timeoutMs` the connection is aborted, however far the body has come. */
export async function sendStream(stream: Stream, response: Response, timeoutMs: number): Promise<void> {
  const timer = setTimeout(() => response.destroy(), timeoutMs).unref()
  const chunks = stream.chunks[Symbol.asyncIterator]()
  try {
    // The first piece is made before the head is sent: what fails until then is answered as an error.
    const first = await chunks.next()
    sendStreamHead(stream, response)
    await pipeline(Readable.from(following(first, chunks, response)), response)
  } catch (error) {
    if (!isGone(error)) throw error
  } finally {
    clearTimeout(timer)
    await chunks.return?.()
  }
}

/** A larger piece hides for long how fast it is taken: it counts once it has gone as a whole. */
const MAX_WRITE_BYTES = 32_768

async function* following(
  first: IteratorResult<Piece>,
  chunks: AsyncIterator<Piece>,
  response: Response,
): AsyncGenerator<Uint8Array> {
  try {
    for (let next = first; !next.done; next = await chunks.next()) {
      const bytes = typeof next.value === 'string' ? Buffer.from(next.value) : next.value
      for (let at = 0; at < bytes.length; at += MAX_WRITE_BYTES) yield bytes.subarray(at, at + MAX_WRITE_BYTES)
    }
  } catch (error) {
    // To a reader of HTTP/1.0, a connection that is closed in due form is the end of the body: only a reset shows it.
    response.socket?.resetAndDestroy()
    throw error
  }
}

const GONE = new Set(['ERR_STREAM_PREMATURE_CLOSE', 'ERR_STREAM_UNABLE_TO_PIPE', 'ECONNRESET', 'EPIPE'])

/** The client left before the end: nobody's fault. */
const isGone = (error: unknown): boolean => error instanceof Error && 'code' in error && GONE.has(`${error.code}`)

/** RFC 6266: the whole name for those who read it, and plain letters for those who do not. */
function attachment(name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, '-')
  if (plain === name) return `attachment; filename="${plain}"`
  const whole = encodeURIComponent(name).replace(
    /['()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${plain}"; filename*=UTF-8''${whole}`
}
