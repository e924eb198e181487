// Processes whose clocks are set back, ahead and while they compact and thin out, and of which some are killed meanwhile.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, onTestFinished, test } from 'vitest'
import { DAY_MINUTES, type Minute, minuteOf } from '../../src/domain/clock.js'
import { recordFigure } from '../ledger/ledger.js'
import { program } from '../support/cli/programs.js'
import { NOON } from '../support/start-app.js'
import { expectAccount, GAMES } from './start-scaled.js'

const ROUNDS = Number(process.env.CLOCK_ROUNDS ?? 6)
const FIRST_SEED = Number(process.env.TEST_SEED ?? 1)
const TIMEOUT_MS = 60_000 + ROUNDS * 20_000
const KILLED_SHARE = 0.3
/** About as many as a process ticks. */
const MAX_TICKS = 24

interface ClockRound {
  readonly reported: readonly Minute[]
  /** The last true minute of which it ticked. */
  readonly last: Minute
}

/** `killAfter`: the ticks after which it is killed, in the middle of something. */
async function runProcess(file: string, first: Minute, seed: number, killAfter?: number): Promise<ClockRound> {
  const args = [program('durability/clock-process.ts'), file, `${first}`, `${GAMES}`, `${seed}`]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  const reported: Minute[] = []
  let [last, ticks] = [first, 0]
  createInterface({ input: child.stdout }).on('line', (line) => {
    const [what, minute = '0'] = line.split(' ')
    if (what === 'stored') reported.push(Number(minute))
    if (what !== 'at') return
    last = Number(minute)
    if (++ticks === killAfter) setTimeout(() => child.kill('SIGKILL'), Math.random() * 10)
  })
  const [code, signal] = await once(child, 'close')
  expect([seed, signal ?? code]).toEqual([seed, killAfter === undefined ? 0 : expect.anything()])
  return { reported, last }
}

test(`a clock that is set at any moment makes up no sample and loses none, ${ROUNDS} times over`, {
  timeout: TIMEOUT_MS,
}, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'headcount-clocks-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const file = join(folder, 'headcount.db')
  const reported = new Set<Minute>()
  let minute = minuteOf(NOON) - 60 * DAY_MINUTES
  let kills = 0
  for (let round = 0; round <= ROUNDS; round++) {
    const isKilled = round < ROUNDS && Math.random() < KILLED_SHARE
    if (isKilled) kills++
    const killAfter = isKilled ? 1 + Math.floor(Math.random() * MAX_TICKS) : undefined
    const { reported: found, last } = await runProcess(file, minute, FIRST_SEED + round, killAfter)
    for (const one of found) reported.add(one)
    minute = last + 1 + Math.floor(Math.random() * 5)
  }
  const { due, stored, missing } = await expectAccount(file, reported)
  expect(stored).toBe(reported.size * GAMES)
  await recordFigure(
    'clocks',
    `${ROUNDS} times, ${kills} of them killed: ${due} samples due, ${stored} stored, ${missing} in gaps`,
  )
})
