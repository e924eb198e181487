// Decodes the next week of an export on another thread, while this one writes the week before: decoding is a third of an export's time,
// in which this thread would answer nobody. What the thread decoded counts only where the same bytes are stored when its week is read, so
// a thread that is late or has failed changes nothing but the time.
import { availableParallelism } from 'node:os'
import { newWeekMemory } from '../../../series/codec/segment.js'
import type { EncodedSegment } from '../../../series/tables/segments.js'
import { OrderedThreads } from '../../../threads/ordered-threads.js'
import type { DecodeOrder, DecodeReply } from './decode-worker.js'

/** Starting the thread takes as long as decoding thirty weeks, but a month is often followed by other months. */
const MIN_WEEKS = 4
/** A thread takes about ten megabytes, which nobody else can use meanwhile. */
const MAX_IDLE_MS = 30_000

type DecodingThread = OrderedThreads<DecodeOrder, DecodeReply>

export class WeekDecoder {
  private thread: DecodingThread | undefined
  private state: 'started' | 'practicing' | 'ready' = 'started'
  private idle: NodeJS.Timeout | undefined

  /** Call it before so many weeks are read: where they are enough, a thread is started for the weeks of this and of later exports. */
  expect(weeks: number): void {
    if (weeks < MIN_WEEKS || availableParallelism() < 2) return
    if (this.thread === undefined) this.start()
    this.idle?.refresh()
  }

  /**
   * Takes over `memory`, and returns memory of the same size: with the rows of the segment, where the thread has decoded them.
   */
  async decode(memory: ArrayBuffer, { bytes, key }: EncodedSegment): Promise<DecodeReply> {
    const { thread } = this
    if (thread === undefined) return { memory, header: undefined }
    if (this.state === 'started') void this.practice(thread, { bytes, key })
    if (this.state !== 'ready') return { memory, header: undefined }
    this.idle?.refresh()
    try {
      return await thread.ask({ bytes, key, memory }, [memory])
    } catch {
      this.stop(thread)
      return { memory: newWeekMemory(), header: undefined }
    }
  }

  /** Ends the thread, or only this one. The next export starts another one. */
  stop(thread = this.thread): void {
    if (thread === undefined || thread !== this.thread) return
    clearTimeout(this.idle)
    void thread.stop()
    this.thread = undefined
  }

  private start(): void {
    const thread: DecodingThread = new OrderedThreads('store/values/encoding/decode-worker.ts')
    thread.start()
    this.thread = thread
    this.state = 'started'
    this.idle = setTimeout(() => this.stop(thread), MAX_IDLE_MS).unref()
  }

  /** Nobody waits for the first week of a thread: its code is loaded and compiled meanwhile, which takes as long as dozens of weeks. */
  private async practice(thread: DecodingThread, { bytes, key }: EncodedSegment): Promise<void> {
    this.state = 'practicing'
    const memory = newWeekMemory()
    try {
      await thread.ask({ bytes, key, memory }, [memory])
      if (this.thread === thread) this.state = 'ready'
    } catch {
      this.stop(thread)
    }
  }
}
