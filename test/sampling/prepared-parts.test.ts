// A service prepares the statements of its store before it listens, so that no first tick or request does.
import { afterEach, beforeEach, expect, it } from 'vitest'
import { prepareParts } from '../../src/store/prepare-parts.js'
import { Database } from '../../src/store/sqlite/driver.js'
import { startApp, type TestApp } from '../support/start-app.js'
import { needsFile } from '../support/test-run.js'

let app: TestApp
const original = Database.prototype.prepare
beforeEach(async () => {
  app = await startApp()
})
afterEach(async () => {
  Database.prototype.prepare = original
  await app.stop()
})

it('no statement of the parts of the store is prepared by the first use of one of them', needsFile, async () => {
  prepareParts(app.store)
  const prepared: string[] = []
  Database.prototype.prepare = function prepare(this: unknown, ...values: Parameters<typeof original>) {
    prepared.push(values[0])
    return Reflect.apply(original, this, values)
  } as typeof original
  expect(await app.store.keys.ofAccount(1)).toEqual([])
  expect(await app.store.games.ofAccount(1)).toEqual([])
  expect(prepared).toEqual([])
})
