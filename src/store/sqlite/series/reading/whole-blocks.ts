// Reads all samples of a span, as an export does: the next week is decoded on another thread while the days of the one before are used.
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { Span } from '../../../../domain/rules/span.js'
import type { Block } from '../../../../domain/sample.js'
import { cut, splitDays } from '../../../../series/blocks.js'
import { bufferIn, newWeekMemory, type WeekBuffer } from '../../../../series/codec/segment.js'
import type { WeekReader } from '../../../../series/reading/weeks.js'
import type { WeekDecoder } from '../../../values/encoding/decode-ahead.js'

interface Deps {
  readonly weeks: WeekReader
  readonly decoder: WeekDecoder
  readonly inRead: <T>(work: () => T) => T
}

/** As many as two exports use at once. */
const MAX_SPARES = 4

/** Yields a block for each day, which is valid until the next one is asked for. Throws where some samples are unreadable. */
export function wholeBlockReader({ weeks, decoder, inRead }: Deps) {
  const spares: ArrayBuffer[] = []

  const decodedAhead = async (universeId: number, week: number | undefined): Promise<WeekRoom | undefined> => {
    if (week === undefined) return undefined
    const encoded = inRead(() => weeks.encoded(universeId, week))
    const memory = spares.pop() ?? newWeekMemory()
    if (encoded === undefined) return roomIn(memory)
    const decoded = await decoder.decode(memory, encoded)
    return roomIn(decoded.memory, decoded.header && { ...encoded, header: decoded.header })
  }

  return async function* readWholeBlocks(universeId: number, { from, until }: Span): AsyncGenerator<Block> {
    const all = inRead(() => weeks.between(universeId, from, until))
    let room = roomIn(spares.pop() ?? newWeekMemory())
    for (const [index, week] of all.entries()) {
      decoder.expect(all.length - index)
      const block = inRead(() => cut(weeks.readWhole(universeId, week, room), from, until))
      const next = decodedAhead(universeId, all[index + 1])
      // Where the reader stops, nobody waits for the next week.
      next.catch(() => undefined)
      // What the reader does with the first days takes long too, as long as its code is not compiled.
      await yieldToEventLoop()
      yield* splitDays(block)
      // The reader has requested more, so it needs none of these days any longer.
      if (spares.length < MAX_SPARES) spares.push(room.memory)
      const ahead = await next
      if (ahead === undefined) return
      room = ahead
      await yieldToEventLoop()
    }
  }
}

interface WeekRoom extends WeekBuffer {
  readonly memory: ArrayBuffer
}

const roomIn = (memory: ArrayBuffer, decoded?: WeekBuffer['decoded']): WeekRoom => ({
  ...bufferIn(memory),
  memory,
  decoded,
})
