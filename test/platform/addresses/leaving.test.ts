// Every call of the poller leaves from an address that the operator named, and the calls are shared by what the limits leave.
import { networkInterfaces } from 'node:os'
import { Agent, request } from 'undici'
import { afterEach, describe, expect, it, onTestFinished } from 'vitest'
import { openPlatform } from '../../../src/platform/open-platform.js'
import { startSimulator } from '../../../src/simulator/simulator.js'
import { samplesOf } from '../../sampling/series.js'
import type { TestApp } from '../../support/start-app.js'
import { A, B, C, openFrom, requestedIds, seenFrom } from './open-lines.js'

const never = new AbortController().signal
const VOTES = '/v1/games/votes'
let app: TestApp
afterEach(() => app.stop())

async function open(options: Parameters<typeof openFrom>[0] = {}): Promise<number[]> {
  const opened = await openFrom(options)
  app = opened.app
  return opened.ids
}

/** Everything that the service does by itself: the tick, the market, the ranks, the icons and a look at a new game. */
async function callEverything(): Promise<void> {
  const [, , , hidden = 0, added = 0] = app.simulator.world.games.map(({ universeId }) => universeId)
  app.simulator.hidden.add(hidden)
  const account = await app.services.accounts.create({ name: 'Another', plan: 'enterprise' })
  await app.services.games.add(account, { universeId: hidden })
  await app.services.games.add(account, { universeId: added })
  await app.tick()
  expect((await app.services.countMarket({ stop: never })).error).toBeUndefined()
  expect((await app.services.refreshIcons({ stop: never })).stored).toBeGreaterThan(3)
}

describe('the calls of the poller', () => {
  it('all leave from the named address [PROCESS-35]', async () => {
    await open({ addresses: [A] })
    await callEverything()
    const paths = app.simulator.requests.map(({ path }) => path)
    for (const part of [VOTES, '/v1/universes/', '/explore-api', '/games/icons', '/picture/'])
      expect(paths.filter((path) => path.includes(part)).length, part).toBeGreaterThan(0)
    expect(seenFrom(app)).toEqual([A])
  })

  it('leave from each of several addresses, and from no other [PROCESS-35]', async () => {
    await open({ addresses: [A, B, C], games: 151 })
    await callEverything()
    expect(seenFrom(app).sort()).toEqual([A, B, C])
  })

  it('leave as the system chooses where no address is named [PROCESS-35]', async () => {
    await open({ addresses: [] })
    await callEverything()
    expect(seenFrom(app)).toEqual(['127.0.0.1'])
    expect((await app.services.checkHealth()).poller.addresses).toBeUndefined()
  })
})

describe('the family of an address', () => {
  const hasIPv6 = Object.values(networkInterfaces()).some((all) => all?.some(({ address }) => address === '::1'))

  it.each([
    ['IPv4', A, '127.0.0.1', 'localhost', true],
    ['IPv6', '::1', '::1', '[::1]', hasIPv6],
  ] as const)('is that of the calls: %s [PROCESS-35]', async (_, address, host, name, isPossible) => {
    await open({ addresses: [] })
    if (!isPossible) return
    const simulator = await startSimulator({ port: 0, host, games: 3, clock: app.clock })
    onTestFinished(() => simulator.close())
    const clock = { clock: app.clock, compare: () => undefined }
    const platform = openPlatform(`http://${name}:${simulator.port}/{service}`, clock, [address])
    await platform.probe()
    expect(simulator.requests.map((one) => one.address)).toEqual([address])
    await platform.close()
  })
})

describe('the limits', () => {
  it('are of each address: two carry twice the universes of one [PROCESS-36]', async () => {
    // At this factor an address may ask for the votes of two batches in a window.
    const ids = await open({ games: 200 })
    app.simulator.settings.rateLimits = 0.01
    expect((await app.tick()).sampled).toBe(200)
    const votes = await Promise.all(ids.map(async (id) => (await samplesOf(app, id))[0]?.likes))
    expect(votes.filter((likes) => typeof likes === 'number')).toHaveLength(200)
    const calls = app.simulator.requests.filter(({ path }) => path === VOTES)
    expect(calls.map(({ address }) => address).sort()).toEqual([A, A, B, B])
  })

  it('send the universes of a tick to the address with more left [PROCESS-36]', async () => {
    await open({ games: 100 })
    app.simulator.settings.rateLimits = 'real'
    await spend(A, 150)
    await app.tick()
    app.simulator.requests.length = 0
    await app.tick()
    const calls = app.simulator.requests.filter(({ path }) => path === VOTES)
    expect(calls.map(({ address, query }) => [address, requestedIds(query).length])).toEqual([
      [B, 50],
      [B, 50],
    ])
  })

  it('of all addresses make up the headroom, without one that fails [PROCESS-22]', async () => {
    const headroomFrom = async (addresses: readonly string[]) => {
      await open({ addresses, games: 100 })
      app.simulator.settings.rateLimits = 'real'
      await app.tick()
      const { headroom = Number.NaN } = (await app.services.checkHealth()).poller
      return headroom
    }
    const one = await headroomFrom([A])
    await app.stop()
    const two = await headroomFrom([A, B])
    expect(two + 100).toBe(2 * (one + 100))
    app.simulator.settings.intercept = ({ address }) => (address === A ? { reset: true } : undefined)
    await app.tick()
    expect((await app.services.checkHealth()).poller.headroom).toBe(one)
  })
})

/** Uses up the votes calls of an address as another program on the same machine would. */
async function spend(localAddress: string, calls: number): Promise<void> {
  const dispatcher = new Agent({ localAddress })
  const url = `${app.simulator.url.replace('{service}', 'games')}${VOTES}?universeIds=1`
  for (let call = 0; call < calls; call++) await (await request(url, { dispatcher })).body.dump()
  await dispatcher.close()
}
