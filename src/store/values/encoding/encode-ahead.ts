// Encodes the weeks of a large import on another thread, while this one writes those before: encoding takes half of the time of an
// import, and the bytes of most weeks do not depend on what is stored, because nothing is stored there yet. A week of which
// something is stored is encoded again where it is written.
import type { PreparedImport } from '../../../domain/ports/series.js'
import type { Block } from '../../../domain/sample.js'
import { type OrderedThread, startOrderedThread } from '../../../threads/ordered-thread.js'

/**
 * Two days of minutes. Starting a thread takes longer than encoding them, but the first encoding of a week takes a tenth of a second,
 * in which this thread would answer nobody.
 */
const MIN_THREAD_ROWS = 2_880
/** In weeks, of half a megabyte each. */
const MAX_WAITING_WEEKS = 4

type EncodingThread = OrderedThread<Block, Uint8Array>

/** The blocks in their order; each has one week. */
export async function* encodeAhead(
  blocks: AsyncIterable<PreparedImport>,
  minThreadRows = MIN_THREAD_ROWS,
): AsyncGenerator<PreparedImport> {
  let thread: EncodingThread | undefined
  let rows = 0
  /** Before it is known whether a thread is worth its start. */
  const undecided: PreparedImport[] = []
  const waiting: Promise<PreparedImport>[] = []
  try {
    for await (const prepared of blocks) {
      rows += prepared.block.minutes.length
      undecided.push(prepared)
      if (rows >= minThreadRows) thread ??= startOrderedThread('store/values/encoding/encode-worker.ts')
      if (thread === undefined) {
        if (undecided.length > MAX_WAITING_WEEKS) yield* undecided.splice(0, 1)
        continue
      }
      for (const each of undecided.splice(0)) waiting.push(encodedBy(thread, each))
      if (waiting.length > MAX_WAITING_WEEKS) yield* next(waiting)
    }
    yield* undecided
    while (waiting.length > 0) yield* next(waiting)
  } finally {
    await thread?.stop()
  }
}

async function* next(waiting: Promise<PreparedImport>[]): AsyncGenerator<PreparedImport> {
  const first = await waiting.shift()
  if (first !== undefined) yield first
}

/** Where the thread fails, this one encodes the block when it is stored: it blocks others for longer, with the same result. */
async function encodedBy(thread: EncodingThread, { block, cadences }: PreparedImport): Promise<PreparedImport> {
  try {
    return { block: { ...block, encoded: await thread.ask(block) }, cadences }
  } catch {
    return { block, cadences }
  }
}
