// Runs a poller on a test's app and its clock, and records its log and its ticks.
import { expect } from 'vitest'
import type { Clock } from '../../src/domain/clock.js'
import type { Log } from '../../src/domain/ports/events.js'
import { type Poller, type PollerOptions, startPoller } from '../../src/poller/start-poller.js'
import type { TestApp } from '../support/start-app.js'

type SampleTick = TestApp['services']['sampleTick']

export interface TestPoller {
  readonly poller: Poller
  readonly lines: { readonly level: string; readonly message: string }[]
  /** How many ticks have begun. */
  ticks(): number
  /** The maximum number of ticks that ran at the same time. */
  concurrency(): number
  /** Resolves once the poller has looked at the clock again, twice, so that it has acted on the time that is set now. */
  hasLooked(): Promise<void>
}

/** `around` replaces the app's own tick. */
export function openPoller(
  app: TestApp,
  {
    around = (tick) => tick(),
    ...options
  }: Partial<PollerOptions> & { readonly around?: (tick: () => ReturnType<SampleTick>) => ReturnType<SampleTick> } = {},
): TestPoller {
  const lines: TestPoller['lines'] = []
  const counts = { ticks: 0, now: 0, concurrency: 0 }
  const sampleTick: SampleTick = async (how) => {
    counts.ticks++
    counts.concurrency = Math.max(counts.concurrency, ++counts.now)
    return around(() => app.services.sampleTick(how)).finally(() => counts.now--)
  }
  const at = (level: string) => (_: object, message: string) => void lines.push({ level, message })
  const log: Log = { info: at('info'), warn: at('warn'), error: at('error') }
  const looks = countLooks(app.services.clock)
  const poller = startPoller({
    expression: '* * * * *',
    services: { ...app.services, sampleTick, clock: looks.clock },
    log,
    informOperator: async () => 'off',
    ...options,
  })
  const hasLooked = async (): Promise<void> => {
    const enough = looks.count() + 2
    await expect.poll(looks.count).toBeGreaterThanOrEqual(enough)
  }
  return { poller, lines, ticks: () => counts.ticks, concurrency: () => counts.concurrency, hasLooked }
}

/** A clock that counts the turns of the event loop in which it was read. */
function countLooks(clock: Clock): { readonly clock: Clock; count(): number } {
  let [count, isCounted] = [0, false]
  const read = <Value>(value: Value): Value => {
    if (!isCounted) {
      isCounted = true
      count++
      setImmediate(() => {
        isCounted = false
      })
    }
    return value
  }
  return { clock: { now: () => read(clock.now()), monotonic: () => read(clock.monotonic()) }, count: () => count }
}

/** A promise that the test resolves with `open`. */
export function gate(): { readonly passed: Promise<void>; open(): void } {
  let open = (): void => undefined
  const passed = new Promise<void>((resolve) => {
    open = resolve
  })
  return { passed, open: () => open() }
}

/** Starts the work at once, and ends after both it and `other`. */
export async function slowly<Result>(work: () => Promise<Result>, other: Promise<void>): Promise<Result> {
  const [result] = await Promise.allSettled([work(), other])
  if (result.status === 'rejected') throw result.reason
  return result.value
}
