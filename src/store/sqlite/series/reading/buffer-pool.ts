// Memory for weeks that is used again: new memory for each week of thousands of games is collected late, and the process
// keeps what it took at the highest moment.
import type { Measure } from '../../../../domain/measures.js'
import type { Block } from '../../../../domain/sample.js'
import { bufferFor, type WeekBuffer } from '../../../../series/codec/segment.js'

/** Of each set of measures. A buffer takes up to half a megabyte. */
const MAX_SPARE_BUFFERS = 2

export class BufferPool {
  private readonly spares = new Map<string, WeekBuffer[]>()

  /** Lends a buffer until the last block was taken, or its reader has stopped. */
  async *during(measures: readonly Measure[], read: (room: WeekBuffer) => AsyncIterable<Block>): AsyncGenerator<Block> {
    const spares = this.sparesOf(measures)
    const room = spares.pop() ?? bufferFor(0, measures)
    try {
      yield* read(room)
    } finally {
      if (spares.length < MAX_SPARE_BUFFERS) spares.push(room)
    }
  }

  private sparesOf(measures: readonly Measure[]): WeekBuffer[] {
    const key = [...measures].sort().join(' ')
    const spares = this.spares.get(key) ?? []
    this.spares.set(key, spares)
    return spares
  }
}
