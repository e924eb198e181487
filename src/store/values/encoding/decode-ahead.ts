// Decodes the next weeks of an export on another thread, while this one writes the week before: decoding is a third of an export's time,
// in which this thread would answer nobody. What the thread decoded counts only where the same bytes are stored when its week is read, so
// a thread that is late or has failed changes nothing but the time.
import { availableParallelism } from 'node:os'
import { MINUTE_MS } from '../../../domain/clock.js'
import type { Log } from '../../../domain/ports/events.js'
import { newWeekMemory, peekHeader } from '../../../series/codec/segment.js'
import type { EncodedSegment } from '../../../series/tables/segments.js'
import { OrderedThreads } from '../../../threads/ordered-threads.js'
import type { DecodeOrder, DecodeReply } from './decode-worker.js'

/** So many are left of an export of a month after its first one. For fewer, the thread would take longer to start than they take. */
const MIN_WEEKS = 3
/** Fewer rows, as of a game that is sampled every five minutes, are decoded here in less time than two messages take. */
const MIN_ORDER_ROWS = 4_000
/** Those of two exports. For a third one, this thread decodes the week, instead of waiting for the weeks of others. */
const MAX_WAITING_ORDERS = 4
/** A thread takes about ten megabytes, which nobody else can use meanwhile. */
const MAX_IDLE_MS = 30_000
const MIN_RESTART_DELAY_MS = 10 * MINUTE_MS

type DecodingThread = OrderedThreads<DecodeOrder, DecodeReply>

interface StartedThread {
  readonly thread: DecodingThread
  readonly idle: NodeJS.Timeout
  /** Nobody waits for the first week of a thread: its code is loaded and compiled meanwhile, which takes as long as dozens of weeks. */
  practice: 'none' | 'running' | 'done'
}

export class WeekDecoder {
  private started: StartedThread | undefined
  private waiting = 0
  private failedAt = Number.NEGATIVE_INFINITY

  constructor(private readonly log?: Log) {}

  /**
   * Takes over `memory`, and returns memory of the same size: with the rows of the segment, where the thread has decoded them. The thread
   * is started where enough `weeks` are left to be read, this one included.
   */
  async decode(memory: ArrayBuffer, { bytes, key }: EncodedSegment, weeks: number): Promise<DecodeReply> {
    const hasManyRows = (peekHeader(bytes)?.count ?? 0) >= MIN_ORDER_ROWS
    const started = hasManyRows ? this.threadFor(weeks) : undefined
    if (started?.practice === 'none') void this.practice(started, { bytes, key })
    if (started?.practice !== 'done' || this.waiting >= MAX_WAITING_ORDERS) return { memory, header: undefined }
    started.idle.refresh()
    this.waiting++
    try {
      return await started.thread.ask({ bytes, key, memory }, [memory])
    } catch (error) {
      this.fail(error, started)
      return { memory: newWeekMemory(), header: undefined }
    } finally {
      this.waiting--
    }
  }

  /** Ends the thread. The next export starts another one. */
  stop(): void {
    if (this.started === undefined) return
    clearTimeout(this.started.idle)
    void this.started.thread.stop()
    this.started = undefined
  }

  private threadFor(weeks: number): StartedThread | undefined {
    if (this.started !== undefined || weeks < MIN_WEEKS || availableParallelism() < 2) return this.started
    if (performance.now() - this.failedAt < MIN_RESTART_DELAY_MS) return undefined
    try {
      const thread: DecodingThread = new OrderedThreads('store/values/encoding/decode-worker.ts')
      thread.start()
      this.started = { thread, idle: setTimeout(() => this.stop(), MAX_IDLE_MS).unref(), practice: 'none' }
    } catch (error) {
      this.fail(error)
    }
    return this.started
  }

  private async practice(started: StartedThread, { bytes, key }: EncodedSegment): Promise<void> {
    started.practice = 'running'
    const memory = newWeekMemory()
    try {
      await started.thread.ask({ bytes, key, memory }, [memory])
      started.practice = 'done'
    } catch (error) {
      this.fail(error, started)
    }
  }

  /** A thread that was stopped is not one that failed. */
  private fail(error: unknown, started?: StartedThread): void {
    if (started !== this.started) return
    this.stop()
    this.failedAt = performance.now()
    this.log?.warn(
      { err: error },
      'The thread that decodes weeks of exports has failed, so exports take longer for ten minutes.',
    )
  }
}
