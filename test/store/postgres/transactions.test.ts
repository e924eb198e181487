// What several processes that write to one PostgreSQL database may rely on. Each store here is as one of them.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { AuditDraft } from '../../../src/domain/audit/audit-entry.js'
import { OPERATOR_ACTOR } from '../../../src/domain/audit/audit-entry.js'
import { DEFAULT_PLANS } from '../../../src/domain/plan.js'
import { createAuditLog } from '../../../src/services/audit/audit-log.js'
import { createManageAccounts } from '../../../src/services/management/manage-accounts.js'
import { openPostgresStore, type PostgresStore } from '../../../src/store/postgres/store.js'
import { createDatabase, type TestDatabase } from '../../support/postgres/database.js'
import { createAccount, NOW, tryAdding } from '../contract/support.js'

let database: TestDatabase
let one: PostgresStore
let other: PostgresStore
const lost: string[] = []

beforeAll(async () => {
  database = await createDatabase()
  const note = (_: object, message: string): void => void lost.push(message)
  const log = { info: () => undefined, warn: note, error: note }
  const clock = { now: () => NOW, monotonic: () => NOW }
  one = await openPostgresStore(database.url, { clock, log })
  other = await openPostgresStore(database.url, { clock, log })
})
beforeEach(async () => database.empty())
afterAll(async () => {
  await Promise.all([one.close(), other.close()])
  await database.drop()
})

const entry = (subject: string): AuditDraft => ({
  ...OPERATOR_ACTOR,
  at: NOW,
  accountId: null,
  action: 'account created',
  subject,
})
const errorOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  )

describe('an entry of the audit log on PostgreSQL', () => {
  it('is written together with its change, of which it gets the result', async () => {
    const account = await one.audit.commit(
      () => createAccount(one),
      ({ id, name }) => entry(`${id} ${name}`),
    )
    expect(await one.audit.list({ limit: 9 })).toMatchObject([{ subject: `${account.id} studio` }])
    expect(await other.accounts.list()).toEqual([account])
  })

  it('takes its change back where it cannot be written, and nothing is reported', async () => {
    const events: unknown[] = []
    const stop = one.events.subscribe((event) => events.push(event))
    const fail = (): never => {
      throw new Error('no entry')
    }
    expect(await errorOf(one.audit.commit(() => createAccount(one), fail))).toMatchObject({ message: 'no entry' })
    stop()
    expect([await one.accounts.list(), events]).toEqual([[], []])
  })

  it('is not there where one of the writes failed, also where that was caught', async () => {
    await createAccount(one, { name: 'taken' })
    const change = async () => {
      await createAccount(one, { name: 'new' })
      return errorOf(createAccount(one, { name: 'taken' }))
    }
    expect(await errorOf(one.audit.commit(change, () => entry('new')))).toMatchObject({ code: 'INVALID_PARAMETERS' })
    expect((await one.accounts.list()).map(({ name }) => name)).toEqual(['taken'])
    expect(await one.audit.list({ limit: 9 })).toEqual([])
  })

  it('is not there where the first of many writes failed that were begun together, nor is any of them', async () => {
    await createAccount(one, { name: 'taken' })
    const names = ['taken', ...Array.from({ length: 20 }, (_, index) => `new ${index}`)]
    const change = () => Promise.all(names.map((name) => createAccount(one, { name })))
    expect(await errorOf(one.audit.commit(change, () => entry('new')))).toMatchObject({ code: 'INVALID_PARAMETERS' })
    // What still waited for its turn would be written by now, outside of the transaction.
    await createAccount(one, { name: 'later' })
    expect((await one.accounts.list()).map(({ name }) => name)).toEqual(['taken', 'later'])
    expect(await one.audit.list({ limit: 9 })).toEqual([])
  })

  it('is not there where its change failed, nor is what the change wrote later', async () => {
    const writeLater = async () => {
      await one.accounts.list()
      await new Promise((resolve) => setTimeout(resolve, 50))
      return createAccount(one, { name: 'late' })
    }
    let later: Promise<unknown> | undefined
    const change = () => {
      later = errorOf(writeLater())
      return Promise.reject(new Error('rejected'))
    }
    expect(await errorOf(one.audit.commit(change, () => entry('new')))).toMatchObject({ message: 'rejected' })
    expect(await later).toMatchObject({ message: 'rejected' })
    expect(await one.accounts.list()).toEqual([])
  })

  it('is not asked for where nothing was written, and reads see what the change wrote', async () => {
    expect(
      await one.audit.commit(
        () => one.accounts.list(),
        () => entry('nothing'),
      ),
    ).toEqual([])
    const change = async () => {
      await createAccount(one)
      return Promise.all([one.accounts.list(), one.accounts.byName('studio')])
    }
    const [list, found] = await one.audit.commit(change, () => undefined)
    expect(list).toEqual([found])
    expect(await one.audit.list({ limit: 9 })).toEqual([])
  })

  it('cannot be changed or deleted, not even with a shell', async () => {
    await one.audit.commit(
      () => createAccount(one),
      () => entry('kept'),
    )
    for (const statement of ["UPDATE audit_entry SET subject = ''", 'DELETE FROM audit_entry'])
      expect(await errorOf(database.run(statement))).toMatchObject({ message: 'audit entries are only added' })
  })
})

