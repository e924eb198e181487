// What all benches share: a throw-away folder, processes of their own, and figures to show.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** One line of the table. */
export interface Figure {
  readonly what: string
  readonly result: string
}

export interface BenchOptions {
  /** Shorter, for a look: figures of less worth. */
  readonly quick: boolean
}

export type Bench = (options: BenchOptions) => Promise<Figure[]>

/** `inMemory`: where writing the past would cost minutes of waiting for the disk, and reading is what is measured. */
export async function inFolder<T>(run: (folder: string) => Promise<T>, { inMemory = false } = {}): Promise<T> {
  const parent = inMemory && existsSync('/dev/shm') ? '/dev/shm' : tmpdir()
  const folder = await mkdtemp(join(parent, 'headcount-bench-'))
  try {
    return await run(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

export interface Helper {
  /** What it says first, when it is ready. */
  readonly ready: unknown
  ask(question: unknown): Promise<unknown>
  stop(): Promise<void>
}

/** A script of this folder as a process of its own, so that its memory is its own. */
export async function startHelper(script: string, ...words: readonly string[]): Promise<Helper> {
  const execArgv = ['--expose-gc', '--import', 'tsx']
  const child = fork(join(import.meta.dirname, script), [...words], {
    execArgv,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const ready = await next(child)
  return {
    ready,
    ask: async (question) => {
      const answer = next(child)
      child.send(question as object)
      return answer
    },
    stop: async () => {
      child.kill()
      await once(child, 'exit')
    },
  }
}

const next = (child: ChildProcess): Promise<unknown> =>
  new Promise((resolve, reject) => {
    const fail = (): void => reject(new Error('A process of the bench ended before its time.'))
    child.once('exit', fail)
    child.once('message', (message) => {
      child.off('exit', fail)
      resolve(message)
    })
  })

export const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

/** Milliseconds of each run, as `p50 1.2 ms, p99 3.4 ms`. */
export async function timed(times: number, run: () => Promise<unknown>): Promise<string> {
  await run()
  const taken: number[] = []
  for (let time = 0; time < times; time++) {
    const started = performance.now()
    await run()
    taken.push(performance.now() - started)
  }
  taken.sort((a, b) => a - b)
  const at = (part: number): string =>
    (taken[Math.min(taken.length - 1, Math.floor(taken.length * part))] ?? 0).toFixed(1)
  return `p50 ${at(0.5)} ms, p99 ${at(0.99)} ms`
}

export const mb = (bytes: number): string => `${(bytes / 1_048_576).toFixed(0)} MB`
