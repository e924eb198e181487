// After kill -9 during ticks, imports and compaction, every reported write is stored completely, and nothing needs repair.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openStore } from '../../../src/store/open-store.js'
import { Database } from '../../../src/store/sqlite/driver.js'
import { recordFigure } from '../../ledger/ledger.js'
import { DAY, NOW, readSamples } from '../contract/support.js'
import { startStoreProcess } from '../start-store-process.js'
import { LIVES, lifeSample } from './life-process.js'

const ROUNDS = Number(process.env.CRASH_ROUNDS ?? 4)
let folder = ''
let file = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'headcount-life-'))
  file = join(folder, 'headcount.db')
})
afterAll(() => rm(folder, { recursive: true }))

const reported = new Set<number>()
const corrected = new Set<string>()

function note(line: string): void {
  const [kind, ...numbers] = line.split(' ')
  const [a = 0, from = 0, until = 0] = numbers.map(Number)
  if (kind === 'tick') reported.add(a)
  else for (let minute = from; minute < until; minute++) corrected.add(`${a}/${minute}`)
}

async function checkAll(): Promise<void> {
  const store = await openStore(`file:${file}`, { clock: { now: () => NOW, monotonic: () => NOW } })
  const unreported = new Set<number>()
  for (let id = 1; id <= LIVES; id++) {
    const samples = await readSamples(store, id, 0, 2 * DAY)
    const minutes = new Set(samples.map(({ minute }) => minute))
    expect(minutes.size).toBe(samples.length)
    expect([...reported].filter((minute) => !minutes.has(minute))).toEqual([])
    for (const sample of samples) {
      const isCorrected = sample.favorites !== 2 * id
      if (corrected.has(`${id}/${sample.minute}`)) expect(isCorrected).toBe(true)
      expect(sample).toEqual(lifeSample(id, sample.minute, isCorrected ? 1 : 0))
      if (!reported.has(sample.minute) && !isCorrected) unreported.add(sample.minute)
    }
    const latest = (await store.series.latest([id])).get(id)
    expect(latest?.minute).toBe(samples.at(-1)?.minute)
  }
  // In each round the last tick may be stored without having been reported.
  expect(unreported.size).toBeLessThanOrEqual(ROUNDS)
  store.close()
}

describe('a process killed while it packs', () => {
  it(
    `keeps every sample that it reported, ${ROUNDS} times over`,
    async () => {
      for (let round = 0; round < ROUNDS; round++) {
        const next = Math.max(DAY, ...reported) + 17
        const life = await startStoreProcess(file, `${next}`, 'store/series/life-process.ts')
        life.go()
        await life.firstLine
        await sleep(200 + Math.random() * 900)
        life.kill()
        const { lines, errors } = await life.finished
        expect(errors).toBe('')
        lines.forEach(note)
        const raw = new Database(file)
        expect(raw.pragma('integrity_check', { simple: true })).toBe('ok')
        raw.close()
      }
      await checkAll()
      await recordFigure(
        'kills while compacting',
        `${ROUNDS} kills, ${reported.size} reported ticks of ${LIVES} games, none lost`,
      )
    },
    60_000 + ROUNDS * 8_000,
  )
})
