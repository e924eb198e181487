// An app that polls from several loopback addresses, with what the simulator saw from each.
import { expect } from 'vitest'
import { track } from '../../sampling/series.js'
import { startApp, type TestApp, type TestAppOptions } from '../../support/start-app.js'

export const [A, B, C] = ['127.0.0.2', '127.0.0.3', '127.0.0.4'] as const
export type Fault = ReturnType<NonNullable<TestApp['simulator']['settings']['intercept']>>

export interface OpenOptions extends TestAppOptions {
  readonly addresses?: readonly string[]
  /** How many games are tracked. */
  readonly games?: number
}

export async function openFrom({ addresses = [A, B], games = 3, ...options }: OpenOptions = {}) {
  const app = await startApp({
    ...options,
    environment: { POLLER_ADDRESSES: addresses.join(','), ...options.environment },
    simulator: { games: Math.max(12, games), ...options.simulator },
  })
  const ids = await track(app, { games: Array.from({ length: games }, (_, index) => index) })
  app.simulator.requests.length = 0
  return { app, ids }
}

/** Answers every request from these addresses with a fault, until it is called again. */
export function failFrom(app: TestApp, addresses: readonly string[], fault: Fault): void {
  app.simulator.settings.intercept = ({ address }) => (addresses.includes(address) ? fault : undefined)
}

export const seenFrom = (app: TestApp): string[] => [...new Set(app.simulator.requests.map(({ address }) => address))]

export const stateOf = async (app: TestApp, address: string) =>
  (await app.services.checkHealth()).poller.addresses?.find((one) => one.address === address) ?? expect.fail(address)

export const requestedIds = (query: string): number[] =>
  (new URLSearchParams(query).get('universeIds') ?? '').split(',').filter(Boolean).map(Number)
