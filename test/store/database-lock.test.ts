import { symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { systemClock } from '../../src/domain/clock.js'
import { openStore } from '../../src/store/open-store.js'
import { openAccount, openBench } from '../support/cli/run-cli.js'
import { rejectionOf } from '../support/rejections.js'
import { launchService, startService } from '../support/start-service.js'

async function openHere(file: string) {
  const store = await openStore(`file:${file}`, { clock: systemClock })
  onTestFinished(() => store.close())
  return store
}

test('one store of a database is open at a time, whatever name it is opened by', async () => {
  const bench = await openBench()
  const file = join(bench.folder, 'headcount.db')
  const first = await openHere(file)
  await symlink(file, join(bench.folder, 'link.db'))
  const rejection = { text: expect.stringContaining('another Headcount process works on') }
  expect(await rejectionOf(openHere(file))).toMatchObject(rejection)
  expect(await rejectionOf(openHere(join(bench.folder, 'link.db')))).toMatchObject(rejection)
  first.close()
  await openHere(file)
})

test('a second service on the same database rejects to start, and one on another starts', async () => {
  const bench = await openBench()
  const first = await startService(bench)
  const second = launchService(bench)
  expect(await second.end()).toBe(1)
  expect(second.output()).toMatch(/^Headcount could not start: another Headcount process works on [^\n]+\n$/)
  await startService(bench, { DATABASE_URL: `file:${join(bench.folder, 'other.db')}` })
  expect(await first.end('SIGTERM')).toBe(0)
})

test('a service that was killed leaves no claim behind', async () => {
  const bench = await openBench()
  const first = await startService(bench)
  await first.end('SIGKILL')
  await startService(bench)
})

test('the command line works beside the service', async () => {
  const bench = await openBench()
  await startService(bench)
  await openAccount(bench, 'Studio')
})
