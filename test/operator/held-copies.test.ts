// Which copies count as backups in the metrics: those that the folder holds.
import { mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { Database } from '../../src/store/sqlite/driver.js'
import { startApp } from '../support/start-app.js'

const never = new AbortController().signal

it('a scheduled backup counts in the metrics while it lies in the folder and passed its restore test [PROCESS-57]', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'headcount-held-'))
  const app = await startApp({ environment: { BACKUP_DIR: folder, BACKUP_EVERY: '1h' } })
  try {
    const { backups, measureProcess } = app.services
    const inMetrics = async () => (await measureProcess.state()).lastBackupAt
    expect(await inMetrics()).toBeUndefined()
    const account = await app.services.accounts.create({ name: 'Studio', plan: 'enterprise' })
    await app.services.games.add(account, { universeId: app.simulator.world.games[0]?.universeId ?? 0 })
    await app.ticks(3)
    const { at: older } = (await backups.run(never)).copy
    app.clock.advance(60)
    const { at: newer, name } = (await backups.run(never)).copy
    expect(await inMetrics()).toBe(newer)
    const raw = new Database(join(folder, name))
    raw.exec('DELETE FROM tick_samples; DELETE FROM sample')
    raw.close()
    await backups.testRestore(never)
    expect(await inMetrics()).toBe(older)
    await rm(join(folder, name))
    expect(await inMetrics()).toBe(older)
    await rename(folder, `${folder}-away`)
    expect(await inMetrics()).toBeUndefined()
    await rename(`${folder}-away`, folder)
    for (const file of await readdir(folder)) await rm(join(folder, file))
    expect(await inMetrics()).toBeUndefined()
  } finally {
    await app.stop()
    await rm(folder, { recursive: true, force: true })
  }
})
