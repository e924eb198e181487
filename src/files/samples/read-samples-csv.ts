// Reads a CSV file of samples in the format of the export. Of a large file, a thread reads the lines while this one gathers their rows,
// which takes a third of the time of both: pieces of bytes go there, rows come back, and the same memory is used again for the
// next ones. Both threads run the same reader, so a file has the same rows and the same error wherever it is read.
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { rejection } from '../../domain/error.js'
import { ImportRows } from '../../domain/sample-file.js'
import { type OrderedThread, startOrderedThread } from '../../threads/ordered-thread.js'
import type { ReadOrder, ReadReply } from './read-worker.js'
import { SamplesCsvReader } from './samples-csv-reader.js'

/** Starting a thread takes longer than reading a smaller file. */
const MIN_THREAD_BYTES = 1_048_576
/** Pieces that were given to the thread, with those whose rows wait to be gathered. */
const MAX_WAITING_PIECES = 4

/**
 * Throws on the first invalid line, with its number. `pieces` are bytes in UTF-8, whole lines each. A batch of rows is valid until
 * the next one is asked for.
 */
export async function* readSamplesCsv(
  pieces: AsyncIterable<Uint8Array>,
  minThreadBytes = MIN_THREAD_BYTES,
): AsyncGenerator<ImportRows> {
  const reader = new SamplesCsvReader()
  const rows = new ImportRows()
  let size = 0
  const source = pieces[Symbol.asyncIterator]()
  try {
    for (;;) {
      const { value: bytes, done } = await source.next()
      if (done === true) return reader.end()
      size += bytes.length
      if (size > minThreadBytes) return yield* readBeside(new ReadingThread(reader), bytes, source)
      rows.length = 0
      reader.read(bytes, rows)
      yield rows
      // The first pieces take milliseconds each, because their code is new.
      await yieldToEventLoop()
    }
  } finally {
    await source.return?.()
  }
}

async function* readBeside(
  thread: ReadingThread,
  first: Uint8Array,
  source: AsyncIterator<Uint8Array>,
): AsyncGenerator<ImportRows> {
  try {
    let bytes: Uint8Array | undefined = first
    let end: { readonly error: unknown } | undefined
    while (bytes !== undefined) {
      thread.give(bytes)
      if (thread.waiting === MAX_WAITING_PIECES) yield await thread.rows()
      try {
        const next: IteratorResult<Uint8Array> = await source.next()
        bytes = next.done === true ? undefined : next.value
      } catch (error) {
        // What is wrong with the lines before comes first.
        end = { error }
        break
      }
    }
    while (thread.waiting > 0) yield await thread.rows()
    if (end !== undefined) throw end.error
  } finally {
    await thread.stop()
  }
}

/** Memory for one piece and its rows. */
type Room = Pick<ReadOrder, 'bytes' | 'values'>

class ReadingThread {
  private readonly thread: OrderedThread<ReadOrder, ReadReply>
  private readonly replies: Promise<ReadReply>[] = []
  private readonly spareRooms: Room[] = []
  private room: Room | undefined

  /** Goes on where the reader is. */
  constructor(reader: SamplesCsvReader) {
    this.thread = startOrderedThread('files/samples/read-worker.ts', reader.place)
  }

  get waiting(): number {
    return this.replies.length
  }

  give(piece: Uint8Array): void {
    let { bytes, values } = this.spareRooms.pop() ?? { bytes: new Uint8Array(0), values: new ImportRows().values }
    if (bytes.length < piece.length) bytes = new Uint8Array(piece.length + PIECE_SPARE_BYTES)
    bytes.set(piece)
    this.replies.push(this.thread.ask({ bytes, length: piece.length, values }, [bytes.buffer, values.buffer]))
  }

  /** The rows of the next piece, which are valid until the next call. */
  async rows(): Promise<ImportRows> {
    if (this.room !== undefined) this.spareRooms.push(this.room)
    this.room = undefined
    const reply = await this.replies.shift()
    if (reply === undefined) throw new Error('No piece waits to be read.')
    if (reply.problem !== undefined) throw rejection(reply.problem.code, reply.problem.reason)
    this.room = reply
    const rows = new ImportRows()
    rows.values = reply.values
    rows.length = reply.length
    return rows
  }

  stop(): Promise<void> {
    return this.thread.stop()
  }
}

/** Pieces of whole lines differ in length by less than that. */
const PIECE_SPARE_BYTES = 4_096
