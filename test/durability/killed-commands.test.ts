// Commands that are killed at any moment, while they back up, restore or import: what was there stays whole, and repeating
// the command completes it.
import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { DAY_MINUTES, isoOfMs, MINUTE_MS, type Minute, minuteOf } from '../../src/domain/clock.js'
import { Database } from '../../src/store/sqlite/driver.js'
import { recordFigure } from '../ledger/ledger.js'
import { type CliTestBench, openBench } from '../support/cli/run-cli.js'
import { NOON } from '../support/start-app.js'
import { expectAccount, ROUNDS, startScaled } from './start-scaled.js'

const TIMEOUT_MS = 60_000 + ROUNDS * 20_000
const FILLER_ROWS = 8_000
const SAMPLES = 20_000
const FIRST = Date.UTC(2026, 0, 1)
const TICKS = 20
/** So many ticks, a pause that is a gap, and so many again. */
const TICK_PARTS = 2

const databaseOf = (bench: CliTestBench): string => join(bench.folder, 'headcount.db')

interface LargeDatabase {
  readonly bench: CliTestBench
  /** The minutes whose samples are in it, whole. */
  readonly reported: ReadonlySet<Minute>
}

/** Ticks of a service that was killed and started again, so that there are samples and gaps. */
async function tick(file: string): Promise<ReadonlySet<Minute>> {
  const reported = new Set<Minute>()
  let firstMinute = minuteOf(NOON) - DAY_MINUTES
  for (let part = 0; part < TICK_PARTS; part++) {
    const service = startScaled(file, { firstMinute })
    while (service.reported.length < TICKS) expect(await service.ticked()).toBe(true)
    service.child.kill('SIGKILL')
    await service.ended
    for (const minute of service.reported) reported.add(minute)
    firstMinute = Math.max(...service.printed) + TICKS
  }
  return reported
}

const accountText = ({ due, stored, missing }: Awaited<ReturnType<typeof expectAccount>>): string =>
  `${due} samples due, ${stored} stored, ${missing} in gaps`

/** A database of about 8 MB, so that copying it takes a while. */
async function openLarge(): Promise<LargeDatabase> {
  const bench = await openBench()
  const reported = await tick(databaseOf(bench))
  await bench.account('Before', 'enterprise', 2)
  await bench.leave()
  const raw = new Database(databaseOf(bench))
  const insert = raw.prepare("INSERT INTO setting (key, value) VALUES ('filler.' || ?, hex(randomblob(512)))")
  raw.transaction(() => {
    for (let row = 0; row < FILLER_ROWS; row++) insert.run(row)
  })()
  raw.close()
  return { bench, reported }
}

/** Runs the command undisturbed for its time, and then kills it at a random moment, once a round. */
async function killRounds(bench: CliTestBench, args: readonly string[], afterKill: () => unknown): Promise<void> {
  const began = performance.now()
  expect(await bench.start(args).ended).toMatchObject({ code: 0 })
  const duration = performance.now() - began
  for (let round = 0; round < ROUNDS; round++) {
    const running = bench.start(args)
    await sleep(Math.random() * duration)
    running.process.kill('SIGKILL')
    await running.ended
    await afterKill()
  }
}

function lookInto<T>(file: string, sql: string): T[] {
  const raw = new Database(file, { fileMustExist: true })
  try {
    expect(raw.pragma('integrity_check', { simple: true })).toBe('ok')
    return raw.prepare<[], T>(sql).pluck().all()
  } finally {
    raw.close()
  }
}

const RESTORED = ['Studio', 'Before']
const NAMES = 'SELECT name FROM account ORDER BY id'
const FILLERS = "SELECT count(*) FROM setting WHERE key LIKE 'filler.%'"

test(`a backup that is killed leaves no half copy under its name, ${ROUNDS} times over`, {
  timeout: TIMEOUT_MS,
}, async () => {
  const { bench, reported } = await openLarge()
  let copies = 0
  let name = 'copy-0.db'
  const args = ['backup', name]
  await killRounds(bench, args, () => {
    const copy = join(bench.folder, name)
    if (existsSync(copy)) {
      expect(lookInto(copy, FILLERS)).toEqual([FILLER_ROWS])
      copies++
      name = `copy-${copies}.db`
      args[1] = name
    }
    expect(lookInto(databaseOf(bench), FILLERS)).toEqual([FILLER_ROWS])
  })
  expect(await bench.run('backup', 'whole.db')).toMatchObject({ code: 0 })
  expect(lookInto(join(bench.folder, 'whole.db'), NAMES)).toEqual(RESTORED)
  expect((await readdir(bench.folder)).filter((found) => found.includes('partial'))).toEqual([])
  const accounts = new Set<string>()
  for (const copy of (await readdir(bench.folder)).filter((found) => found.endsWith('.db')))
    accounts.add(accountText(await expectAccount(join(bench.folder, copy), reported)))
  expect(accounts.size).toBe(1)
  await recordFigure('kills while backing up', `${ROUNDS} kills, no half copy; in each copy ${[...accounts].join()}`)
})

