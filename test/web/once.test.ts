// A form that is sent twice has its effect once: a double press gets the same answer, and a failed attempt can be
// repeated.
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { IdempotencyCache } from '../../src/http/web/requests/idempotency.js'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

it('answers the same to a double press, and nothing ten seconds later', async () => {
  const once = new IdempotencyCache<string>()
  const work = vi.fn(async () => 'secret')
  expect(await Promise.all([once.run('a', ['x'], work), once.run('a', ['x'], work)])).toEqual(['secret', 'secret'])
  vi.advanceTimersByTime(10_000)
  expect(await once.run('a', ['x'], work)).toBeUndefined()
  expect(work).toHaveBeenCalledTimes(1)
  expect(await once.run('a', ['y'], work)).toBe('secret')
  expect(await once.run('b', ['x'], work)).toBe('secret')
})

it('tries again after a failure, and does not hold back what came without the field', async () => {
  const once = new IdempotencyCache<string>()
  await expect(once.run('a', [], () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await once.run('a', [], async () => 'yes')).toBe('yes')
  expect([await once.run('', [], async () => '1'), await once.run('', [], async () => '2')]).toEqual(['1', '2'])
})
