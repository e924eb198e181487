// The processes that share a PostgreSQL database share no folder: the key of the secrets is a variable of each.
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { openPostgresStore, type PostgresStore } from '../../../src/store/postgres/store.js'
import { createDatabase, type TestDatabase } from '../../support/postgres/database.js'
import { rejectionOf } from '../../support/rejections.js'
import { NOW } from '../contract/support.js'

const clock = { now: () => NOW, monotonic: () => NOW }
const [FIRST, SECOND] = ['1a', '2b'].map((byte) => byte.repeat(32))
let database: TestDatabase
let opened: PostgresStore | undefined
beforeAll(async () => {
  database = await createDatabase()
})
afterEach(async () => {
  await opened?.close()
  opened = undefined
})
afterAll(async () => database.drop())

async function open(secretKeys: { current?: string | undefined; former?: string | undefined }) {
  await opened?.close()
  opened = await openPostgresStore(database.url, { clock, secretKeys })
  return opened.secrets
}

it('stores no secret without SECRET_KEY, and rotates to a new one while it has the former [PROCESS-23]', async () => {
  expect(await rejectionOf((await open({})).put('discord.token', 'value'))).toMatchObject({
    code: 'NOT_CONFIGURED',
    text: expect.stringMatching(/Set SECRET_KEY/),
  })
  await (await open({ current: FIRST })).put('discord.token', 'value')
  const unknown = await rejectionOf((await open({ current: SECOND })).get('discord.token'))
  expect(unknown).toMatchObject({ code: 'NOT_CONFIGURED', text: expect.stringMatching(/another key than SECRET_KEY/) })
  const both = await open({ current: SECOND, former: FIRST })
  expect(await both.get('discord.token')).toBe('value')
  expect(await both.rotate()).toMatchObject({ secrets: 1 })
  expect(await rejectionOf(both.rotate())).toMatchObject({ code: 'INVALID_PARAMETERS' })
  expect(await (await open({ current: SECOND })).get('discord.token')).toBe('value')
})
