// Renders charts and lists as PNG pictures on another thread, two at a time, with a bounded queue.
import { Worker } from 'node:worker_threads'
import { rejection } from '../domain/error.js'
import { compiled } from '../project-root.js'
import type { ChartInput } from './chart-input.js'
import type { DrawOrder, DrawReply, PictureInput } from './draw-worker.js'
import { reducedLines } from './reduction/hand-over.js'

export interface PngPainter {
  /** Throws UNAVAILABLE if the queue is full or drawing takes too long. */
  paint(input: PictureInput): Promise<Buffer>
  /**
   * Starts the thread and draws once, so that the first reader does not wait for it. Returns which fonts were added and
   * rejected.
   */
  warmUp(): Promise<{ readonly added: readonly string[]; readonly rejected: readonly string[] }>
  close(): Promise<void>
}

export interface PainterOptions {
  /** The operator's own fonts, for scripts that the shipped ones lack. */
  readonly fontFolder?: string | undefined
  readonly maxWaiting?: number
  readonly timeoutMs?: number
}

/** One is drawn while another is compressed; more would only use more memory. */
const CONCURRENCY = 2
const MAX_WAITING_PICTURES = 30
const RENDER_TIMEOUT_MS = 10_000

const THREAD = compiled('charts/draw-worker.ts')

export function openPngPainter({
  fontFolder,
  maxWaiting = MAX_WAITING_PICTURES,
  timeoutMs = RENDER_TIMEOUT_MS,
}: PainterOptions = {}): PngPainter {
  let thread: RenderThread | undefined
  const schedule = createQueue(CONCURRENCY, maxWaiting)
  const runningThread = (): RenderThread => {
    if (!thread?.isAlive()) thread = startThread(fontFolder, timeoutMs)
    return thread
  }
  const paint = (input: PictureInput) => schedule(() => runningThread().draw(input))
  return {
    paint,
    warmUp: async () => {
      const { fonts } = runningThread()
      for (let n = 0; n < WARM_UP_COUNT; n++) await paint(WARM_UP_CHART)
      return fonts
    },
    close: async () => thread?.stop(),
  }
}

const WARM_UP_COUNT = 5
const WARM_UP_CHART: ChartInput = {
  title: 'Headcount 🎮',
  metric: 'ccu',
  texts: { metric: 'Players', unit: 'players', noData: 'No data' },
  timeZone: 'UTC',
  locale: 'en-GB',
  from: 0,
  until: 2_000,
  series: [
    {
      name: '',
      minutes: Int32Array.from({ length: 2_000 }, (_, n) => n),
      values: new Float64Array(2_000),
      interval: 1,
    },
  ],
  markers: [{ at: 1_000, label: 'Update' }],
  theme: 'dark',
}

/** Runs up to `concurrency` tasks at once; the others wait first in, first out. */
function createQueue(concurrency: number, maxWaiting: number) {
  const waiting: (() => void)[] = []
  let running = 0
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running < concurrency) running++
    else if (waiting.length < maxWaiting) await new Promise<void>((resolve) => waiting.push(resolve))
    else throw rejection('UNAVAILABLE', { name: 'too many charts', facts: {} })
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}

interface RenderThread {
  readonly fonts: Promise<{ readonly added: readonly string[]; readonly rejected: readonly string[] }>
  isAlive(): boolean
  draw(input: PictureInput): Promise<Buffer>
  stop(): Promise<void>
}

function startThread(fontFolder: string | undefined, timeoutMs: number): RenderThread {
  const worker = new Worker(THREAD, { workerData: { fontFolder } })
  // The thread alone does not keep the process alive; a chart that is awaited does.
  worker.unref()
  const pending = new Map<number, (reply: Buffer | Error) => void>()
  let isRunning = true
  let lastId = 0
  const rejectAll = (problem: Error) => {
    isRunning = false
    for (const finish of pending.values()) finish(problem)
  }
  const fonts = new Promise<{ added: readonly string[]; rejected: readonly string[] }>((resolve, reject) => {
    worker.on('message', (reply: DrawReply) => {
      if ('fonts' in reply) resolve(reply.fonts)
      else pending.get(reply.id)?.('png' in reply ? Buffer.from(reply.png) : asError(reply.problem))
    })
    worker.on('error', (problem) => {
      rejectAll(asError(problem))
      reject(asError(problem))
    })
    worker.on('exit', () => rejectAll(rejection('UNAVAILABLE', { name: 'chart failed', facts: {} })))
  })
  fonts.catch(() => {})
  const stop = async () => {
    isRunning = false
    await worker.terminate()
  }
  return {
    fonts,
    stop,
    isAlive: () => isRunning,
    draw: (input) =>
      new Promise((resolve, reject) => {
        const id = ++lastId
        const timer = setTimeout(() => void stop(), timeoutMs)
        pending.set(id, (reply) => {
          clearTimeout(timer)
          pending.delete(id)
          if (reply instanceof Error) reject(reply)
          else resolve(reply)
        })
        worker.postMessage({ id, input: 'kind' in input ? input : reducedLines(input) } satisfies DrawOrder)
      }),
  }
}

const asError = (problem: unknown): Error => (problem instanceof Error ? problem : new Error(String(problem)))
