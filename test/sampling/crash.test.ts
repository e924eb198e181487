// After kill -9 at any moment, at most the running tick is lost, and nothing needs repair.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { minuteOf } from '../../src/domain/clock.js'
import { createWorld } from '../../src/simulator/world/world.js'
import { openStore } from '../../src/store/open-store.js'
import { Database } from '../../src/store/sqlite/driver.js'
import { recordFigure } from '../ledger/ledger.js'
import { program } from '../support/cli/programs.js'
import { NOON } from '../support/start-app.js'
import { gapsOf, samplesOf } from './series.js'

const ROUNDS = Number(process.env.CRASH_ROUNDS ?? 4)
const GAMES = 60
const PAUSE = 3
const world = createWorld({ seed: 3, games: GAMES })

let folder: string
let file: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'headcount-crash-'))
  file = join(folder, 'headcount.db')
})
afterAll(() => rm(folder, { recursive: true, force: true }))

function startTicking(firstMinute: number): { child: ChildProcess; reported: number[] } {
  const child = spawn(
    process.execPath,
    [program('support/tick-process.ts'), `file:${file}`, `${firstMinute}`, `${GAMES}`],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  const reported: number[] = []
  child.stdout?.on('data', (data: Buffer) => {
    for (const line of data.toString().trim().split('\n')) reported.push(Number(line.split(' ')[0]))
  })
  return { child, reported: reported }
}

async function killSomewhere(child: ChildProcess): Promise<void> {
  if (!child.stdout) throw new Error('The child has no output.')
  await once(child.stdout, 'data')
  await sleep(Math.random() * 120)
  child.kill('SIGKILL')
  await once(child, 'exit')
}

function isSound(): unknown {
  const database = new Database(file, { readonly: true })
  const answer = database.pragma('integrity_check', { simple: true })
  database.close()
  return answer
}

describe('a process killed in mid-tick', () => {
  it(
    `keeps every tick that it reported, whole, ${ROUNDS} times over`,
    async () => {
      let next = minuteOf(NOON)
      const reported = new Set<number>()
      for (let round = 0; round < ROUNDS; round++) {
        const run = startTicking(next)
        await killSomewhere(run.child)
        for (const minute of run.reported) reported.add(minute)
        expect(isSound()).toBe('ok')
        next = Math.max(...run.reported) + PAUSE
      }
      const store = await openStore(`file:${file}`, { clock: { now: () => NOON, monotonic: () => NOON } })
      for (const { universeId } of world.games) {
        const samples = await samplesOf({ store }, universeId)
        const minutes = samples.map((sample) => sample.minute)
        const gaps = (await gapsOf({ store }, universeId)).flatMap((gap) =>
          Array.from({ length: gap.until - gap.from }, (_, index) => gap.from + index),
        )
        expect(minutes.filter((minute) => reported.has(minute))).toHaveLength(reported.size)
        expect(new Set([...minutes, ...gaps]).size).toBe(minutes.length + gaps.length)
        expect(minutes.length + gaps.length).toBe((minutes.at(-1) ?? 0) - (minutes[0] ?? 0) + 1)
        for (const { minute, ccu, visits } of samples) {
          const { ccu: trueCcu, visits: trueVisits } = world.statsAt(universeId, minute)
          expect([ccu, visits]).toEqual([trueCcu, trueVisits])
        }
      }
      store.close()
      await recordFigure(
        'kills while ticking',
        `${ROUNDS} kills, ${reported.size} reported ticks of ${GAMES} games, none lost`,
      )
    },
    60_000 + ROUNDS * 5_000,
  )
})
