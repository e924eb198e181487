// Some lookups read many pages of the platform. A client that sends many of them must not delay other clients.
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { TestHttp, TestResponse } from '../../support/start-http.js'
import { startLegacy } from './support.js'

let http: TestHttp
beforeEach(async () => {
  http = await startLegacy({ settings: { trustProxy: 'loopback' } })
})
afterEach(() => http.stop())

const ask = (path: string, address: string): Promise<TestResponse> =>
  http.ask(`~/platform${path}`, { key: null, headers: { 'x-forwarded-for': address } })

it.each([
  ['GetVisits', '/Users/GetVisits?username=', '125', /\/users\/9\d\d\d\/games/],
  ['Usernames', '/Users/Usernames?userId=', '125', /\/users\/9\d\d\d\/username-history/],
  ['SearchMusic', '/Assets/SearchMusic/', 'piano', /"9\d\d\d"/],
])('sixty of %s that hang, from one address, leave room for another address', async (_, path, other, hangs) => {
  let held = 0
  http.simulator.settings.intercept = ({ path, body }) => {
    if (!hangs.test(path + body)) return undefined
    held++
    return { hang: true }
  }
  const hanging = Array.from({ length: 60 }, (_, n) => ask(`${path}${9_000 + n}`, '203.0.113.1'))
  const ended = Promise.allSettled(hanging)
  await vi.waitFor(() => expect(held).toBe(3), { timeout: 60_000 })
  expect((await ask(`${path}${other}`, '203.0.113.2')).status).toBe(200)
  await http.stop()
  await ended
  http = await startLegacy()
})

it('the same question is asked as often as one likes', async () => {
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => ask('/Users/GetVisits?username=125', '203.0.113.1')),
  )
  expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200))
})