describe('several processes on one PostgreSQL database', () => {
  it('keep the limit of games together', async () => {
    const { id } = await createAccount(one)
    const adding = Array.from({ length: 8 }, (_, n) => tryAdding(n % 2 ? one : other, id, n + 1, { maxGames: 3 }))
    const outcomes = (await Promise.all(adding)).map(({ outcome }) => outcome)
    expect(outcomes.filter((outcome) => outcome === 'added')).toHaveLength(3)
  })

  it('leave an account one owner', async () => {
    const { id: accountId } = await createAccount(one)
    for (const discordUserId of ['a', 'b'])
      await one.members.set({ accountId, discordUserId, role: 'owner', createdAt: NOW })
    const removed = [one.members.removeKeepingOwner(accountId, 'a'), other.members.removeKeepingOwner(accountId, 'b')]
    expect((await Promise.all(removed)).filter(Boolean)).toHaveLength(1)
    expect(await one.members.list(accountId)).toHaveLength(1)
  })

  it('give a name to one account', async () => {
    const creating = [one, other, one, other].map((store) => errorOf(createAccount(store)))
    const errors = (await Promise.all(creating)).filter((error) => error !== undefined)
    expect(errors).toMatchObject(Array(3).fill({ code: 'INVALID_PARAMETERS' }))
  })

  it('change one account, and neither takes back what the other changed', async () => {
    const managing = [one, other].map((store) => {
      const clock = { now: () => NOW, monotonic: () => NOW }
      return createManageAccounts({ store, clock, plans: DEFAULT_PLANS, audit: createAuditLog({ store, clock }) })
    })
    const { id } = await createAccount(one, { plan: 'free' })
    await Promise.all([
      managing[0]?.change(`${id}`, { name: 'renamed' }),
      managing[1]?.change(`${id}`, { plan: 'enterprise' }),
    ])
    expect(await one.accounts.byId(id)).toMatchObject({ name: 'renamed', plan: 'enterprise' })
  })

  it('keep the limits of links, and one panel of all games in a channel', async () => {
    const { id: accountId } = await createAccount(one)
    const draft = { accountId, query: '', createdAt: NOW, createdBy: null }
    const links = [1, 2, 3, 4].map((n) => (n % 2 ? one : other).wallLinks.create({ ...draft, secret: `${n}` }, 2))
    expect((await Promise.all(links)).filter((link) => link !== undefined)).toHaveLength(2)
    const panel = { guildId: '1', channelId: '10', gameId: null, messageId: '5', postedAt: NOW }
    await Promise.all([one, other, one, other].map((store) => store.panels.put(panel)))
    expect(await one.panels.running()).toHaveLength(1)
  })
})

describe('a PostgreSQL database', () => {
  it('sorts text by its bytes, whatever its collation', async () => {
    const { id: accountId } = await createAccount(one)
    for (const discordUserId of ['a', 'Z', 'ä', 'B'])
      await one.members.set({ accountId, discordUserId, role: 'viewer', createdAt: NOW })
    const ids = (await one.members.list(accountId)).map(({ discordUserId }) => discordUserId)
    expect(ids).toEqual(['B', 'Z', 'a', 'ä'])
  })

  it('that closes all connections is reached again by the next call', async () => {
    await Promise.all([one.accounts.list(), one.accounts.list()])
    const ended =
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()'
    await database.run(ended)
    await expect.poll(() => lost).toContain('An unused connection to the database was lost.')
    await expect.poll(() => errorOf(one.accounts.list())).toBeUndefined()
  })

  it('repeats no values in its errors', async () => {
    const { id: accountId } = await createAccount(one)
    const draft = { accountId, name: 'k', prefix: 'p', hash: 'hunter2', createdAt: NOW, expiresAt: null }
    await one.keys.create(draft)
    const error = await errorOf(one.keys.create(draft))
    expect(error).toMatchObject({ code: '23505' })
    expect(JSON.stringify([String(error), error])).not.toContain('hunter2')
  })
})
