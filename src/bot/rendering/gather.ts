// Collects a streamed file in memory for Discord, up to a size limit.
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'

/** Returns the whole file, or undefined as soon as it exceeds `limit` bytes. */
export async function bufferOf(pieces: AsyncIterable<Uint8Array>, limit: number): Promise<Buffer | undefined> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const piece of pieces) {
    size += piece.length
    if (size > limit) return undefined
    chunks.push(piece)
    // Reading and encoding never yield to the event loop by themselves, and other requests must be answered meanwhile.
    await yieldToEventLoop()
  }
  return Buffer.concat(chunks, size)
}
