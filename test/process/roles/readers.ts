// Readers of the API who ask all the time, and note every answer that they should not have got.
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { request } from 'undici'
import { rounds } from '../../support/test-run.js'
import type { RoleProcess } from './scene.js'

/** What somebody waits at most for an answer, whatever happens to the database. `npm test` runs on machines with other work. */
const ANSWER_LIMIT_MS = rounds({ short: 6_000, long: 2_000 })
const PAUSE_MS = 600

export interface Readers {
  /** Resolves with what was wrong, and with how many answers of each status there were. */
  stop(): Promise<{ readonly faults: readonly string[]; readonly answers: Readonly<Record<string, number>> }>
}

export interface ReaderOptions {
  readonly processes: readonly RoleProcess[]
  readonly paths: readonly string[]
  readonly key: string
  /** What happens now, for the report of a fault. */
  readonly during: () => string
}

export function startReaders({ processes, paths, key, during }: ReaderOptions): Readers {
  const faults: string[] = []
  const answers: Record<string, number> = {}
  let isStopped = false

  const ask = async (reader: RoleProcess, path: string): Promise<void> => {
    const url = reader.url()
    if (url === undefined) return
    const [began, before] = [performance.now(), waitedForProcessor(reader)]
    const note = (what: string): void => void faults.push(`${path}: ${what} (${during()})`)
    try {
      const { statusCode, headers, body } = await request(url + path, { headers: { 'x-api-key': key } })
      const text = await body.text()
      const ms = Math.round(performance.now() - began - (waitedForProcessor(reader) - before))
      answers[statusCode] = (answers[statusCode] ?? 0) + 1
      const isGood = statusCode === 200 || (statusCode === 503 && headers['retry-after'] !== undefined)
      if (!isGood) note(`${statusCode} ${text.slice(0, 200)}`)
      if (ms > ANSWER_LIMIT_MS) note(`${statusCode} after ${ms} ms`)
    } catch (error) {
      // A process that was ended answers nothing any more.
      if (reader.url() === url && reader.isRunning()) note(String(error))
    }
  }

  const reading = processes.flatMap((process) =>
    paths.map(async (path) => {
      while (!isStopped) {
        await ask(process, path)
        await sleep(PAUSE_MS)
      }
    }),
  )
  return {
    stop: async () => {
      isStopped = true
      await Promise.all(reading)
      return { faults, answers }
    },
  }
}

/**
 * How long, in milliseconds, it and this process were ready to run while others had the processors: that says nothing about
 * the program. Only Linux counts it.
 */
const waitedForProcessor = ({ pid }: RoleProcess): number =>
  [pid(), process.pid].reduce<number>((sum, id) => sum + (id === undefined ? 0 : waitedOf(id)), 0)

function waitedOf(id: number): number {
  try {
    return Number(readFileSync(`/proc/${id}/schedstat`, 'utf8').split(' ')[1]) / 1e6
  } catch {
    return 0
  }
}
