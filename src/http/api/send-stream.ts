// Writes a body as it is made, at the reader's pace. A failure in mid-stream aborts the connection (contract §3).
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Response } from 'express'
import type { Stream } from './endpoint.js'

export async function sendStream(stream: Stream, given: { response: Response; isHead: boolean }): Promise<void> {
  const { response } = given
  if (stream.fileName !== undefined) response.attachment(stream.fileName)
  response.set('Content-Type', stream.contentType)
  if (given.isHead) {
    response.end()
    return
  }
  const chunks = stream.chunks[Symbol.asyncIterator]()
  // The first piece is made before the head is sent: what fails until then is answered as an error.
  const first = await chunks.next()
  const rest = async function* (): AsyncGenerator<string> {
    try {
      for (let next = first; !next.done; next = await chunks.next()) yield next.value
    } finally {
      await chunks.return?.()
    }
  }
  try {
    await pipeline(Readable.from(rest()), response)
  } catch (error) {
    if (!isGone(error)) throw error
  }
}

/** The client left before the end: nobody's fault. */
const isGone = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE'
