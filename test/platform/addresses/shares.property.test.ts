// Whatever some of the addresses do, each universe is answered exactly once, as long as one of them works.
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openPlatform } from '../../../src/platform/open-platform.js'
import { type SimulatorHandle, startSimulator } from '../../../src/simulator/simulator.js'
import { TestClock } from '../../support/start-app.js'
import { type Fault, requestedIds } from './open-lines.js'

const GAMES = 400
let simulator: SimulatorHandle
beforeAll(async () => {
  simulator = await startSimulator({ port: 0, seed: 1, games: GAMES, rateLimits: 'off', clock: new TestClock() })
})
afterAll(() => simulator.close())

const fault = fc.constantFrom<Fault>(
  { reset: true },
  { status: 429, headers: { 'retry-after': '60' }, body: '' },
  { status: 403, body: '' },
)
/** What an address does, and after how many answers. */
const behavior = fc.option(fc.record({ after: fc.nat(6), fault }), { nil: undefined })

it('the shares of the addresses are complete and disjoint [PROCESS-36, PROCESS-37]', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(behavior, { maxLength: 4 }),
      fc.integer({ min: 1, max: GAMES }),
      async (others, count) => {
        const behaviors = [...others, undefined]
        const addresses = behaviors.map((_, index) => `127.0.1.${index + 1}`)
        const ids = simulator.world.games.slice(0, count).map(({ universeId }) => universeId)
        const shares: Record<string, number[]> = { '/v1/games': [], '/v1/games/votes': [] }
        const seen = new Map<string, number>()
        simulator.settings.intercept = ({ address, path, query }) => {
          const behavior = behaviors[addresses.indexOf(address)]
          const before = seen.get(address) ?? 0
          seen.set(address, before + 1)
          if (behavior && before >= behavior.after) return behavior.fault
          shares[path]?.push(...requestedIds(query.toString()))
          return undefined
        }
        const clock = { clock: new TestClock(), compare: () => undefined }
        const platform = openPlatform(simulator.url, clock, addresses)
        const stop = new AbortController().signal
        const { read } = await platform.readUniverses(ids, { withinMs: 20_000, stop })
        await platform.close()
        const sorted = [...ids].sort((a, b) => a - b)
        expect(read.map(({ facts }) => facts.id).sort((a, b) => a - b)).toEqual(sorted)
        expect(read.every(({ likes }) => likes !== null)).toBe(true)
        for (const share of Object.values(shares)) expect(share.sort((a, b) => a - b)).toEqual(sorted)
      },
    ),
    { numRuns: 60 },
  )
})
