// Collects bytes or text in larger pieces, because a write per row would cost an HTTP response more than the rows
// themselves.

import { viewOf } from './digits.js'
import type { ColumnRows, RowWriter } from './samples/row-writer.js'

/** In bytes. */
const PIECE_BYTES = 100_000
/** Kept free for one more row, or for the end of a file, each of which takes less. */
const RESERVE_BYTES = 4_096

/**
 * What the reader of an encoder passes to `next`: true where nobody needs the bytes any more that it was given before. A reader that
 * passes nothing, such as a loop, may keep them.
 */
export type PieceReceipt = boolean | undefined

export class Pieces {
  private bytes = Buffer.allocUnsafe(PIECE_BYTES + RESERVE_BYTES)
  private view = viewOf(this.bytes)
  private length = 0

  /** Whether `take` is due. */
  get isFull(): boolean {
    return this.length >= PIECE_BYTES
  }

  /** The piece shares the memory of this object, so `renew` must be called before anything else is put. */
  take(): Buffer {
    return this.bytes.subarray(0, this.length)
  }

  /**
   * Begins the next piece. If the last one is sent, its memory is used again. Otherwise it may still wait in a socket, so new memory is
   * taken. With new memory for each piece, some processes collected garbage for 20 to 40 ms after every fourth export of a month.
   */
  renew(isSent: PieceReceipt): void {
    if (isSent !== true) {
      this.bytes = Buffer.allocUnsafe(PIECE_BYTES + RESERVE_BYTES)
      this.view = viewOf(this.bytes)
    }
    this.length = 0
  }

  /** Adds rows of one day, from `from` on, while the piece is not full. Returns the row after them. */
  putRows(writer: RowWriter, rows: ColumnRows, from: number, until: number): number {
    const written = writer.write(rows, from, until, { text: this.view, at: this.length, limit: PIECE_BYTES })
    this.length = written.at
    return written.row
  }

  putAscii(text: string): void {
    const written = this.bytes.write(text, this.length, 'latin1')
    if (written < text.length) throw new Error('A piece has no room for the text.')
    this.length += written
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
