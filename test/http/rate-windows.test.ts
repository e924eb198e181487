import express from 'express'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { HeadcountError } from '../../src/domain/error.js'
import { RateLimits } from '../../src/http/rate-limit.js'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
})

/** A response double that stores headers only. */
function headersOnly() {
  const headers: Record<string, string> = {}
  const response = Object.create(express.response, {
    set: { value: (more: Record<string, string>) => Object.assign(headers, more) },
  }) as express.Response
  return { headers, response }
}

async function isLetThrough(limits: RateLimits, subject: string, limit: number): Promise<boolean> {
  return limits.count(subject, limit, headersOnly().response).then(
    () => true,
    (error: unknown) => {
      if (error instanceof HeadcountError && error.code === 'RATE_LIMIT_EXCEEDED') return false
      throw error
    },
  )
}

const burst = async (limits: RateLimits, subject: string, count: number, limit: number): Promise<number> =>
  (await Promise.all(Array.from({ length: count }, () => isLetThrough(limits, subject, limit)))).filter(Boolean).length

describe('a window of requests', () => {
  it('lets exactly its limit of any burst through, for each subject alone, and again when it is over', async () => {
    const limit = fc.integer({ min: 1, max: 120 })
    const count = fc.integer({ min: 0, max: 300 })
    await fc.assert(
      fc.asyncProperty(limit, count, count, async (most, first, second) => {
        const limits = new RateLimits()
        expect(await burst(limits, 'a', first, most)).toBe(Math.min(first, most))
        expect(await burst(limits, 'b', second, most)).toBe(Math.min(second, most))
        vi.advanceTimersByTime(60_001)
        expect(await burst(limits, 'a', second, most)).toBe(Math.min(second, most))
      }),
      { numRuns: 40 },
    )
  })

  it('is over within a minute for its clients, also where the clock is set back meanwhile [API-3]', async () => {
    const limits = new RateLimits()
    await burst(limits, 'a', 3, 3)
    vi.setSystemTime(Date.now() - 3_600_000)
    const now = Date.now() / 1_000
    const error = await limits.count('a', 3, headersOnly().response).catch((caught: unknown) => caught)
    expect(error).toMatchObject({ options: { retryAfterSeconds: 60 } })
    const window = await limits.peek('a', 3)
    expect(window.reset - now).toBeLessThanOrEqual(61)
    // A window that ends together with this one ends within a minute too.
    expect(await limits.countWithin(window, 'b', 1)).toBe(true)
    expect(await limits.countWithin(window, 'b', 1)).toBe(false)
    vi.advanceTimersByTime(62_000)
    expect(await limits.countWithin(await limits.open('a', 3), 'b', 1)).toBe(true)
  })

  it('begins with its first request and is not made longer by those that it rejects', async () => {
    const limits = new RateLimits()
    expect(await burst(limits, 'a', 5, 3)).toBe(3)
    for (let second = 0; second < 59; second++) {
      vi.advanceTimersByTime(1_000)
      expect(await isLetThrough(limits, 'a', 3)).toBe(false)
    }
    vi.advanceTimersByTime(1_001)
    expect(await burst(limits, 'a', 5, 3)).toBe(3)
  })

  it('shows its limit, what is left and the one second at which it ends [API-3]', async () => {
    vi.setSystemTime(1_800_000_000_250)
    const limits = new RateLimits()
    const shown: Record<string, string>[] = []
    for (let request = 0; request < 3; request++) {
      const { headers, response } = headersOnly()
      await limits.count('a', 3, response)
      shown.push(headers)
      vi.advanceTimersByTime(7_000)
    }
    const reset = '1800000061'
    expect(shown).toEqual(
      ['2', '1', '0'].map((left) => ({
        'X-RateLimit-Limit': '3',
        'X-RateLimit-Remaining': left,
        'X-RateLimit-Reset': reset,
      })),
    )
  })

  it('answers the rejected when it ends', async () => {
    const limits = new RateLimits()
    await burst(limits, 'a', 3, 3)
    vi.advanceTimersByTime(42_500)
    await expect(limits.count('a', 3, headersOnly().response)).rejects.toMatchObject({
      code: 'RATE_LIMIT_EXCEEDED',
      options: { retryAfterSeconds: 18 },
    })
  })

  it('can be looked at without counting', async () => {
    const limits = new RateLimits()
    expect(await limits.peek('a', 3)).toMatchObject({ limit: 3, remaining: 3 })
    await burst(limits, 'a', 2, 3)
    for (let time = 0; time < 5; time++) expect(await limits.peek('a', 3)).toMatchObject({ remaining: 1 })
  })
})
