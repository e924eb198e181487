// A file for Discord: gathered whole, as far as it may be that large.
import { setImmediate as breathe } from 'node:timers/promises'

/** The whole file, or nothing where it would be larger than `limit` bytes: it is then given up half-way. */
export async function gather(pieces: AsyncIterable<Uint8Array>, limit: number): Promise<Buffer | undefined> {
  const kept: Uint8Array[] = []
  let size = 0
  for await (const piece of pieces) {
    size += piece.length
    if (size > limit) return undefined
    kept.push(piece)
    // Reading and encoding never wait by themselves: without a pause, nobody else is answered meanwhile.
    await breathe()
  }
  return Buffer.concat(kept, size)
}
