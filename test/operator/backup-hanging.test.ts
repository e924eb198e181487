// A disk that hangs in the middle of a backup, as a network disk may: the schedule goes on, and nothing is begun beside what hangs.
import { afterEach, beforeEach, expect, it } from 'vitest'
import { HOUR_MS } from '../../src/domain/clock.js'
import type { BackupFolder, FoundCopy, WrittenCopy } from '../../src/domain/ports/backups.js'
import { doctorTexts } from '../../src/messages/error-text.js'
import { createBackups } from '../../src/services/operator/backups.js'
import { checkBackups, createInspectBackups } from '../../src/services/operator/doctor/inspect-backups.js'
import { startApp, type TestApp } from '../support/start-app.js'

const never = new AbortController().signal
const SILENT = { options: { reason: { name: 'backup folder unresponsive' } } }
const CONTENTS = { bytes: 1, samples: 0, accounts: 0, games: 0, secrets: 0, damage: null, hasReadSamples: true }
let app: TestApp

beforeEach(async () => {
  app = await startApp()
})
afterEach(() => app.stop())

interface HangingFolder extends BackupFolder {
  /** Lets what hangs end. */
  release(): void
  hangs: 'write' | 'remove' | 'test' | undefined
  readonly begun: string[]
}

/** A folder whose disk answers reads of names from memory, but does nothing else while it hangs. */
function hangingFolder(): HangingFolder {
  const copies: FoundCopy[] = []
  let waiting: (() => void)[] = []
  const work = async (name: 'write' | 'remove' | 'test'): Promise<void> => {
    folder.begun.push(name)
    if (folder.hangs === name) await new Promise<void>((resolve) => waiting.push(resolve))
  }
  const folder: HangingFolder = {
    hangs: undefined,
    begun: [],
    release: () => {
      for (const end of waiting) end()
      waiting = []
    },
    timeLimitMs: () => 20,
    path: '/backups',
    indexPath: (database) => `/backups/${database}.copies`,
    read: async () => ({ copies, indexes: new Set() }),
    write: async (at, database): Promise<WrittenCopy> => {
      await work('write')
      const copy = { name: `copy-${at}`, at }
      copies.push({ ...copy, database, held: { samples: 0, accounts: 0, games: 0, isDamaged: false } })
      return { ...copy, contents: CONTENTS }
    },
    remove: () => work('remove'),
    testRestore: async () => {
      await work('test')
      return { samples: 0, accounts: 0, games: 0, fileDamage: null, lostWeeks: 0 }
    },
  }
  return folder
}

const backupsOf = (folder: BackupFolder) =>
  createBackups({
    settings: app.store.settings,
    clock: app.clock,
    clockState: () => 'correct',
    backupPlan: { folder, every: HOUR_MS, keep: { hours: 1, days: 1, weeks: 1 } },
  })

it('that hangs after the check ends after a time limit: health says why, and the next one is written [PROCESS-27]', async () => {
  const folder = hangingFolder()
  const backups = backupsOf(folder)
  folder.hangs = 'write'
  await expect(backups.run(never)).rejects.toMatchObject(SILENT)
  const detail = 'The disk of the copies does not answer.'
  expect(await backups.report()).toMatchObject({ state: 'failing', detail })
  expect(await backups.dueIn()).toBe(10 * 60_000)
  app.clock.advance(10)
  expect(await backups.dueIn()).toBe(0)
  // What hangs still may write into the folder, so nothing is begun beside it.
  await expect(backups.run(never)).rejects.toMatchObject(SILENT)
  expect(folder.begun).toEqual(['write'])
  folder.hangs = undefined
  folder.release()
  await new Promise(setImmediate)
  app.clock.advance(10)
  await backups.run(never)
  expect(await backups.report()).toMatchObject({ state: 'current' })
})

