import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { NOON } from '../../support/start-app.js'
import { startHttpApp, type Tenant, type TestHttp } from '../../support/start-http.js'
import { expectRateHeaders, expectRejection } from '../expect-answer.js'

const DAY_MS = 86_400_000
let http: TestHttp
beforeAll(async () => {
  http = await startHttpApp()
})
afterAll(() => http.stop())

const user = async ({ key }: Pick<Tenant, 'key'>) => (await http.ask('/user', { key })).json()

describe('GET /user', () => {
  it('answers the account and what its plan reads, with exactly these fields [API-51]', async () => {
    const tenant = await http.tenant({ name: 'Studio "Ümläut" 🎮', plan: 'premium' })
    const answer = await http.ask('/user', tenant)
    expect(answer.status).toBe(200)
    expectRateHeaders(answer, 100)
    expect(answer.json()).toEqual({
      success: true,
      user: {
        id: tenant.account.id,
        name: 'Studio "Ümläut" 🎮',
        plan: 'premium',
        status: 'active',
        max_games: 25,
        trial: { active: false, ends_at: null },
        created_at: new Date(NOON).toISOString(),
        sampling_interval_minutes: 5,
        retention: { full_days: 90, hourly_days: 730, daily_days: null },
        longest_range_days: { export: 732, summary: 732, series: 732, summary_of_all_games: 92 },
        formats: ['json', 'csv'],
        members: [],
      },
    })
  })

  it('names the members of its account alone, with their roles [API-67]', async () => {
    const [tenant, other] = [await http.tenant({ plan: 'premium' }), await http.tenant({ plan: 'premium' })]
    await http.services.members.add(tenant.account, '80351110224678912', 'owner')
    await http.services.members.add(tenant.account, '80351110224678913', 'viewer')
    await http.services.members.add(other.account, '80351110224678914', 'owner')
    const joined_at = new Date(NOON).toISOString()
    expect(await user(tenant)).toMatchObject({
      user: {
        members: [
          { discord_user_id: '80351110224678912', role: 'owner', joined_at },
          { discord_user_id: '80351110224678913', role: 'viewer', joined_at },
        ],
      },
    })
  })

  it('states a trial and when it ends', async () => {
    const tenant = await http.tenant({ plan: 'enterprise', status: 'trial', trialDays: 3 })
    expect(await user(tenant)).toMatchObject({
      user: {
        plan: 'enterprise',
        status: 'trial',
        max_games: 500,
        trial: { active: true, ends_at: new Date(NOON + 3 * DAY_MS).toISOString() },
      },
    })
  })

  it('keeps the end of a trial that became a subscription, and says that it is none any more', async () => {
    const tenant = await http.tenant({ plan: 'premium', status: 'trial', trialDays: 1 })
    await http.services.accounts.change(`${tenant.account.id}`, { status: 'active' })
    expect(await user(tenant)).toMatchObject({
      user: { status: 'active', trial: { active: false, ends_at: new Date(NOON + DAY_MS).toISOString() } },
    })
  })

  it('follows a change of name and plan at once', async () => {
    const tenant = await http.tenant({ plan: 'premium' })
    const name = `Renamed ${tenant.account.id}`
    await http.services.accounts.change(`${tenant.account.id}`, { name, plan: 'enterprise' })
    expect(await user(tenant)).toMatchObject({ user: { name, plan: 'enterprise', max_games: 500 } })
    expectRateHeaders(await http.ask('/user', tenant), 500)
  })

  it('answers nobody without an API plan', async () => {
    for (const terms of [{ plan: 'free' }, { plan: 'enterprise', status: 'expired' }] as const)
      expectRejection(await http.ask('/user', await http.tenant(terms)), 403, 'SUBSCRIPTION_REQUIRED')
  })

  it('answers 304 to its ETag, and HEAD with the headers alone', async () => {
    const get = await http.ask('/user')
    const again = await http.ask('/user', { headers: { 'if-none-match': get.headers.etag ?? '' } })
    expect([again.status, again.text]).toEqual([304, ''])
    const head = await http.ask('/user', { method: 'HEAD' })
    expect([head.status, head.text, head.headers.etag]).toEqual([200, '', get.headers.etag])
  })
})
