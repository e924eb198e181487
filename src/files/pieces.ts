// Collects bytes or text in larger pieces, because a write per row would cost an HTTP response more than the rows
// themselves.

/** In bytes. */
const PIECE_BYTES = 100_000
/** More bytes than a row ever takes. */
const MAX_ROW_BYTES = 4_096

export class Pieces {
  private bytes = Buffer.allocUnsafe(PIECE_BYTES + MAX_ROW_BYTES)
  private length = 0

  /** Check it before each row: whether `take` is due. */
  get isFull(): boolean {
    return this.length >= PIECE_BYTES
  }

  /** The caller owns the returned buffer, which may stay in a socket's queue for any time, so it is never reused. */
  take(): Buffer {
    const piece = this.bytes.subarray(0, this.length)
    this.bytes = Buffer.allocUnsafe(PIECE_BYTES + MAX_ROW_BYTES)
    this.length = 0
    return piece
  }

  put(bytes: Uint8Array): void {
    this.bytes.set(bytes, this.length)
    this.length += bytes.length
  }

  putAscii(text: string): void {
    this.length += this.bytes.write(text, this.length, 'latin1')
  }
}

/** In characters. */
const CHUNK_LENGTH = 65_536

/** Joins small texts to chunks of about 64 KiB. */
export async function* chunked(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  let text = ''
  for await (const piece of pieces) {
    text += piece
    if (text.length < CHUNK_LENGTH) continue
    yield text
    text = ''
  }
  if (text !== '') yield text
}
