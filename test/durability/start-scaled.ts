// Starts scaled-process.ts, and counts in the end what its databases hold.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { expect, onTestFinished } from 'vitest'
import type { Minute } from '../../src/domain/clock.js'
import { countMinutes } from '../../src/drill/count-minutes.js'
import { openStore } from '../../src/store/open-store.js'
import { Database } from '../../src/store/sqlite/driver.js'
import { program } from '../support/cli/programs.js'
import { NOON } from '../support/start-app.js'

export const GAMES = 8
/** Far enough behind the clock of those who read the database. */
const AT_READING = { now: () => NOON, monotonic: () => NOON }

/** In `npm test` a few, in `npm run test:long` hundreds. */
export const ROUNDS = Number(process.env.DURABILITY_ROUNDS ?? 4)

export interface ScaledProcess {
  readonly child: ChildProcess
  /** All minutes that it printed. */
  readonly printed: readonly Minute[]
  /**
   * Those of them that have samples. Where a request takes a tenth of a second, which is two minutes of this clock, the
   * clock counts as wrong, and the tick is a gap.
   */
  readonly reported: readonly Minute[]
  /** Resolves with true at the next stored tick, or with false when the process has ended. */
  ticked(): Promise<boolean>
  /** What it wrote to standard error until it ended. */
  readonly ended: Promise<string>
}

export interface ScaledOptions {
  readonly firstMinute: Minute
  readonly uid?: number | undefined
}

export function startScaled(file: string, { firstMinute, uid }: ScaledOptions): ScaledProcess {
  const args = [program('durability/scaled-process.ts'), file, `${firstMinute}`, `${GAMES}`]
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(uid === undefined ? {} : { uid, gid: uid }),
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const printed: Minute[] = []
  const reported: Minute[] = []
  const lines = createInterface({ input: child.stdout })
  lines.on('line', (line) => {
    const [minute = 0, sampled = 0] = line.split(' ').map(Number)
    printed.push(minute)
    if (sampled === GAMES) reported.push(minute)
  })
  let errors = ''
  child.stderr.on('data', (data: Buffer) => (errors += data.toString()))
  const closed = once(child, 'close')
  return {
    child,
    printed,
    reported,
    ticked: () => Promise.race([once(lines, 'line').then(() => true), closed.then(() => false)]),
    ended: closed.then(() => errors),
  }
}

/**
 * Expects that the file is sound, that each reported tick is stored whole,
 * and that what was due since the first is what is stored and what is in gaps, to the unit. `reported` are the minutes that
 * processes reported as stored with all samples.
 */
export async function expectAccount(file: string, reported: ReadonlySet<Minute>) {
  // Too many for the arguments of one call.
  let from = Number.POSITIVE_INFINITY
  for (const minute of reported) from = Math.min(from, minute)
  const raw = new Database(file)
  expect(raw.pragma('integrity_check', { simple: true })).toBe('ok')
  raw.close()
  const store = await openStore(`file:${file}`, { clock: AT_READING })
  try {
    const until = ((await store.series.cursor())?.minute ?? 0) + 1
    const minutes = await countMinutes(store, { from, until })
    const sums = { due: 0, stored: 0, missing: 0 }
    for (const { minute, due, stored, gaps } of minutes) {
      const missing = gaps.reduce((sum, [, count]) => sum + count, 0)
      expect([minute, due]).toEqual([minute, stored + missing])
      if (reported.has(minute)) expect([minute, stored]).toEqual([minute, GAMES])
      sums.due += due
      sums.stored += stored
      sums.missing += missing
    }
    expect(sums.due).toBe((until - from) * GAMES)
    return sums
  } finally {
    store.close()
  }
}
