import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startHttpApp, type TestHttp } from '../../support/start-http.js'

let http: TestHttp
let isOverloaded = false
beforeAll(async () => {
  http = await startHttpApp({
    settings: {
      isOverloaded: () => isOverloaded,
      metricsToken: 'metrics-token',
      corsOrigins: ['https://studio.example'],
    },
  })
})
afterAll(() => http.stop())

describe('a service beyond its capacity [PROCESS-40]', () => {
  it('answers 503 with Retry-After to requests of the API, also to those whose answer is prepared', async () => {
    await http.track(0)
    for (const path of ['/games', '/games/stats', '/games/stats', '/unknown']) {
      isOverloaded = false
      await http.ask(path)
      isOverloaded = true
      const answer = await http.ask(path, { headers: { origin: 'https://studio.example' } })
      expect(answer.status).toBe(503)
      expect(answer.json()).toMatchObject({ success: false, code: 'UNAVAILABLE' })
      expect(answer.headers).toMatchObject({
        'retry-after': '2',
        'cache-control': 'no-store',
        'access-control-allow-origin': 'https://studio.example',
      })
    }
  })

  it('does not count what it rejects against the limit of the account', async () => {
    isOverloaded = false
    const before = Number((await http.ask('/games')).headers['x-ratelimit-remaining'])
    isOverloaded = true
    for (let count = 0; count < 5; count++) await http.ask('/games')
    isOverloaded = false
    expect(Number((await http.ask('/games')).headers['x-ratelimit-remaining'])).toBe(before - 1)
  })

  it('is explained to people in words, and their browser reloads the page', async () => {
    isOverloaded = true
    for (const path of ['/', '/status', '/games/1', '/platform/group/1/name']) {
      const answer = await http.ask(`~${path}`, { key: null, headers: { accept: 'text/html' } })
      expect(answer).toMatchObject({
        status: 503,
        text: 'Headcount has too much to do now. Try again in a few seconds.',
      })
      expect(answer.headers).toMatchObject({ 'retry-after': '2', refresh: '3', 'cache-control': 'no-store' })
    }
  })

  it('goes on answering health and metrics', async () => {
    isOverloaded = true
    expect((await http.ask('~/healthz', { key: null })).status).toBe(200)
    expect((await http.ask('~/readyz', { key: null })).json()).toHaveProperty('status')
    const headers = { authorization: 'Bearer metrics-token' }
    expect((await http.ask('~/metrics', { key: null, headers })).status).toBe(200)
  })

  it('answers as usual as soon as it has caught up', async () => {
    isOverloaded = true
    expect((await http.ask('/games')).status).toBe(503)
    isOverloaded = false
    expect((await http.ask('/games')).status).toBe(200)
  })
})
