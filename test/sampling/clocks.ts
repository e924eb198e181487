// Starts the service again on the test's database with a clock of its own; the platform keeps the true time.
import type { CompositionRoot } from '../../src/compose.js'
import { MINUTE_MS, type Minute, minuteOf } from '../../src/domain/clock.js'
import type { TickReport } from '../../src/services/sampling/tick-parts.js'
import { type TestApp, TestClock } from '../support/start-app.js'

export const YEARS = 3 * 365 * 1_440

export interface RestartedApp extends CompositionRoot {
  /** Lets the true time pass, and runs a tick. */
  tick(minutesLater?: number): Promise<TickReport>
  /** Sets the clock of the process this many minutes ahead of the true time; a negative number sets it behind. */
  setClock(minutesAhead: number): void
  readonly log: readonly string[]
}

export async function startAgain(app: TestApp, minutesAhead = 0): Promise<RestartedApp> {
  const clock = new TestClock(app.clock.now() + minutesAhead * MINUTE_MS)
  const log: string[] = []
  const note = (_: object, message: string): void => void log.push(message)
  const composed = await app.restart(clock, { info: () => undefined, warn: note, error: note })
  const { signal } = new AbortController()
  return {
    ...composed,
    log,
    tick: (minutesLater = 0) => {
      for (const one of [app.clock, clock]) one.advance(minutesLater)
      return composed.services.sampleTick({ stop: signal })
    },
    setClock: (minutes) => clock.set(app.clock.now() + minutes * MINUTE_MS),
  }
}

export const trueMinute = (app: TestApp): Minute => minuteOf(app.clock.now())

export function cutOff(app: TestApp): void {
  app.simulator.settings.intercept = () => ({ reset: true })
}

export function reconnect(app: TestApp): void {
  app.simulator.settings.intercept = undefined
}
