// Encodes the weeks of a large import on other threads, while this one writes those before: encoding takes half of the processor time of
// an import, and the bytes of most weeks do not depend on what is stored, because nothing is stored there yet. A week of which
// something is stored is encoded again where it is written.
import type { PreparedImport } from '../../../domain/ports/series.js'
import type { Block } from '../../../domain/sample.js'
import { NEXT_THREAD_RATIO, OrderedThreads } from '../../../threads/ordered-threads.js'

/**
 * Two days of minutes. Starting a thread takes longer than encoding them, but the first encoding of a week takes a tenth of a second,
 * in which this thread would answer nobody.
 */
const MIN_THREAD_ROWS = 2_880
/** In weeks, of half a megabyte each, for each thread. */
const MAX_WAITING_WEEKS = 4

type EncodingThreads = OrderedThreads<Block, Uint8Array>

/** The blocks in their order; each has one week. */
export async function* encodeAhead(
  blocks: AsyncIterable<PreparedImport>,
  minThreadRows = MIN_THREAD_ROWS,
): AsyncGenerator<PreparedImport> {
  const threads: EncodingThreads = new OrderedThreads('store/values/encoding/encode-worker.ts')
  let rows = 0
  /** Before it is known whether a thread is worth its start. */
  const undecided: PreparedImport[] = []
  const waiting: Promise<PreparedImport>[] = []
  try {
    for await (const prepared of blocks) {
      rows += prepared.block.minutes.length
      undecided.push(prepared)
      if (rows >= minThreadRows * NEXT_THREAD_RATIO ** threads.count) threads.start()
      if (threads.count === 0) {
        if (undecided.length > MAX_WAITING_WEEKS) yield* undecided.splice(0, 1)
        continue
      }
      for (const each of undecided.splice(0)) waiting.push(encodedBy(threads, each))
      if (waiting.length > MAX_WAITING_WEEKS * threads.count) yield* next(waiting)
    }
    yield* undecided
    while (waiting.length > 0) yield* next(waiting)
  } finally {
    await threads.stop()
  }
}

async function* next(waiting: Promise<PreparedImport>[]): AsyncGenerator<PreparedImport> {
  const first = await waiting.shift()
  if (first !== undefined) yield first
}

/** Where a thread fails, this one encodes the block when it is stored: it blocks others for longer, with the same result. */
async function encodedBy(threads: EncodingThreads, { block, cadences }: PreparedImport): Promise<PreparedImport> {
  try {
    return { block: { ...block, encoded: await threads.ask(block) }, cadences }
  } catch {
    return { block, cadences }
  }
}