it('is not blamed where the process itself was suspended [PROCESS-27]', async () => {
  const whole = hangingFolder()
  const folder: BackupFolder = {
    ...whole,
    write: async (...words) => {
      // As after a suspension, the time limit of 20 ms and the answer of the disk are found together, the limit first.
      const answer = new Promise((resolve) => setTimeout(resolve, 25))
      await new Promise(setImmediate)
      const until = performance.now() + 600
      while (performance.now() < until);
      await answer
      return whole.write(...words)
    },
  }
  const backups = backupsOf(folder)
  await backups.run(never)
  expect(await backups.report()).toMatchObject({ state: 'current' })
})

it('ends what is done on it once the time is over, and where the service stops [PROCESS-27]', async () => {
  const signals: AbortSignal[] = []
  const folder: BackupFolder = {
    ...hangingFolder(),
    write: (_at, _database, signal) => {
      signals.push(signal)
      return new Promise(() => undefined)
    },
  }
  await expect(backupsOf(folder).run(never)).rejects.toMatchObject(SILENT)
  const stopping = new AbortController()
  const running = backupsOf({ ...folder, timeLimitMs: () => 2 ** 30 }).run(stopping.signal)
  await expect.poll(() => signals.length).toBe(2)
  stopping.abort()
  await expect(running).rejects.toMatchObject({ options: { reason: { name: 'backup stopped' } } })
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, true])
})

it('is left alone where the service stops before the copy is begun [PROCESS-27]', async () => {
  const folder = hangingFolder()
  folder.hangs = 'write'
  const backups = backupsOf({ ...folder, timeLimitMs: () => 2 ** 30 })
  const stopped = { options: { reason: { name: 'backup stopped' } } }
  await expect(backups.run(AbortSignal.abort())).rejects.toMatchObject(stopped)
  expect(folder.begun).toEqual([])
  expect(await backups.report()).toMatchObject({ state: 'waiting' })
})

it('that hangs while a copy is restored as a test says nothing of the copy, and the test is repeated soon [PROCESS-29]', async () => {
  const folder = hangingFolder()
  const backups = backupsOf(folder)
  const { copy } = await backups.run(never)
  folder.hangs = 'test'
  await expect(backups.testRestore(never)).rejects.toMatchObject(SILENT)
  expect(await backups.report()).toMatchObject({
    state: 'failing',
    detail: 'The disk of the copies does not answer.',
    heldCopyAt: copy.at,
  })
  const inspectBackups = createInspectBackups({
    folderName: folder.path,
    folder,
    every: HOUR_MS,
    folderProblem: async () => undefined,
    isOnDatabaseDisk: async () => false,
    report: backups.report,
  })
  const finding = checkBackups(await inspectBackups('readable'), app.clock)
  expect(doctorTexts.finding(finding).found).toBe(
    `The copy ${copy.name} in /backups could not be restored as a test 0 min ago, because the disk did not answer.`,
  )
  folder.hangs = undefined
  folder.release()
  await new Promise(setImmediate)
  expect(await backups.isRestoreTestDue()).toBe(false)
  app.clock.advance(10)
  expect(await backups.isRestoreTestDue()).toBe(true)
  await backups.testRestore(never)
  expect(await backups.report()).toMatchObject({ state: 'current', restoreTest: { passed: true } })
})

it('that hangs while old copies are removed, or while one is restored, keeps the schedule going too [PROCESS-28] [PROCESS-29]', async () => {
  const folder = hangingFolder()
  const backups = backupsOf(folder)
  for (let copies = 0; copies < 3; copies++) {
    await backups.run(never)
    app.clock.advance(60)
  }
  folder.hangs = 'remove'
  expect(await backups.run(never)).toMatchObject({ keptAll: 'failure' })
  expect(await backups.report()).toMatchObject({ state: 'current' })
  folder.release()
  folder.hangs = 'test'
  await new Promise(setImmediate)
  await expect(backups.testRestore(never)).rejects.toMatchObject(SILENT)
  expect(await backups.report()).toMatchObject({ state: 'failing' })
})
