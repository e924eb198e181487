import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { MINUTE_MS } from '../../../src/domain/clock.js'
import { NOON } from '../../support/start-app.js'
import { startHttpApp, type Tenant, type TestHttp, type TestResponse } from '../../support/start-http.js'
import { expectRateHeaders } from '../expect-answer.js'

interface Usage {
  readonly games: { readonly count: number; readonly max: number }
  readonly rate_limit: {
    readonly limit: number
    readonly remaining: number
    readonly reset: number
    readonly window_seconds: number
  }
  readonly requests: { readonly today: number; readonly last_30_days: number }
  readonly api_keys: readonly { readonly id: number; readonly name: string; readonly last_used_at: string | null }[]
}

let folder: string
let http: TestHttp
const start = (now?: number) =>
  startHttpApp({
    environment: { DATABASE_URL: `file:${join(folder, 'headcount.db')}` },
    ...(now === undefined ? {} : { now }),
  })

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'headcount-usage-'))
  http = await start()
})
afterEach(async () => {
  vi.restoreAllMocks()
  await http.stop()
  await rm(folder, { recursive: true, force: true })
})

/** Retry-After, the text and X-RateLimit-Reset of a rejection tell of one moment. */
function expectOneTime(answer: TestResponse | undefined): void {
  const seconds = Number(answer?.headers['retry-after'])
  expect(answer?.text).toContain(`Wait ${seconds} s`)
  const reset = Number(answer?.headers['x-ratelimit-reset'])
  expect(Math.abs(reset - Date.now() / 1000 - seconds)).toBeLessThan(3)
}

const usage = async ({ key }: Pick<Tenant, 'key'> = http): Promise<Usage> =>
  ((await http.ask('/usage', { key })).json() as { usage: Usage }).usage

describe('GET /usage', () => {
  it('answers exactly the fields of the interface, and no secret', async () => {
    const tenant = await http.tenant({ plan: 'premium' })
    await http.track(0, tenant.account)
    const expiresAt = NOON + 90 * MINUTE_MS
    const second = await http.services.keys.create(tenant.account, 'our website', expiresAt)
    const answer = await http.ask('/usage', tenant)
    expectRateHeaders(answer, 100)
    const now = new Date(NOON).toISOString()
    expect(answer.json()).toEqual({
      success: true,
      usage: {
        games: { count: 1, max: 25 },
        rate_limit: {
          limit: 100,
          remaining: Number(answer.headers['x-ratelimit-remaining']),
          reset: Number(answer.headers['x-ratelimit-reset']),
          window_seconds: 60,
        },
        requests: { today: 0, last_30_days: 0 },
        days: expect.arrayContaining([
          { date: '2026-06-16', requests: 0, keys: [] },
          { date: '2026-06-17', requests: 0, keys: [] },
        ]),
        api_keys: [
          {
            id: expect.any(Number),
            name: 'test',
            prefix: tenant.key.slice(0, 12),
            created_at: now,
            last_used_at: now,
            expires_at: null,
          },
          {
            id: second.id,
            name: 'our website',
            prefix: second.prefix,
            created_at: now,
            last_used_at: null,
            expires_at: new Date(expiresAt).toISOString(),
          },
        ],
      },
    })
    for (const secret of [tenant.key, second.secret]) expect(answer.text).not.toContain(secret.slice(12))
  })

  it('counts paused games, and states the limit of the plan in force', async () => {
    const tenant = await http.tenant({ plan: 'premium', status: 'trial', trialDays: 3 })
    const game = await http.track(0, tenant.account)
    await http.track(1, tenant.account)
    await http.services.games.change(game, { isActive: false })
    expect(await usage(tenant)).toMatchObject({ games: { count: 2, max: 25 }, rate_limit: { limit: 100 } })
  })

  it('counts every answer but a 401 and its own [API-50]', async () => {
    for (const path of ['/games', '/nothing', '/games/x/stats', '/games/999/stats']) await http.ask(path)
    await http.ask('/games', { method: 'POST' })
    await http.ask('/games', { key: `${http.key}x` })
    for (let n = 0; n < 3; n++) expect((await usage()).requests).toEqual({ today: 5, last_30_days: 5 })
  })

  it('counts by account, over all its keys, and by no other', async () => {
    const other = await http.tenant()
    const second = await http.services.keys.create(http.account, 'second')
    await http.ask('/games')
    await http.ask('/games', { key: second.secret })
    await http.ask('/games', { key: other.key })
    expect((await usage()).requests.today).toBe(2)
    expect((await usage(other)).requests.today).toBe(1)
  })

  it('counts UTC days, of which the last 30 are today and the 29 before', async () => {
    await http.ask('/games')
    http.clock.set(Date.UTC(2026, 5, 17, 23, 59, 59, 999))
    expect((await usage()).requests).toEqual({ today: 1, last_30_days: 1 })
    http.clock.advance(1)
    await http.ask('/games')
    expect((await usage()).requests).toEqual({ today: 1, last_30_days: 2 })
    http.clock.set(NOON + 29 * 1440 * MINUTE_MS)
    expect((await usage()).requests).toEqual({ today: 0, last_30_days: 2 })
    http.clock.advance(1440)
    expect((await usage()).requests).toEqual({ today: 0, last_30_days: 1 })
  })

  it('breaks requests down by day and key, also of a revoked one [API-50]', async () => {
    const second = await http.services.keys.create(http.account, 'second')
    for (const key of [http.key, second.secret, second.secret]) await http.ask('/games', { key })
    await http.store.keys.revoke(second.id, NOON)
    http.clock.advance(1440)
    await http.ask('/games')
    const { days } = (await usage()) as Usage & {
      days: { requests: number; keys: { id: number; requests: number }[] }[]
    }
    expect(days).toHaveLength(30)
    expect(days.slice(-2).map(({ requests, keys }) => [requests, keys.map((one) => one.requests)])).toEqual([
      [3, [1, 2]],
      [1, [1]],
    ])
    expect(days.at(-2)?.keys[1]?.id).toBe(second.id)
  })

  it('is not charged, and answers 30 times a minute after the limit is spent [API-50]', async () => {
    const tenant = await http.tenant({ plan: 'premium' })
    const remaining = async (path: string) => (await http.ask(path, tenant)).headers['x-ratelimit-remaining']
    expect([await remaining('/usage'), await remaining('/games'), await remaining('/usage')]).toEqual([
      '100',
      '99',
      '99',
    ])
    for (let n = 0; n < 99; n++) await http.ask('/games', tenant)
    expect((await http.ask('/games', tenant)).status).toBe(429)
    const answers = await Promise.all(Array.from({ length: 31 }, () => http.ask('/usage', tenant)))
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(30)
    for (const answer of answers) {
      expectRateHeaders(answer, 100)
      expect(answer.headers['x-ratelimit-remaining']).toBe('0')
    }
    const rejected = answers.find((answer) => answer.status === 429)
    expect(rejected?.text).toContain('More than 30 requests of /usage in a minute after the limit was spent')
    expectOneTime(rejected)
  })

  it('rejects what is over its own limit with the end of the window of the account [API-50]', async () => {
    const tenant = await http.tenant({ plan: 'premium' })
    const first = await http.ask('/usage', tenant)
    // A window that began later would end later.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 5_000 })
    onTestFinished(() => void vi.useRealTimers())
    await http.ask('/games', tenant)
    const answers = await Promise.all(Array.from({ length: 100 }, () => http.ask('/usage', tenant)))
    const rejected = answers.filter((answer) => answer.status === 429)
    expect(rejected).toHaveLength(1)
    expect(rejected[0]?.headers['x-ratelimit-remaining']).toBe('99')
    expect(rejected[0]?.headers['x-ratelimit-reset']).toBe(first.headers['x-ratelimit-reset'])
    expect(rejected[0]?.text).toContain('More than 100 requests of /usage in a minute. Wait')
    expectOneTime(rejected[0])
  })

  it('shows the last use of each key to the minute [API-34]', async () => {
    const second = await http.services.keys.create(http.account, 'second')
    http.clock.set(NOON + 7 * MINUTE_MS + 59_999)
    await http.ask('/nothing', { key: second.secret })
    http.clock.set(NOON + 9 * MINUTE_MS + 1)
    expect((await usage()).api_keys.map((key) => key.last_used_at)).toEqual([
      '2026-06-17T12:09:00.000Z',
      '2026-06-17T12:07:00.000Z',
    ])
  })
})

