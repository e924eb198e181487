// Whatever happens in between, an answer from prepared bytes is the one that a server without any would give.
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Account } from '../../../src/domain/account.js'
import { DAY_MINUTES, minuteOf, WEEK_MINUTES } from '../../../src/domain/clock.js'
import { createApp } from '../../../src/http/app.js'
import { startHttp } from '../../../src/http/start-http.js'
import { openLog } from '../../../src/log.js'
import { sharedPainter } from '../../support/start-app.js'
import { startHttpApp, type Tenant, type TestHttp, type TestResponse } from '../../support/start-http.js'
import { flipBit } from '../../support/store/damage-file.js'
import { isOnPostgres, rounds } from '../../support/test-run.js'

const SETTINGS = {
  trustProxy: false,
  operatorContact: undefined,
  publicUrl: undefined,
  givenOrigin: undefined,
  signUp: 'closed',
  discordClientId: () => undefined,
  painter: sharedPainter,
  discordOrigin: 'https://discord.com',
  corsOrigins: [],
  legacySegments: ['platform'],
  legacyRequestsPerMinute: 60,
  hasAccessLog: false,
} as const

/** Headers that describe one request or count requests, so that they differ between equal answers. */
const VOLATILE = ['date', 'x-request-id', 'x-ratelimit-remaining', 'x-ratelimit-reset']
const UNIVERSES = 4
/** Each step requests every prepared address again, which takes several times as long on PostgreSQL. */
const TIMEOUT_MS = 1_800_000
/** A short retention, so that the test can remove samples from which answers were prepared. */
const FULL_DAYS = 8
const OLD_DAYS = 20

let restored = 0

let http: TestHttp
let tenants: Tenant[]
beforeAll(async () => {
  http = await startHttpApp()
  // The answers are compared, not the limit.
  for (const plan of Object.values(http.services.plans))
    if (plan.requestsPerMinute !== null) Object.assign(plan, { requestsPerMinute: 10_000_000, fullDays: FULL_DAYS })
  tenants = [http, await http.tenant({ plan: 'premium' }), await http.tenant({ plan: 'enterprise' })]
})
afterAll(() => http.stop())

const number = fc.nat({ max: 99 })
const action = fc.record({
  what: fc.constantFrom(
    'tick',
    'market counted',
    'minute passes',
    'import',
    'import of yesterday',
    'game added',
    'game removed',
    'game paused',
    'plan changed',
    'trial',
    'revenue',
    'hour passes',
    'maintenance',
    'gap',
    // In the file of a SQLite database.
    ...(isOnPostgres ? [] : (['damage'] as const)),
    'key revoked',
    'removed samples restored',
  ),
  tenant: fc.nat({ max: 2 }),
  universe: fc.nat({ max: UNIVERSES - 1 }),
  number,
})
type RandomStep = typeof action extends fc.Arbitrary<infer T> ? T : never

async function act({ what, tenant, universe, number }: RandomStep): Promise<void> {
  const { services, store, clock } = http
  const account = await services.accounts.byId(tenants[tenant]?.account.id ?? 0)
  const universeId = http.simulator.world.games[universe]?.universeId ?? 0
  if (account === undefined) throw new Error('An account is missing.')
  const game = (await services.findGame.ofAccount(account)).find((one) => one.universeId === universeId)
  const now = minuteOf(clock.now())
  if (what === 'tick') await http.tick()
  if (what === 'market counted') await services.countMarket({ stop: new AbortController().signal })
  if (what === 'minute passes') clock.advance(1)
  if (what === 'hour passes') clock.advance(60)
  if (what === 'import') await http.write(universeId, [now - number], { ccu: number })
  if (what === 'import of yesterday') await http.write(universeId, [now - DAY_MINUTES - number], { ccu: number })
  if (what === 'maintenance') await store.series.maintain()
  if (what === 'gap') await recordGap(universeId, now)
  if (what === 'damage') await damage(universeId, now, number)
  if (what === 'key revoked') await revokeKey(account)
  if (what === 'removed samples restored') await removeAndRestore(universeId, now)
  if (what === 'plan changed') await store.accounts.update({ ...account, plan: number % 2 ? 'premium' : 'enterprise' })
  if (what === 'trial') {
    const trialEndsAt = clock.now() + (number - 50) * 1_000
    await store.accounts.update({ ...account, status: number % 2 ? 'trial' : 'active', trialEndsAt })
  }
  if (what === 'game added' && !game) await http.track(universe, account)
  if (game === undefined) return
  if (what === 'game removed') await store.games.remove(game.id, clock.now())
  if (what === 'game paused') await store.games.update({ id: game.id, isActive: number % 2 === 0 })
  if (what === 'revenue') await store.revenue.put(game.id, [{ day: Math.floor(now / DAY_MINUTES), amount: number }])
}

