import { setImmediate as nextTurn } from 'node:timers/promises'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { EventLoopLoad, measureLoad } from '../../../src/http/overload/event-loop-load.js'

/** The load after checks that were late by so many milliseconds, oldest first. */
function loadAfter(...delays: number[]): EventLoopLoad {
  const load = new EventLoopLoad()
  for (const delay of delays) load.add(delay)
  return load
}

describe('the load of the event loop [PROCESS-40]', () => {
  it('is too high once checks are late by 200 ms, time after time, for a second', () => {
    expect(loadAfter(250, 250, 250).isTooHigh).toBe(false)
    expect(loadAfter(250, 250, 250, 250).isTooHigh).toBe(true)
    expect(loadAfter(199, 199, 199, 199, 199, 199, 199, 199).isTooHigh).toBe(false)
  })

  it('is not too high after one long wait, such as that of a process that was suspended', () => {
    expect(loadAfter(60_000, 0).isTooHigh).toBe(false)
    expect(loadAfter(3_000, 20, 3_000, 20, 3_000).isTooHigh).toBe(false)
  })

  it('is no longer too high after ten checks in time', () => {
    const tenInTime = Array.from({ length: 10 }, () => 5)
    expect(loadAfter(300, 300, 300, 300, ...tenInTime.slice(1)).isTooHigh).toBe(true)
    expect(loadAfter(300, 300, 300, 300, ...tenInTime).isTooHigh).toBe(false)
    expect(loadAfter(300, 300, 300, 300, ...tenInTime.slice(1), 300, ...tenInTime.slice(1)).isTooHigh).toBe(true)
  })

  it('is never too high while no two checks in a row are late', () => {
    const pairs = fc.array(fc.tuple(fc.integer({ min: 0, max: 60_000 }), fc.integer({ min: 0, max: 199 })))
    fc.assert(
      fc.property(pairs, (delays) => {
        expect(loadAfter(...delays.flat()).isTooHigh).toBe(false)
      }),
    )
  })
})

it('is measured by timers of this process, and logged once when it begins and once when it ends [PROCESS-40]', async () => {
  const lines: string[] = []
  const log = {
    info: (_: object, text: string) => lines.push(text),
    warn: (_: object, text: string) => lines.push(text),
  }
  const meter = measureLoad({ ...log, error: log.warn }, () => 0)
  for (let turn = 0; turn < 6; turn++) {
    blockFor(300)
    await nextTurn()
  }
  expect(meter.isOverloaded()).toBe(true)
  await expect.poll(() => meter.isOverloaded()).toBe(false)
  meter.stop()
  expect(lines).toEqual([
    'The service has more to do than it can: new requests are answered 503 until it has caught up.',
    'The service has caught up and answers all requests again.',
  ])
})

function blockFor(milliseconds: number): void {
  const end = performance.now() + milliseconds
  while (performance.now() < end);
}
