// What happens before a PostgreSQL database is used: the server is checked, and the database is migrated once.
import { createServer } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { migrate } from '../../../src/store/postgres/migrate.js'
import { requireUsableServer } from '../../../src/store/postgres/server/check-server.js'
import { openPostgresUpkeep } from '../../../src/store/postgres/upkeep/open-upkeep.js'
import { createDatabase, type TestDatabase } from '../../support/postgres/database.js'
import { rejectionOf } from '../../support/rejections.js'
import { startTransactionPooler } from './transaction-pooler.js'

const opened: TestDatabase[] = []
const newDatabase = async (options?: string): Promise<TestDatabase> => {
  const database = await createDatabase(options)
  opened.push(database)
  return database
}
afterEach(async () => {
  for (const database of opened.splice(0)) await database.drop()
})

describe('a server of PostgreSQL', () => {
  it('is used where it is new enough and stores text as UTF-8', async () => {
    await requireUsableServer((await newDatabase()).url)
  })

  it('is rejected where the database cannot store every text', async () => {
    const ascii = "TEMPLATE template0 ENCODING 'SQL_ASCII' LOCALE_PROVIDER libc LOCALE 'C'"
    const { url } = await newDatabase(ascii)
    expect(await rejectionOf(requireUsableServer(url))).toMatchObject({
      code: 'NOT_CONFIGURED',
      text: expect.stringMatching(/SQL_ASCII.*UTF8/),
    })
  })

  it('is rejected behind a pooler in transaction mode, with the reason', async () => {
    const { url } = await newDatabase()
    const pooler = await startTransactionPooler(url)
    try {
      const doctor = openPostgresUpkeep(pooler.url, { now: () => 0, monotonic: () => 0 })
      for (const use of [() => requireUsableServer(pooler.url), () => doctor.inspect(5_000)])
        expect(await rejectionOf(use())).toMatchObject({
          code: 'NOT_CONFIGURED',
          text: expect.stringMatching(/pooler.*session mode/),
        })
    } finally {
      await pooler.close()
    }
  })

  it('that is not there is named without the password', async () => {
    const passing = createServer()
    await new Promise<void>((resolve) => passing.listen(0, '127.0.0.1', resolve))
    const address = passing.address()
    const port = typeof address === 'object' && address !== null ? address.port : 0
    await new Promise((resolve) => passing.close(resolve))
    const failed = rejectionOf(requireUsableServer(`postgres://a:hunter2@127.0.0.1:${port}/b`))
    expect(await failed).toMatchObject({
      code: 'UNAVAILABLE',
      text: expect.stringMatching(/^(?!.*hunter2)DATABASE_URL.*ECONNREFUSED/),
    })
  })
})

describe('the migrations of a PostgreSQL database', () => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await createDatabase()
  })
  afterAll(async () => database.drop())
  const counted = ['CREATE TABLE passing (id integer); SELECT pg_sleep(0.2)', 'INSERT INTO passing VALUES (1)']
  const versionOf = async ({ run }: TestDatabase) => (await run('SELECT version FROM headcount_schema'))[0]?.version

  it('are applied once where several processes start at the same time', async () => {
    const { url, run } = await newDatabase()
    const migrations = [{ sql: counted }]
    expect(await Promise.all([1, 2, 3, 4].map(() => migrate(url, { migrations })))).toEqual([1, 1, 1, 1])
    expect(await run('SELECT * FROM passing')).toEqual([{ id: 1 }])
  })

  it('wait for another process, and at last say who keeps them from starting', async () => {
    const { url, run } = await newDatabase()
    const migrations = [{ sql: ['SELECT pg_sleep(20)'] }]
    const slow = migrate(url, { migrations }).catch(() => undefined)
    // Other tests have databases of their own on the same server, and locks in them.
    const locks = `pg_locks JOIN pg_database AS d ON d.oid = database AND d.datname = current_database()
      WHERE locktype = 'advisory'`
    await expect.poll(() => run(`SELECT 1 AS n FROM ${locks}`)).toHaveLength(1)
    const late = rejectionOf(migrate(url, { migrations, lockTimeoutMs: 1 }))
    expect(await late).toMatchObject({ code: 'UNAVAILABLE', text: expect.stringMatching(/has held test_/) })
    await run(`SELECT pg_terminate_backend(pid) FROM ${locks}`)
    await slow
  })

  it('change nothing where one of them fails', async () => {
    const broken = await newDatabase()
    const failed = rejectionOf(migrate(broken.url, { migrations: [{ sql: [...counted, 'SELECT 1 / 0'] }] }))
    expect(await failed).toMatchObject({ code: 'UNAVAILABLE', text: expect.stringMatching(/from schema 0 to 1.*zero/) })
    expect(await broken.run("SELECT to_regclass('passing') AS name")).toEqual([{ name: null }])
  })

  it('lead from an empty database to the schema of this program, and are done once', async () => {
    const version = await migrate(database.url)
    expect(await versionOf(database)).toBe(version)
    expect(await migrate(database.url)).toBe(version)
  })

  it('leave a database alone that a newer Headcount has migrated', async () => {
    await migrate(database.url)
    await database.run('UPDATE headcount_schema SET version = 999')
    expect(await rejectionOf(migrate(database.url))).toMatchObject({
      code: 'NOT_CONFIGURED',
      text: expect.stringMatching(/newer.*999/),
    })
    expect(await versionOf(database)).toBe(999)
  })
})
