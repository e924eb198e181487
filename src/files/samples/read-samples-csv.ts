// Reads a CSV file of samples in the format of the export. Of a large file, threads read the lines while this one gathers their rows,
// which takes a third of the processor time of all: pieces of bytes go there, rows come back, and the same memory is used again for
// the next ones. All threads run the same reader, so a file has the same rows and the same error wherever it is read.
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { type Reason, rejection } from '../../domain/error.js'
import { ImportRows } from '../../domain/sample-file.js'
import { NEXT_THREAD_RATIO, OrderedThreads } from '../../threads/ordered-threads.js'
import type { ReadOrder, ReadReply } from './read-worker.js'
import { type SamplesCsvPlace, SamplesCsvReader } from './samples-csv-reader.js'

/** Starting a thread takes longer than reading a smaller file. */
const MIN_THREAD_BYTES = 1_048_576
/** Pieces that were given to each thread, with those whose rows wait to be gathered. */
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
      // Every thread needs the header, which is in the first piece only.
      if (size > minThreadBytes && reader.place.header !== undefined)
        return yield* readBeside(new ReadingThreads(reader.place, minThreadBytes), bytes, source)
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
  threads: ReadingThreads,
  first: Uint8Array,
  source: AsyncIterator<Uint8Array>,
): AsyncGenerator<ImportRows> {
  try {
    let bytes: Uint8Array | undefined = first
    let end: { readonly error: unknown } | undefined
    while (bytes !== undefined) {
      threads.give(bytes)
      if (threads.isFull) yield await threads.rows()
      try {
        const next: IteratorResult<Uint8Array> = await source.next()
        bytes = next.done === true ? undefined : next.value
      } catch (error) {
        // What is wrong with the lines before comes first.
        end = { error }
        break
      }
    }
    while (threads.isBusy) yield await threads.rows()
    if (end !== undefined) throw end.error
  } finally {
    await threads.stop()
  }
}

/** Memory for one piece and its rows. */
type Room = Pick<ReadOrder, 'bytes' | 'values'>

class ReadingThreads {
  private readonly threads = new OrderedThreads<ReadOrder, ReadReply>('files/samples/read-worker.ts')
  private readonly replies: Promise<ReadReply>[] = []
  private readonly spareRooms: Room[] = []
  private room: Room | undefined
  /** Lines of the file whose rows were returned. */
  private line: number
  private givenBytes = 0

  /** They go on at this place. */
  constructor(
    private readonly place: SamplesCsvPlace,
    private readonly minThreadBytes: number,
  ) {
    this.line = place.line
    this.threads.start(place)
  }

  get isBusy(): boolean {
    return this.replies.length > 0
  }

  get isFull(): boolean {
    return this.replies.length >= MAX_WAITING_PIECES * this.threads.count
  }

  give(piece: Uint8Array): void {
    this.givenBytes += piece.length
    if (this.givenBytes > this.minThreadBytes * NEXT_THREAD_RATIO ** this.threads.count) this.threads.start(this.place)
    let { bytes, values } = this.spareRooms.pop() ?? { bytes: new Uint8Array(0), values: new ImportRows().values }
    if (bytes.length < piece.length) bytes = new Uint8Array(piece.length + PIECE_SPARE_BYTES)
    bytes.set(piece)
    this.replies.push(this.threads.ask({ bytes, length: piece.length, values }, [bytes.buffer, values.buffer]))
  }

  /** The rows of the next piece, which are valid until the next call. */
  async rows(): Promise<ImportRows> {
    if (this.room !== undefined) this.spareRooms.push(this.room)
    this.room = undefined
    const reply = await this.replies.shift()
    if (reply === undefined) throw new Error('No piece waits to be read.')
    const linesOfOthers = this.line - reply.lines.before
    if (reply.problem !== undefined) throw rejection(reply.problem.code, laterBy(linesOfOthers, reply.problem.reason))
    this.line += reply.lines.after - reply.lines.before
    this.room = reply
    const rows = new ImportRows()
    rows.values = reply.values
    rows.length = reply.length
    if (linesOfOthers > 0) rows.moveLines(linesOfOthers)
    return rows
  }

  stop(): Promise<void> {
    return this.threads.stop()
  }
}

/** The same of a line that is so many lines later in the file than its thread counted. */
const laterBy = (lines: number, reason: Reason): Reason =>
  reason.name === 'malformed line' ? { ...reason, facts: { ...reason.facts, line: reason.facts.line + lines } } : reason

/** Pieces of whole lines differ in length by less than that. */
const PIECE_SPARE_BYTES = 4_096
