// Reads all samples of a span, as an export does: the next weeks are decoded on another thread while the days of the one before are used.
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

/** With one only, this thread and the other would wait for each other's messages. */
const WEEKS_AHEAD_COUNT = 2
/** As many as two exports use at once. */
const MAX_SPARES = 6

/** Yields a block for each day, which is valid until the next one is asked for. Throws where some samples are unreadable. */
export function wholeBlockReader({ weeks, decoder, inRead }: Deps) {
  const spares: ArrayBuffer[] = []
  const keepSpare = (memory: ArrayBuffer): void => {
    if (spares.length < MAX_SPARES) spares.push(memory)
  }

  /** `left`: of how many weeks this is the first. */
  const decodedAhead = async (universeId: number, week: number, left: number): Promise<WeekRoom> => {
    const encoded = inRead(() => weeks.encoded(universeId, week))
    const memory = spares.pop() ?? newWeekMemory()
    if (encoded === undefined) return roomIn(memory)
    const decoded = await decoder.decode(memory, encoded, left)
    return roomIn(decoded.memory, decoded.header && { ...encoded, header: decoded.header })
  }

  return async function* readWholeBlocks(universeId: number, { from, until }: Span): AsyncGenerator<Block> {
    const all = inRead(() => weeks.between(universeId, from, until))
    const ahead: Promise<WeekRoom>[] = []
    const decodeAhead = (index: number): void => {
      const week = all[index]
      if (week === undefined) return
      const room = decodedAhead(universeId, week, all.length - index)
      // Where the reader stops, nobody waits for it.
      room.catch(() => undefined)
      ahead.push(room)
    }
    // The thread, if it runs already, decodes them while this one decodes the first.
    for (let index = 1; index <= WEEKS_AHEAD_COUNT; index++) decodeAhead(index)
    let room = roomIn(spares.pop() ?? newWeekMemory())
    try {
      for (const [index, week] of all.entries()) {
        const block = inRead(() => cut(weeks.readWhole(universeId, week, room), from, until))
        // What the reader does with the first days takes long too, as long as its code is not compiled.
        await yieldToEventLoop()
        yield* splitDays(block)
        // The reader has requested more, so it needs none of these days any longer.
        keepSpare(room.memory)
        const next = ahead.shift()
        if (next === undefined) return
        room = await next
        decodeAhead(index + 1 + WEEKS_AHEAD_COUNT)
        await yieldToEventLoop()
      }
    } finally {
      for (const unread of ahead) unread.then(({ memory }) => keepSpare(memory)).catch(() => undefined)
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
