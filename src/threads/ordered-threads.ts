// Worker threads of one kind. Each replies to its orders in the order in which it got them, several of them in any order.
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { compiled } from '../project-root.js'

/** The thread that asks has work with each reply, and would not keep up with more. */
const MAX_THREADS = 2
/** The second thread is of use where there is so many times the work for which the first one was started. */
export const NEXT_THREAD_RATIO = 16

export class OrderedThreads<Order, Reply> {
  private readonly threads: OrderedThread<Order, Reply>[] = []

  /** `source` is the file of the worker, below src/. No thread runs before `start`. */
  constructor(private readonly source: string) {}

  get count(): number {
    return this.threads.length
  }

  /** Starts one more thread, unless there are as many as processors, or as are of use. */
  start(workerData?: unknown): void {
    if (this.count < Math.min(MAX_THREADS, availableParallelism()))
      this.threads.push(startOrderedThread(this.source, workerData))
  }

  /**
   * Asks the thread that has the fewest orders to answer. Rejects where that thread has failed or was stopped. The memory of `transfer`
   * belongs to the thread from then on.
   */
  ask(order: Order, transfer: readonly ArrayBuffer[] = []): Promise<Reply> {
    return this.threads.reduce(lessBusy).ask(order, transfer)
  }

  async stop(): Promise<void> {
    await Promise.all(this.threads.map((thread) => thread.stop()))
  }
}

interface OrderedThread<Order, Reply> {
  waiting(): number
  ask(order: Order, transfer: readonly ArrayBuffer[]): Promise<Reply>
  stop(): Promise<unknown>
}

interface Asker<Reply> {
  resolve(reply: Reply): void
  reject(problem: unknown): void
}

function startOrderedThread<Order, Reply>(source: string, workerData: unknown): OrderedThread<Order, Reply> {
  const worker = new Worker(compiled(source), { workerData })
  const askers: Asker<Reply>[] = []
  let end: unknown
  // A thread that has nothing to do does not keep the process alive.
  worker.unref()
  const fail = (problem: unknown): void => {
    end ??= problem
    for (const { reject } of askers.splice(0)) reject(end)
  }
  worker.on('message', (reply: Reply) => {
    askers.shift()?.resolve(reply)
    if (askers.length === 0) worker.unref()
  })
  worker.on('error', fail)
  worker.on('exit', () => fail(new Error(`The thread ${source} has ended.`)))
  return {
    waiting: () => askers.length,
    ask: (order, transfer) => {
      const reply = new Promise<Reply>((resolve, reject) => {
        if (end !== undefined) return reject(end)
        worker.postMessage(order, transfer)
        // An order that cannot be sent throws, and gets no reply.
        askers.push({ resolve, reject })
        worker.ref()
      })
      // The one that asked may have stopped waiting for it.
      reply.catch(() => undefined)
      return reply
    },
    stop: () => worker.terminate(),
  }
}

const lessBusy = <Thread extends { waiting(): number }>(one: Thread, other: Thread): Thread =>
  other.waiting() < one.waiting() ? other : one
