// What the log says at the start of a database file without data, and of a folder that takes no backup.
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openBench } from '../support/cli/run-cli.js'
import { startService } from '../support/start-service.js'

it('the start says that the file of the database was empty, and that BACKUP_DIR is missing [PROCESS-27]', async () => {
  const bench = await openBench()
  const file = await bench.file('empty.db', '')
  const missing = join(bench.folder, 'nowhere')
  const { output } = await startService(bench, { DATABASE_URL: `file:${file}`, BACKUP_DIR: missing })
  await expect.poll(output).toContain(`BACKUP_DIR: ${missing} is missing. Create it, or mount its disk`)
  expect(output()).toContain('The file of the database was empty, so Headcount began with no data.')
})

it('the start says that BACKUP_DIR is a file, and nothing of a database that has data [PROCESS-27]', async () => {
  const bench = await openBench()
  await bench.account('Studio', 'enterprise', 1)
  await bench.leave()
  const BACKUP_DIR = await bench.file('copies', '')
  const { output } = await startService(bench, { BACKUP_DIR })
  await expect.poll(output).toContain(`BACKUP_DIR: ${BACKUP_DIR} is no folder.`)
  expect(output()).not.toContain('was empty')
})
