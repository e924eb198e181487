// The worker thread of decode-ahead.ts. The memory for the rows goes there and back, and is never copied.
import { parentPort } from 'node:worker_threads'
import { CorruptError } from '../../../series/codec/bytes.js'
import { bufferIn, decodeSegment, type SegmentHeader } from '../../../series/codec/segment.js'

export interface DecodeOrder {
  /** A segment, and its key in the table. */
  readonly bytes: Uint8Array
  readonly key: number
  /** See `newWeekMemory`. */
  readonly memory: ArrayBuffer
}

export interface DecodeReply {
  /** It holds the rows of the segment, where there is a header. */
  readonly memory: ArrayBuffer
  /** Undefined where the bytes were not decoded. */
  readonly header: SegmentHeader | undefined
}

const port = parentPort
port?.on('message', (order: DecodeOrder) => {
  const reply: DecodeReply = { memory: order.memory, header: decode(order) }
  port.postMessage(reply, [order.memory])
})

/** Returns undefined where the bytes are damaged: the reader of the week finds the same, and reports it. */
function decode({ bytes, key, memory }: DecodeOrder): SegmentHeader | undefined {
  try {
    const { count, first, last, slot } = decodeSegment(bytes, 0, bufferIn(memory), key)
    return { count, first, last, slot }
  } catch (error) {
    if (!(error instanceof CorruptError)) throw error
    return undefined
  }
}
