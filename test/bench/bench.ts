// What all benches share: options, a throw-away folder, and processes of their own.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Report } from './report.js'

export interface BenchmarkOptions {
  /** Shorter, for a look: figures of less worth. */
  readonly quick: boolean
  /** Numbers of universes. */
  readonly sizes: readonly number[]
}

export type Benchmark = (report: Report, options: BenchmarkOptions) => Promise<void>

/** `inMemory`: where writing would cost minutes of waiting for the disk, and something else is what is measured. */
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

/** A bench that is killed must not leave a service and its clients behind, which would be in the way of the next measurement. */
const END_WITH_PARENT = 'data:text/javascript,process.once("disconnect",()=>process.exit(1))'

/** A script below this folder as a process of its own, so that its time and its memory are its own. */
export async function startHelper(script: string, ...args: readonly string[]): Promise<Helper> {
  const execArgv = ['--expose-gc', '--import', 'tsx', '--import', END_WITH_PARENT]
  const child = fork(join(import.meta.dirname, script), [...args], {
    execArgv,
    // As `npm start`, the container and the unit of systemd set it.
    env: { ...process.env, MALLOC_ARENA_MAX: '2' },
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

export const count = (number: number): string => number.toLocaleString('en')
export const MIB = 2 ** 20
