// Notes when the machine was too busy to run a timer in time. A tick that is late then has no other cause, and its gap says "late".
import { minuteOf } from '../../../src/domain/clock.js'
import type { Explanation } from './account.js'
import type { RoleScene } from './scene.js'

const TIMER_INTERVAL_MS = 100
/** A tick of a minute of three seconds that is held up for two is not begun any more. */
const MAX_HELD_UP_MS = 500

/** `stop` returns the minutes in which ticks may have been late. */
export function watchMachine({ clock }: Pick<RoleScene, 'clock'>): { stop(): readonly Explanation[] } {
  const found: Explanation[] = []
  let [last, before] = [performance.now(), minuteOf(clock.now())]
  const timer = setInterval(() => {
    const [at, minute] = [performance.now(), minuteOf(clock.now())]
    if (at - last > MAX_HELD_UP_MS) found.push({ from: before - 1, until: minute + 1, reasons: ['late'] })
    last = at
    before = minute
  }, TIMER_INTERVAL_MS)
  return {
    stop: () => {
      clearInterval(timer)
      return found
    },
  }
}
