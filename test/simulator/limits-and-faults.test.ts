// How the simulator rejects, fails and keeps its books.
import { describe, expect, it } from 'vitest'
import { legacyErrorBody } from '../../src/platform/schemas/errors.js'
import { gameDetailsRow } from '../../src/platform/schemas/universes.js'
import { ask, clockAt, gameAt, idsOf, NOON, send, simulate } from './ask.js'

describe('rate limits', () => {
  it('are stated in the headers, in the form of the platform', async () => {
    const simulator = await simulate({ rateLimits: 'real' })
    const { headers } = await ask(simulator, `games/v1/games?universeIds=${idsOf(simulator)}`)
    expect(headers.get('x-ratelimit-limit')).toBe('300, 300;w=60, 300;w=60')
    expect(headers.get('x-ratelimit-remaining')).toBe('299')
    // The clock stands 20 seconds after the minute, and windows are aligned to it.
    expect(headers.get('x-ratelimit-reset')).toBe('40')
  })

  it('reject with 429 and retry-after, and end with the window', async () => {
    const clock = clockAt()
    const simulator = await simulate({ rateLimits: 'real', clock })
    const path = 'users/v1/users/21/username-history'
    expect((await ask(simulator, path)).status).toBe(200)
    const rejected = await ask(simulator, path)
    expect([rejected.status, rejected.headers.get('retry-after')]).toEqual([429, '40'])
    expect(legacyErrorBody.parse(rejected.json).errors[0]).toMatchObject({ code: 0, message: 'Too many requests' })
    clock.advance(40_000)
    expect((await ask(simulator, path)).status).toBe(200)
  })

  it('count an endpoint as one whatever its ids, and each endpoint for itself', async () => {
    const simulator = await simulate({ rateLimits: 'real' })
    for (let id = 1; id <= 5; id++) await ask(simulator, `groups/v1/groups/${id}`)
    await ask(simulator, 'groups/v1/groups/9')
    await ask(simulator, 'groups/v1/groups/10')
    expect((await ask(simulator, 'groups/v1/groups/11')).status).toBe(429)
    expect((await ask(simulator, 'groups/v2/groups?groupIds=11')).status).toBe(200)
  })

  it('have their own bodies on details and votes, scale, and can be switched off', async () => {
    const simulator = await simulate({ rateLimits: 0.005 })
    const details = `games/v1/games?universeIds=${idsOf(simulator)}`
    const votes = `games/v1/games/votes?universeIds=${idsOf(simulator)}`
    expect((await ask(simulator, votes)).status).toBe(200)
    expect((await ask(simulator, votes)).json.errors[0].code).toBe(10)
    expect((await ask(simulator, details)).headers.get('x-ratelimit-limit')).toMatch(/^2, 2;w=60/)
    await ask(simulator, details)
    expect((await ask(simulator, details)).json.errors[0].code).toBe(4)
    simulator.settings.rateLimits = 'off'
    const free = await ask(simulator, details)
    expect([free.status, free.headers.get('x-ratelimit-limit')]).toEqual([200, null])
  })
})

describe('the clock', () => {
  it('stands in the Date header, shifted by the skew alone', async () => {
    const simulator = await simulate()
    const path = `games/v1/games?universeIds=${gameAt(simulator, 0).universeId}`
    const straight = await ask(simulator, path)
    expect(Date.parse(straight.headers.get('date') ?? '')).toBe(NOON)
    simulator.settings.clockSkewMs = 300_000
    const skewed = await ask(simulator, path)
    expect(Date.parse(skewed.headers.get('date') ?? '')).toBe(NOON + 300_000)
    expect(skewed.text).toBe(straight.text)
  })
})

