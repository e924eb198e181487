// A worker thread that answers each order with one reply, in their order.
import { Worker } from 'node:worker_threads'
import { compiled } from '../project-root.js'

export interface OrderedThread<Order, Reply> {
  /** Rejects where the thread has failed or was stopped. The memory of `transfer` belongs to the thread from then on. */
  ask(order: Order, transfer?: readonly ArrayBuffer[]): Promise<Reply>
  /** Whether it has begun to run; the orders before wait for that. */
  isRunning(): boolean
  stop(): Promise<void>
}

interface Asker<Reply> {
  resolve(reply: Reply): void
  reject(problem: unknown): void
}

/** `source` is the file of the worker, below src/. */
export function startOrderedThread<Order, Reply>(source: string, workerData?: unknown): OrderedThread<Order, Reply> {
  const worker = new Worker(compiled(source), { workerData })
  const askers: Asker<Reply>[] = []
  let isRunning = false
  let end: unknown
  const fail = (problem: unknown): void => {
    end ??= problem
    for (const { reject } of askers.splice(0)) reject(end)
  }
  worker.on('online', () => {
    isRunning = true
  })
  worker.on('message', (reply: Reply) => askers.shift()?.resolve(reply))
  worker.on('error', fail)
  worker.on('exit', () => fail(new Error(`The thread ${source} has ended.`)))
  return {
    ask: (order, transfer = []) => {
      const reply = new Promise<Reply>((resolve, reject) => {
        if (end !== undefined) return reject(end)
        askers.push({ resolve, reject })
        worker.postMessage(order, transfer)
      })
      // Whoever asked may have stopped waiting for it.
      reply.catch(() => undefined)
      return reply
    },
    isRunning: () => isRunning,
    stop: async () => void (await worker.terminate()),
  }
}