test(`a restore that is killed leaves the old database or the restored one, whole, ${ROUNDS} times over`, {
  timeout: TIMEOUT_MS,
}, async () => {
  const { bench, reported } = await openLarge()
  expect(await bench.run('backup', 'copy.db')).toMatchObject({ code: 0 })
  const states = new Set<string>()
  const accounts = new Set<string>()
  const addAfter = async (): Promise<void> => {
    expect(await bench.run('account', 'create', '--name', 'After', '--plan', 'free')).toMatchObject({ code: 0 })
  }
  await addAfter()
  await killRounds(bench, ['restore', 'copy.db'], async () => {
    const names = lookInto<string>(databaseOf(bench), NAMES)
    expect([RESTORED, [...RESTORED, 'After']]).toContainEqual(names)
    expect(lookInto(databaseOf(bench), FILLERS)).toEqual([FILLER_ROWS])
    accounts.add(accountText(await expectAccount(databaseOf(bench), reported)))
    states.add(names.join())
    if (names.length === RESTORED.length) await addAfter()
  })
  expect(await bench.run('restore', 'copy.db')).toMatchObject({ code: 0 })
  expect(lookInto(databaseOf(bench), NAMES)).toEqual(RESTORED)
  expect(accounts.size).toBe(1)
  expect((await readdir(bench.folder)).filter((name) => name.includes('.restoring'))).toEqual([])
  await recordFigure(
    'kills while restoring',
    `${ROUNDS} kills, ${states.size} states, each whole: ${[...accounts].join()}`,
  )
})

const countShape = z.object({ imported: z.int(), corrected: z.int(), unchanged: z.int() })

test(`an import that is killed leaves old and new samples, never others, and repeating it completes it, ${ROUNDS} times over`, {
  timeout: TIMEOUT_MS,
}, async () => {
  const { bench, reported } = await openLarge()
  const id = bench.universe(0)
  const playersAt = (index: number, version: number): number => 1 + ((index * 7 + version) % 9_973)
  const writeFile = (version: number): Promise<string> => {
    const lines = Array.from(
      { length: SAMPLES },
      (_, index) => `${isoOfMs(FIRST + index * 5 * MINUTE_MS)},${id},${playersAt(index, version)},${index},1,,,`,
    )
    return bench.file(
      'history.csv',
      ['timestamp,universe_id,CCU,visits,favorites,likes,dislikes,revenue', ...lines].join('\n'),
    )
  }
  let version = 0
  await writeFile(version)
  await killRounds(bench, ['samples', 'import', 'history.csv'], async () => {
    const { store } = await bench.beside()
    let row = 0
    const wrong: number[] = []
    for await (const { minutes, columns } of store.series.blocks(id, 0, 2 ** 31 - 1))
      for (const [at, minute] of minutes.entries()) {
        const possible = [playersAt(row, version), playersAt(row, version - 1)]
        if (minute !== FIRST / MINUTE_MS + row * 5 || !possible.includes(columns.ccu[at] ?? Number.NaN))
          wrong.push(minute)
        row++
      }
    expect(wrong).toEqual([])
    expect(row).toBe(SAMPLES)
    await bench.leave()
    const { imported, corrected, unchanged } = await bench.json(countShape, 'samples', 'import', 'history.csv')
    expect([imported, corrected + unchanged]).toEqual([0, SAMPLES])
    expect(await bench.json(countShape, 'samples', 'import', 'history.csv')).toMatchObject({ unchanged: SAMPLES })
    version++
    await writeFile(version)
  })
  await bench.leave()
  const account = accountText(await expectAccount(databaseOf(bench), reported))
  await recordFigure(
    'kills while importing',
    `${ROUNDS} kills of an import of ${SAMPLES} samples, each completed by repeating it; of the ticks ${account}`,
  )
})
