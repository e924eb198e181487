// What scheduled backups report before their first copy, and where the database takes no note or gives none.
import { afterEach, beforeEach, expect, it } from 'vitest'
import { HOUR_MS } from '../../src/domain/clock.js'
import type { BackupFolder, FoundCopy } from '../../src/domain/ports/backups.js'
import type { SettingStore } from '../../src/domain/ports/store.js'
import { createBackups } from '../../src/services/operator/backups.js'
import { startApp, type TestApp } from '../support/start-app.js'

const never = new AbortController().signal
const CONTENTS = { bytes: 1, samples: 5, accounts: 1, games: 1, secrets: 0, damage: null, hasReadSamples: true }
let app: TestApp

beforeEach(async () => {
  app = await startApp()
})
afterEach(() => app.stop())

/** A folder whose disk holds everything in memory; `read` may be replaced. */
function memoryFolder(): BackupFolder {
  const copies: FoundCopy[] = []
  return {
    timeLimitMs: () => 1_000,
    path: '/backups',
    indexPath: (database) => `/backups/${database}.copies`,
    read: async () => ({ copies: [...copies], indexes: new Set() }),
    write: async (at, database) => {
      const copy = { name: `copy-${at}`, at }
      copies.push({ ...copy, database, held: { samples: 5, accounts: 1, games: 1, isDamaged: false } })
      return { ...copy, contents: CONTENTS }
    },
    remove: async () => undefined,
    testRestore: async () => ({ samples: 5, accounts: 1, games: 1, fileDamage: null, lostWeeks: 0 }),
  }
}

/** As a process that starts. */
const start = (folder: BackupFolder, settings: SettingStore = app.store.settings) =>
  createBackups({
    settings,
    clock: app.clock,
    clockState: () => 'correct',
    backupPlan: { folder, every: HOUR_MS, keep: { hours: 1, days: 1, weeks: 1 } },
  })

it('a schedule without a copy waits since it began, and is late in the end [PROCESS-28]', async () => {
  const backups = start(memoryFolder())
  const since = new Date(app.clock.now()).toISOString()
  app.clock.advance(30)
  expect(await backups.report()).toMatchObject({ state: 'waiting', since })
  app.clock.advance(151)
  expect(await backups.report()).toMatchObject({ state: 'late' })
})

it('a copy counts although what is in its folder cannot be found out afterwards [PROCESS-28]', async () => {
  let isUnreadable = false
  const settings: SettingStore = {
    get: async (key) => {
      if (isUnreadable) throw new Error('disk I/O error')
      return app.store.settings.get(key)
    },
    set: async (key, value) => {
      await app.store.settings.set(key, value)
      isUnreadable = key === 'backup.state'
    },
  }
  const backups = start(memoryFolder(), settings)
  expect(await backups.run(never)).toMatchObject({
    removed: 0,
    keptAll: 'failure',
    cause: { message: 'disk I/O error' },
  })
  isUnreadable = false
  expect(await backups.report()).toMatchObject({ state: 'current' })
})