describe('the counters', () => {
  it('survive a restart on the same file, and go on', async () => {
    const { key } = http
    for (let n = 0; n < 4; n++) await http.ask('/games')
    await http.stop()
    http = await start(NOON + 3 * MINUTE_MS)
    expect(await usage({ key })).toMatchObject({
      requests: { today: 4, last_30_days: 4 },
      api_keys: [{ last_used_at: '2026-06-17T12:03:00.000Z' }],
    })
  })

  it('show the last use of before a restart until the key is used again', async () => {
    const owner = http
    const idle = await http.services.keys.create(http.account, 'idle')
    await http.ask('/games', { key: idle.secret })
    await http.stop()
    http = await start(NOON + 60 * MINUTE_MS)
    const { api_keys: keys } = await usage(owner)
    expect(keys.find((key) => key.id === idle.id)?.last_used_at).toBe('2026-06-17T12:00:00.000Z')
  })

  it('cost no disk write per request', async () => {
    const file = http.config.DATABASE_URL.replace(/^file:/, '')
    const sizes = async () =>
      (await Promise.all([stat(file), stat(`${file}-wal`)])).map(({ size, mtimeMs }) => [size, mtimeMs])
    const add = vi.spyOn(http.store.usage, 'add')
    const before = await sizes()
    await Promise.all(Array.from({ length: 200 }, () => http.ask('/games')))
    // What was counted is written every few seconds, however many requests there were.
    const written = add.mock.calls.length
    expect(written).toBeLessThan(10)
    if (written === 0) expect(await sizes()).toEqual(before)
    expect((await usage()).requests.today).toBe(200)
    expect(add).toHaveBeenCalledTimes(written + 1)
  })

  it('lose nothing where the disk fails once', async () => {
    vi.spyOn(http.store.usage, 'add').mockRejectedValueOnce(new Error('SQLITE_FULL'))
    for (let n = 0; n < 3; n++) await http.ask('/games')
    await expect(http.services.usage.flush()).rejects.toThrow('SQLITE_FULL')
    expect((await usage()).requests.today).toBe(3)
  })
})
