import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startHttpApp, type TestHttp } from '../support/start-http.js'
import { expectRateHeaders, expectRejection, remainingOf } from './expect-answer.js'

let http: TestHttp
beforeAll(async () => {
  http = await startHttpApp({ settings: { trustProxy: true } })
})
afterAll(() => http.stop())

const from = (address: string) => ({ 'x-forwarded-for': address })
const times = <T>(count: number, make: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => make(index)))
const statuses = (answers: readonly { readonly status: number }[]) => answers.map((answer) => answer.status)

describe('the limit of an account', () => {
  it('is 100 for premium, 500 for enterprise, that of the plan in a trial, and 30 without an API plan [PLANS-1]', async () => {
    const limit = async (terms: Parameters<TestHttp['tenant']>[0]) =>
      (await http.ask('/games', { key: (await http.tenant(terms)).key })).headers['x-ratelimit-limit']
    expect(await limit({ plan: 'premium' })).toBe('100')
    expect(await limit({ plan: 'enterprise' })).toBe('500')
    expect(await limit({ plan: 'premium', status: 'trial', trialDays: 3 })).toBe('100')
    expect(await limit({ plan: 'free' })).toBe('30')
    expect(await limit({ plan: 'enterprise', status: 'expired' })).toBe('30')
  })

  it('lets exactly that many of a burst through, whatever they are answered, then 429 with Retry-After (more than the plan allows)', async () => {
    const { key } = await http.tenant({ plan: 'premium' })
    const paths = ['/games', '/nothing', '/games/x/stats', '/games/999/stats']
    const answers = await times(130, (index) => http.ask(paths[index % 4] ?? '', { key }))
    const rejected = answers.filter((answer) => answer.status === 429)
    expect(rejected).toHaveLength(30)
    for (const answer of rejected) {
      expectRejection(answer, 429, 'RATE_LIMIT_EXCEEDED')
      expect(remainingOf(answer)).toBe(0)
      expect(Number(answer.headers['retry-after'])).toBeGreaterThanOrEqual(1)
      expect(Number(answer.headers['retry-after'])).toBeLessThanOrEqual(60)
    }
    const left = answers.filter((answer) => answer.status !== 429).map(remainingOf)
    expect(left.sort((a, b) => a - b)).toEqual(Array.from({ length: 100 }, (_, index) => index))
  })

  it('is shared by all its keys, and by no other account [API-4]', async () => {
    const { account, key } = await http.tenant({ plan: 'premium' })
    const second = await http.services.keys.create(account, 'second')
    const other = await http.tenant({ plan: 'premium' })
    expect(remainingOf(await http.ask('/games', { key }))).toBe(99)
    expect(remainingOf(await http.ask('/games', { key: second.secret }))).toBe(98)
    expect(remainingOf(await http.ask('/games', { key: other.key }))).toBe(99)
  })

  it('counts 304, 404, 405, 403, 400 and HEAD like any answer', async () => {
    const { key } = await http.tenant({ plan: 'premium', status: 'trial', trialDays: 3 })
    const etag = (await http.ask('/games', { key })).headers.etag ?? ''
    const answers = [
      await http.ask('/games', { key, headers: { 'if-none-match': etag } }),
      await http.ask('/nothing', { key }),
      await http.ask('/games', { key, method: 'DELETE' }),
      await http.ask('/games/1/export', { key }),
      await http.ask('/games/x/stats', { key }),
      await http.ask('/games', { key, method: 'HEAD' }),
    ]
    expect(statuses(answers)).toEqual([304, 404, 405, 403, 400, 200])
    expect(answers.map(remainingOf)).toEqual([98, 97, 96, 95, 94, 93])
    for (const answer of answers) expectRateHeaders(answer, 100)
  })
})

describe('callers without a valid key', () => {
  it('fail 30 times a minute and address, then get 429 (brute force on keys) [API-5]', async () => {
    const answers = await times(40, () => http.ask('/games', { key: null, headers: from('192.0.2.1') }))
    expect(statuses(answers).filter((status) => status === 401)).toHaveLength(30)
    const rejected = answers.filter((answer) => answer.status === 429)
    expect(rejected).toHaveLength(10)
    for (const answer of rejected) {
      expectRejection(answer, 429, 'RATE_LIMIT_EXCEEDED')
      expectRateHeaders(answer, 30)
      expect(answer.headers['retry-after']).toMatch(/^[1-9]\d?$/)
    }
    const elsewhere = await http.ask('/games', { key: null, headers: from('192.0.2.2') })
    expectRejection(elsewhere, 401, 'INVALID_API_KEY')
    expect(remainingOf(elsewhere)).toBe(29)
  })

  it('never make a valid key of the same address wait [API-5]', async () => {
    await times(35, () => http.ask('/games', { key: 'wrong', headers: from('192.0.2.3') }))
    const { key } = await http.tenant()
    const answer = await http.ask('/games', { key, headers: from('192.0.2.3') })
    expect(answer.status).toBe(200)
    expect(remainingOf(answer)).toBe(499)
  })

  it('are counted by the /64 of an IPv6 address [LEGACY-2]', async () => {
    const near = await times(31, (index) =>
      http.ask('/games', { key: null, headers: from(`2001:db8:0:7::${index.toString(16)}`) }),
    )
    expect(statuses(near).filter((status) => status === 429)).toHaveLength(1)
    const far = await http.ask('/games', { key: null, headers: from('2001:db8:0:8::1') })
    expect(far.status).toBe(401)
  })
})

it('believes no X-Forwarded-For where no proxy is trusted (brute force with forged addresses)', async () => {
  const plain = await startHttpApp()
  try {
    const answers = await times(31, (index) => plain.ask('/games', { key: null, headers: from(`192.0.2.${index}`) }))
    expect(statuses(answers).filter((status) => status === 429)).toHaveLength(1)
  } finally {
    await plain.stop()
  }
})
