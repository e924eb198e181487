// Helpers for the tests of the legacy routes: an HTTP server without a key, and the requests that the simulator
// received.
import { expect } from 'vitest'
import type { z } from 'zod'
import { NOON } from '../../support/start-app.js'
import { startHttpApp, type TestHttp, type TestHttpOptions, type TestResponse } from '../../support/start-http.js'

export const startLegacy = (options: TestHttpOptions = {}): Promise<TestHttp> =>
  startHttpApp({
    ...options,
    settings: { legacySegments: ['platform', 'roblox'], legacyRequestsPerMinute: 100_000, ...options.settings },
  })

/**
 * Starts at the beginning of a minute of a running clock, because the windows of the platform's own limits are aligned
 * to it.
 */
export function startWithRealLimits(): Promise<TestHttp> {
  const started = Date.now()
  return startLegacy({
    simulator: {
      rateLimits: 'real',
      clock: { now: () => NOON + Date.now() - started, monotonic: () => NOON + Date.now() - started },
    },
  })
}

export type LegacyFault = ReturnType<NonNullable<TestHttp['simulator']['settings']['intercept']>>

/** All prefixes of the legacy routes under the default configuration. */
export const FORMS = ['/api/platform', '/api/roblox', '/platform', '/roblox'] as const

export const get = (http: TestHttp, path: string): Promise<TestResponse> => http.ask(`~${path}`, { key: null })

/** Expects a success whose body matches a strict schema, and which is not stale unless the test says so. */
export async function expectBody<Schema extends z.ZodType>(
  answer: TestResponse,
  schema: Schema,
  { stale = false } = {},
): Promise<z.output<Schema>> {
  expect(answer.status, answer.text).toBe(200)
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
  expect(answer.headers['x-headcount-stale']).toBe(stale ? '1' : undefined)
  expect(answer.headers.etag).toBeTruthy()
  expect(Number(answer.headers['x-ratelimit-limit'])).toBeGreaterThan(0)
  return schema.parse(answer.json())
}

export function expectError(answer: TestResponse, status: number, code: string, phrase: RegExp): void {
  expect(answer.status, answer.text).toBe(status)
  expect(answer.json()).toEqual({ success: false, error: expect.stringMatching(phrase), code })
  for (const name of ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset']) {
    expect(answer.headers[name]).toMatch(/^\d+$/)
  }
}

/** The requests that the simulator received, in order, for example `POST users/v1/users`. */
export const simulatorCalls = (http: TestHttp): string[] =>
  http.simulator.requests.map(({ method, service, path }) => `${method} ${service}${path}`)

/** Answers the first `times` requests whose path matches with a fault. */
export function fail(http: TestHttp, path: RegExp, fault: LegacyFault, times = Number.POSITIVE_INFINITY): void {
  let left = times
  http.simulator.settings.intercept = (request) => (path.test(request.path) && left-- > 0 ? fault : undefined)
}

export const ERROR_500: LegacyFault = { status: 500, body: '{"errors":[{"code":0,"message":"InternalServerError"}]}' }

/** The ways in which the platform can fail. */
export const FAILURES: [string, LegacyFault][] = [
  ['an error 500', ERROR_500],
  ['garbage', { status: 200, body: '<html>Sorry</html>' }],
  ['a truncated body', { truncate: true, status: 200, body: '{"data":[{"id":1,"name":"' }],
  ['a reset', { reset: true }],
]

/** Ids that do not exist in the simulator, and some that do: see src/simulator/world/people.ts and groups.ts. */
export const UNKNOWN = 12_349
