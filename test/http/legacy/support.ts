// What the tests of the old look-ups share: the HTTP server without a key, and the requests that the simulator received meanwhile.
import { expect } from 'vitest'
import type { z } from 'zod'
import { NOON } from '../../support/start-app.js'
import { startHttpApp, type TestHttp, type TestHttpOptions, type TestResponse } from '../../support/start-http.js'

export const startLegacy = (options: TestHttpOptions = {}): Promise<TestHttp> =>
  startHttpApp({
    ...options,
    settings: { legacySegments: ['platform', 'roblox'], legacyRequestsPerMinute: 100_000, ...options.settings },
  })

/** With the platform's own limits, on a clock that runs, for the windows are aligned to it; from the start of a minute. */
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

/** Both address forms, under every segment of the default configuration. */
export const FORMS = ['/api/platform', '/api/roblox', '/platform', '/roblox'] as const

export const get = (http: TestHttp, path: string): Promise<TestResponse> => http.ask(`~${path}`, { key: null })

/** A success, its body held against a strict schema; never stale unless it is said so. */
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

/** What the simulator was asked, as `POST users/v1/users`, in order. */
export const simulatorCalls = (http: TestHttp): string[] =>
  http.simulator.requests.map(({ method, service, path }) => `${method} ${service}${path}`)

/** Answers requests whose path matches with a fault, the first `times` of them. */
export function fail(http: TestHttp, path: RegExp, fault: LegacyFault, times = Number.POSITIVE_INFINITY): void {
  let left = times
  http.simulator.settings.intercept = (request) => (path.test(request.path) && left-- > 0 ? fault : undefined)
}

export const ERROR_500: LegacyFault = { status: 500, body: '{"errors":[{"code":0,"message":"InternalServerError"}]}' }

/** How a platform fails for good. */
export const FAILURES: [string, LegacyFault][] = [
  ['an error 500', ERROR_500],
  ['garbage', { status: 200, body: '<html>Sorry</html>' }],
  ['a truncated body', { truncate: true, status: 200, body: '{"data":[{"id":1,"name":"' }],
  ['a reset', { reset: true }],
]

/** An id that no configuration of the world knows, one it does, and so on: see src/simulator/world/people.ts, groups.ts. */
export const UNKNOWN = 12_349
