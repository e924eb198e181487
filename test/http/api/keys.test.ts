import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MINUTE_MS } from '../../../src/domain/clock.js'
import type { NewKey } from '../../../src/services/management/manage-keys.js'
import { NOON } from '../../support/start-app.js'
import { startHttpApp, type Tenant, type TestHttp } from '../../support/start-http.js'
import { needsFile } from '../../support/test-run.js'
import { expectRejection } from '../expect-answer.js'

const HOUR_MS = 60 * MINUTE_MS
let http: TestHttp
let tenant: Tenant
beforeAll(async () => {
  http = await startHttpApp({ settings: { trustProxy: true } })
  tenant = await http.tenant()
})
afterAll(() => http.stop())

let address = 0
/** Uses the key from a new address each time, because failures are limited by address. */
const use = (key: string) =>
  http.ask('/user', { key, headers: { 'x-forwarded-for': `10.0.${++address >> 8}.${address & 255}` } })
const works = async ({ secret }: Pick<NewKey, 'secret'>) => (await use(secret)).status === 200
const create = (name: string, expiresAt?: number) => http.services.keys.create(tenant.account, name, expiresAt ?? null)
const listed = async () =>
  ((await http.ask('/usage', tenant)).json() as { usage: { api_keys: { id: number; expires_at: string | null }[] } })
    .usage.api_keys

describe('a new key', () => {
  it('has its documented form, works at once and is listed by its prefix alone [API-32]', async () => {
    const key = await create('fresh')
    expect(key.secret).toMatch(/^hc_live_[0-9A-Za-z]{43}$/)
    expect(key.prefix).toBe(key.secret.slice(0, 12))
    expect(await works(key)).toBe(true)
    expect((await listed()).map(({ id }) => id)).toContain(key.id)
  })

  it('is another each time', async () => {
    const secrets = await Promise.all(Array.from({ length: 20 }, (_, index) => create(`many ${index}`)))
    expect(new Set(secrets.map((key) => key.secret)).size).toBe(20)
  })

  it('is stored as a hash: no file of the database holds it [API-32]', needsFile, async () => {
    const key = await create('hidden')
    const files = await Promise.all(['', '-wal'].map((end) => readFile(http.databaseFile + end)))
    for (const file of files) {
      expect(file.includes(key.secret)).toBe(false)
      expect(file.includes(key.secret.slice(12))).toBe(false)
    }
  })

  it('is not taken with any of its characters changed', async () => {
    const { secret } = await create('exact')
    const swapped = [...secret.slice(8)].reverse().join('')
    for (const wrong of [
      `${secret}0`,
      secret.slice(0, -1),
      ` ${secret} x`,
      secret.replace('live', 'test'),
      `hc_live_${swapped}`,
    ])
      expectRejection(await use(wrong), 401, 'INVALID_API_KEY')
  })
})

describe('a key that is rotated', () => {
  it.each([1, 24, 168])('with a grace of %i h works until then, beside its successor', async (hours) => {
    http.clock.set(NOON)
    const old = await create(`grace ${hours}`)
    const made = await http.services.keys.rotate(old, hours)
    expect(made.secret).not.toBe(old.secret)
    http.clock.set(NOON + hours * HOUR_MS - 1)
    expect([await works(old), await works(made)]).toEqual([true, true])
    http.clock.set(NOON + hours * HOUR_MS)
    expect([await works(old), await works(made)]).toEqual([false, true])
    http.clock.set(NOON)
  })

  it('without a grace ends at once', async () => {
    const old = await create('no grace')
    const made = await http.services.keys.rotate(old, 0)
    expect([await works(old), await works(made)]).toEqual([false, true])
    expect((await listed()).map(({ id }) => id)).not.toContain(old.id)
  })

  it('hands its expiry on, and a grace never outlives it', async () => {
    const old = await create('short', NOON + 2 * HOUR_MS)
    const made = await http.services.keys.rotate(old, 168)
    for (const { id } of [old, made])
      expect((await listed()).find((key) => key.id === id)?.expires_at).toBe(new Date(NOON + 2 * HOUR_MS).toISOString())
  })

  it.each([-1, 169, 1.5, Number.NaN])('takes no grace of %d h', async (hours) => {
    const key = await create('refused')
    await expect(http.services.keys.rotate(key, hours)).rejects.toMatchObject({ code: 'INVALID_PARAMETERS' })
    expect(await works(key)).toBe(true)
  })
})

describe('a key that ends', () => {
  it('by its expiry is rejected from that millisecond on, and works until it', async () => {
    const key = await create('expiring', NOON + HOUR_MS)
    http.clock.set(NOON + HOUR_MS - 1)
    expect(await works(key)).toBe(true)
    http.clock.set(NOON + HOUR_MS)
    expectRejection(await use(key.secret), 401, 'INVALID_API_KEY')
    http.clock.set(NOON)
  })

  it('by revocation is rejected from the next request on, and is listed no more [API-33]', async () => {
    const key = await create('revoked')
    expect(await works(key)).toBe(true)
    await http.services.keys.revoke(key)
    expectRejection(await use(key.secret), 401, 'INVALID_API_KEY')
    expect((await listed()).map(({ id }) => id)).not.toContain(key.id)
    expect(await works({ secret: tenant.key })).toBe(true)
  })

  it('is rejected in the very words for a key that never was', async () => {
    const key = await create('gone')
    await http.services.keys.revoke(key)
    const never = `hc_live_${'0'.repeat(43)}`
    expect((await use(key.secret)).text).toBe((await use(never)).text)
  })
})

describe('the key of another account', () => {
  it('reads its own account and lists its own keys, and no other', async () => {
    const other = await http.tenant()
    await create('only of the first')
    const seen = await http.ask('/usage', other)
    expect(seen.json()).toMatchObject({ usage: { api_keys: [{ name: 'test', prefix: other.key.slice(0, 12) }] } })
    expect((seen.json() as { usage: { api_keys: unknown[] } }).usage.api_keys).toHaveLength(1)
    expect((await http.ask('/user', other)).json()).toMatchObject({ user: { id: other.account.id } })
  })

  it('goes on when this one is revoked, and the plan decides at use [PLANS-8]', async () => {
    const other = await http.tenant({ plan: 'premium' })
    await http.services.keys.revoke(await create('mine'))
    expect((await use(other.key)).status).toBe(200)
    await http.services.accounts.change(`${other.account.id}`, { plan: 'free' })
    expectRejection(await use(other.key), 403, 'SUBSCRIPTION_REQUIRED')
    await http.services.accounts.change(`${other.account.id}`, { plan: 'enterprise' })
    expect((await use(other.key)).status).toBe(200)
  })
})
