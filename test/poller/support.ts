// A poller on a test's app and its clock, and what it said and did.
import type { Log } from '../../src/domain/ports/events.js'
import { type Poller, type PollerOptions, startPoller } from '../../src/poller/start-poller.js'
import type { TestApp } from '../support/start-app.js'

type SampleTick = TestApp['services']['sampleTick']

export interface TestPoller {
  readonly poller: Poller
  readonly lines: { readonly level: string; readonly message: string }[]
  /** How many ticks have begun. */
  ticks(): number
  /** The most that ran at the same time. */
  concurrency(): number
}

/** `around`: what a tick does in place of the app's own. */
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
  const poller = startPoller({
    expression: '* * * * *',
    services: { ...app.services, sampleTick },
    log,
    informOperator: async () => 'off',
    ...options,
  })
  return { poller, lines, ticks: () => counts.ticks, concurrency: () => counts.concurrency }
}

/** A promise that somebody else keeps. */
export function gate(): { readonly passed: Promise<void>; open(): void } {
  let open = (): void => undefined
  const passed = new Promise<void>((resolve) => {
    open = resolve
  })
  return { passed, open: () => open() }
}

/** Begins at once, and is not over before the other is. */
export async function slowly<Result>(work: () => Promise<Result>, other: Promise<void>): Promise<Result> {
  const [result] = await Promise.allSettled([work(), other])
  if (result.status === 'rejected') throw result.reason
  return result.value
}
