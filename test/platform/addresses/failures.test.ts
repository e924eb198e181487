// An address that fails gives its universes to the others within the same tick, and comes back by itself.
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { minuteOf } from '../../../src/domain/clock.js'
import { openPlatform } from '../../../src/platform/open-platform.js'
import { gapsOf, samplesOf } from '../../sampling/series.js'
import { NOON, type TestApp } from '../../support/start-app.js'
import { A, B, C, type Fault, failFrom, openFrom, seenFrom, stateOf } from './open-lines.js'

let app: TestApp
afterEach(() => app.stop())

async function open(options: Parameters<typeof openFrom>[0] = {}): Promise<number[]> {
  const opened = await openFrom(options)
  app = opened.app
  return opened.ids
}

/** Only the clock by which an address rests is set; everything else takes its time. */
function restClock(): (ms: number) => void {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  return (ms) => void vi.advanceTimersByTime(ms)
}

const faults: [string, Fault, string][] = [
  ['breaks every connection', { reset: true }, 'failing'],
  ['is limited', { status: 429, headers: { 'retry-after': '60' }, body: 'Too many requests' }, 'limited'],
  ['is turned away', { status: 403, body: 'Forbidden' }, 'failing'],
]

describe('an address', () => {
  it.each(faults)('that %s for a tick gives its universes to the other [PROCESS-37]', async (_, fault, state) => {
    await open({ games: 200 })
    failFrom(app, [A], fault)
    expect(await app.tick()).toMatchObject({ sampled: 200, gaps: [] })
    expect(seenFrom(app).sort()).toEqual([A, B])
    expect(await stateOf(app, A)).toMatchObject({ state })
    expect(await stateOf(app, B)).toMatchObject({ state: 'running' })
  })

  it('that swallows every call gives its universes to the other within the tick [PROCESS-37]', async () => {
    await open({ games: 200 })
    failFrom(app, [A], { hang: true })
    expect(await app.tick()).toMatchObject({ sampled: 200, gaps: [] })
    expect(await stateOf(app, A)).toMatchObject({ state: 'failing', detail: 'No answer: UND_ERR_HEADERS_TIMEOUT.' })
  })

  it('that this machine lost, or that cannot reach the platform, gives its universes to the other [PROCESS-37]', async () => {
    const ids = await open({ games: 200 })
    for (const [lost, code] of [
      ['203.0.113.7', /EADDRNOTAVAIL/],
      ['::1', /EINVAL|EADDRNOTAVAIL|EAFNOSUPPORT/],
    ] as const) {
      const clock = { clock: app.clock, compare: () => undefined }
      const platform = openPlatform(app.simulator.url, clock, [lost, B])
      const stop = new AbortController().signal
      const { read, missing } = await platform.readUniverses(ids, { withinMs: 20_000, stop })
      expect([read.length, missing.size]).toEqual([200, 0])
      const found = platform.addresses()
      expect(found).toMatchObject([
        { address: lost, state: 'failing' },
        { address: B, state: 'running' },
      ])
      expect(found[0]?.detail).toMatch(code)
      await platform.close()
    }
  })

  it('that fails for an hour loses no sample, is asked now and then, and comes back by itself [PROCESS-37]', async () => {
    const ids = await open({ games: 60 })
    const pass = restClock()
    failFrom(app, [A], { reset: true })
    for (let minute = 0; minute < 60; minute++) {
      expect(await app.tick()).toMatchObject({ sampled: 60, gaps: [] })
      app.clock.advance(1)
      pass(60_000)
    }
    const retries = app.simulator.requests.filter(({ address }) => address === A).length
    expect(retries).toBeGreaterThanOrEqual(60)
    expect(retries).toBeLessThan(70)
    app.simulator.settings.intercept = undefined
    app.simulator.requests.length = 0
    await app.tick()
    expect(await stateOf(app, A)).toEqual({ address: A, state: 'running' })
    expect(seenFrom(app).sort()).toEqual([A, B])
    for (const id of ids) expect(await samplesOf(app, id)).toHaveLength(61)
  })

  it('that worked again is not asked twice for what it answered [PROCESS-37]', async () => {
    const ids = await open({ addresses: [A, B, C], games: 200 })
    let left = 3
    const answered: string[] = []
    app.simulator.settings.intercept = ({ path, query }) => {
      if (left-- > 0) return { reset: true }
      answered.push(...(query.get('universeIds') ?? '').split(',').map((id) => `${path} ${id}`))
      return undefined
    }
    expect(await app.tick()).toMatchObject({ sampled: 200, gaps: [] })
    expect(answered.sort()).toEqual(ids.flatMap((id) => [`/v1/games ${id}`, `/v1/games/votes ${id}`]).sort())
  })
})

describe('where every address fails', () => {
  it('the tick is a gap with its reason, and the next one works again [PROCESS-37]', async () => {
    const [one = 0] = await open({ games: 3 })
    const pass = restClock()
    failFrom(app, [A, B], { reset: true })
    expect(await app.tick()).toMatchObject({ sampled: 0 })
    const FIRST = minuteOf(NOON)
    expect(await gapsOf(app, one)).toEqual([
      { universeId: one, from: FIRST, until: FIRST + 1, reason: 'platform error' },
    ])
    expect(await stateOf(app, B)).toMatchObject({ state: 'failing' })
    app.simulator.settings.intercept = undefined
    app.clock.advance(1)
    pass(60_000)
    expect(await app.tick()).toMatchObject({ sampled: 3, gaps: [] })
  })

  it('the calls are as many as one address would make, and one round more [PROCESS-37]', async () => {
    await open({ addresses: [A, B, C], games: 1 })
    failFrom(app, [A, B, C], { reset: true })
    await app.tick()
    // Details and votes: four attempts each, and one for each other address while it was not known to fail.
    expect(app.simulator.requests.length).toBeLessThanOrEqual(2 * (4 + 2))
  })

  it('all limited, the calls wait for the first limit that ends [PROCESS-37]', async () => {
    await open({ games: 1 })
    const limited = (seconds: string): Fault => ({ status: 429, headers: { 'retry-after': seconds }, body: '' })
    const first = new Set<string>()
    app.simulator.settings.intercept = ({ address, path }) => {
      if (first.size === 4 || first.has(address + path)) return undefined
      first.add(address + path)
      return limited(address === A ? '40' : '1')
    }
    expect(await app.tick()).toMatchObject({ sampled: 1, gaps: [] })
    expect(app.simulator.requests.slice(-2).map(({ address }) => address)).toEqual([B, B])
  })
})