describe('faults', () => {
  it('come with the asked rate, the same in every run', async () => {
    const statuses = async () => {
      const simulator = await simulate({ errorRate: 0.5 })
      const path = `games/v1/games?universeIds=${gameAt(simulator, 0).universeId}`
      const answers = []
      for (let i = 0; i < 40; i++) answers.push((await ask(simulator, path)).status)
      return answers
    }
    const seen = await statuses()
    expect(new Set(seen)).toEqual(new Set([200, 500, 503]))
    expect(await statuses()).toEqual(seen)
  })

  it('can be anything a test thinks of', async () => {
    const simulator = await simulate()
    simulator.settings.intercept = ({ service, path, query }) =>
      service === 'games' && path === '/v1/games' && query.get('universeIds') === '1'
        ? { status: 200, body: '<html>garbage', headers: { 'content-type': 'text/html' } }
        : undefined
    const garbage = await ask(simulator, 'games/v1/games?universeIds=1')
    expect([garbage.status, garbage.text, garbage.headers.get('content-type')]).toEqual([
      200,
      '<html>garbage',
      'text/html',
    ])
    expect((await ask(simulator, 'games/v1/games?universeIds=2')).json).toEqual({ data: [] })
  })

  it('see the body that was sent', async () => {
    const simulator = await simulate()
    const bodies: string[] = []
    simulator.settings.intercept = ({ body, method }) => {
      bodies.push(`${method} ${body}`)
      return undefined
    }
    await send(simulator, 'presence/v1/presence/users', { userIds: [1] })
    expect(bodies).toEqual(['POST {"userIds":[1]}'])
  })

  it('cut the line, in the middle of a body or before it', async () => {
    const simulator = await simulate()
    simulator.settings.intercept = () => ({ body: '{"data":[]}', truncate: true })
    await expect(ask(simulator, 'games/v1/games?universeIds=1')).rejects.toThrow()
    simulator.settings.intercept = () => ({ reset: true })
    await expect(ask(simulator, 'games/v1/games?universeIds=1')).rejects.toThrow()
    simulator.settings.intercept = undefined
    expect((await ask(simulator, 'games/v1/games?universeIds=1')).status).toBe(200)
  })

  it('hang until the caller gives up, and do not keep the simulator from closing', async () => {
    const simulator = await simulate({ intercept: () => ({ hang: true }) })
    const signal = AbortSignal.timeout(50)
    await expect(ask(simulator, 'games/v1/games?universeIds=1', { signal })).rejects.toThrow()
    ask(simulator, 'games/v1/games?universeIds=1').catch(() => undefined)
    await simulator.close()
  })

  it('delay an answer', async () => {
    const simulator = await simulate({ intercept: () => ({ delayMs: 60, body: '{}' }) })
    const begin = performance.now()
    await ask(simulator, 'games/v1/games?universeIds=1')
    expect(performance.now() - begin).toBeGreaterThan(50)
  })
})

describe('the simulator', () => {
  it('answers 404 for paths that the platform does not have', async () => {
    const simulator = await simulate()
    for (const path of ['games/v1/games/list', 'nothing/v1/games', 'games/v1/games/', 'games']) {
      const answer = await ask(simulator, path)
      expect([answer.status, answer.json]).toEqual([404, { errors: [{ code: 0, message: 'NotFound' }] }])
    }
    expect((await send(simulator, 'games/v1/games?universeIds=1', {})).status).toBe(404)
  })

  it('keeps a log of what it was asked', async () => {
    const simulator = await simulate()
    const [one, two] = idsOf(simulator)
    await ask(simulator, `games/v1/games?universeIds=${one},${two}`)
    await ask(simulator, `develop/v1/universes/${one}`)
    await send(simulator, 'users/v1/usernames/users', { usernames: ['a', 'b', 'c'] })
    const address = '127.0.0.1'
    expect(simulator.requests).toEqual([
      {
        method: 'GET',
        service: 'games',
        path: '/v1/games',
        query: `universeIds=${one},${two}`,
        at: NOON,
        ids: 2,
        address,
      },
      { method: 'GET', service: 'develop', path: `/v1/universes/${one}`, query: '', at: NOON, ids: 1, address },
      { method: 'POST', service: 'users', path: '/v1/usernames/users', query: '', at: NOON, ids: 3, address },
    ])
  })

  it('gives the address that PLATFORM_URL takes, and rejects a port in use', async () => {
    const simulator = await simulate()
    expect(simulator.url).toBe(`http://127.0.0.1:${simulator.port}/{service}`)
    await expect(simulate({ port: simulator.port })).rejects.toThrow(/EADDRINUSE/)
  })

  it('answers the same for the same seed and time', async () => {
    const [one, two] = [await simulate({ seed: 9 }), await simulate({ seed: 9 })]
    const path = `games/v1/games?universeIds=${idsOf(one)}`
    const [first, second] = [await ask(one, path), await ask(two, path)]
    expect(second.text).toBe(first.text)
    expect(gameDetailsRow.parse(first.json.data[0]).playing).toBeGreaterThan(0)
  })
})
