// A simulator at a fixed time, and a short way to ask it.

import { type SimulatorHandle, type SimulatorOptions, startSimulator } from '../../src/simulator/simulator.js'
import { afterEachTest } from '../support/test-run.js'

export const NOON = Date.UTC(2026, 9, 7, 12, 0, 20)

export const clockAt = (start = NOON) => {
  let now = start
  const advance = (ms: number): void => {
    now += ms
  }
  return { now: () => now, monotonic: () => now, advance }
}

const running: SimulatorHandle[] = []

afterEachTest(async () => {
  await Promise.all(running.splice(0).map((simulator) => simulator.close()))
})

/** Closed after the test. */
export const simulate = async (options: Partial<SimulatorOptions> = {}): Promise<SimulatorHandle> => {
  const simulator = await startSimulator({ port: 0, clock: clockAt(), rateLimits: 'off', ...options })
  running.push(simulator)
  return simulator
}

export interface SimulatorResponse {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  // biome-ignore lint/suspicious/noExplicitAny: tests read answers of every shape.
  readonly json: any
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** `path` begins with the service: `games/v1/games?universeIds=1`. */
export const ask = async (
  simulator: SimulatorHandle,
  path: string,
  init: RequestInit = {},
): Promise<SimulatorResponse> => {
  const [service = '', ...rest] = path.split('/')
  const response = await fetch(`${simulator.url.replace('{service}', service)}/${rest.join('/')}`, init)
  const text = await response.text()
  return { status: response.status, headers: response.headers, text, json: parsed(text) }
}

export const send = (
  simulator: SimulatorHandle,
  path: string,
  body: unknown,
  headers: Record<string, string> = {},
  method = 'POST',
): Promise<SimulatorResponse> =>
  ask(simulator, path, {
    method,
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', ...headers },
  })

export const idsOf = (simulator: SimulatorHandle): number[] => simulator.world.games.map((game) => game.universeId)

/** The n-th game, the largest first. */
export const gameAt = (simulator: SimulatorHandle, index: number) => {
  const game = simulator.world.games[index]
  if (!game) throw new Error(`no game ${index}`)
  return game
}