async function recordGap(universeId: number, now: number): Promise<void> {
  const cursor = { minute: now, clockWasWrong: false }
  const gap = { universeId, from: now, until: now + 1, reason: 'platform error' } as const
  await http.store.series.recordTick({ minute: now, samples: [], gaps: [gap], facts: [], schedules: [], cursor })
}

/** Damages a week in the file, as a failing disk would, and lets the daily verification find it. */
async function damage(universeId: number, now: number, number: number): Promise<void> {
  await http.write(universeId, [now - DAY_MINUTES], { ccu: number })
  flipBit({ file: http.databaseFile, universeId, minute: now - DAY_MINUTES }, number)
  await http.store.series.damage(universeId, { from: now - WEEK_MINUTES, until: now }, 'fresh')
}

async function revokeKey(account: Account): Promise<void> {
  const key = await http.services.keys.create(account, 'soon revoked')
  const { secret } = key
  const all = await paths({ account, key: secret })
  const before = []
  for (const path of all) before.push((await http.ask(path, { key: secret })).status)
  await http.services.keys.revoke(key)
  for (const [index, path] of all.entries()) {
    const { status } = await http.ask(path, { key: secret })
    expect(status, `${path} with a revoked key, answered ${before[index]} before`).toBe(401)
  }
}

async function removeAndRestore(universeId: number, now: number): Promise<void> {
  const { store } = http
  const from = now - OLD_DAYS * DAY_MINUTES
  const isRemoved = await store.series.isThinnedOut(universeId, from)
  // The week of the last sample is never thinned out.
  if (!isRemoved) await http.write(universeId, [from, from + 1, from + 2, now - 1], { ccu: 7 })
  await store.series.maintain()
  await expectSame('removing old samples')
  const everything = { from: from - WEEK_MINUTES, until: now, isDryRun: false }
  const { samples } = await store.removedSamples.restore({ universeId, ...everything })
  restored += samples
}

async function paths({ account }: Tenant): Promise<string[]> {
  const games = await http.services.findGame.ofAccount(account)
  const universeIds = http.simulator.world.games.slice(0, UNIVERSES).map((game) => game.universeId)
  return [
    '/games',
    '/games/stats',
    '/rankings',
    '/rankings?by=change&limit=2',
    '/games/summary',
    ...games.flatMap(({ id }) => [`/games/${id}/stats`, `/games/${id}/summary`]),
    // The games of other accounts must be rejected as well.
    ...universeIds.map((id) => `/games/${id}/stats`),
  ]
}

const contentOf = ({ status, headers, text }: TestResponse) => ({
  status,
  text,
  headers: Object.fromEntries(
    Object.entries(headers)
      .filter(([name]) => !VOLATILE.includes(name))
      .map(([name, value]) => [name, name === 'vary' ? value?.split(', ').sort() : value]),
  ),
})

/** Sends the same requests to a second server on the same data, which has prepared nothing. */
async function requestAgain(all: readonly { readonly path: string; readonly key: string }[]) {
  const server = await startHttp(createApp(http.services, SETTINGS, openLog('silent')), '127.0.0.1', 0)
  const answers: ReturnType<typeof contentOf>[] = []
  for (const { path, key } of all) answers.push(contentOf(await http.ask(path, { key, port: server.port })))
  await server.stop(1_000)
  return answers
}

async function expectSame(step: string): Promise<void> {
  const all = (
    await Promise.all(tenants.map(async (tenant) => (await paths(tenant)).map((path) => ({ path, key: tenant.key }))))
  ).flat()
  const expected = await requestAgain(all)
  for (const [index, { path, key }] of all.entries())
    for (const time of ['first', 'second']) {
      const found = contentOf(await http.ask(path, { key }))
      // An account whose trial ended may ask 30 times a minute, and each server counts by itself.
      if ([found.status, expected[index]?.status].includes(429)) continue
      expect(found, `${path} after ${step}, the ${time} time`).toEqual(expected[index])
    }
}

it(
  'answers as it would now also after samples were removed and restored [API-80]',
  async () => {
    await http.track(0)
    // Retention waits until the platform has confirmed the clock.
    await http.tick()
    await act({ what: 'removed samples restored', tenant: 0, universe: 0, number: 1 })
    await expectSame('restoring samples')
    expect(restored).toBeGreaterThan(0)
  },
  TIMEOUT_MS,
)

it(
  'answers prepared bytes as they would be made now, to whom they belong [API-80]',
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(action, { minLength: 3, maxLength: 12 }), async (actions) => {
        await expectSame('the beginning')
        for (const one of actions) {
          await act(one)
          await expectSame(JSON.stringify(one))
        }
      }),
      { numRuns: rounds({ short: 2, long: 100 }) },
    )
  },
  TIMEOUT_MS,
)
