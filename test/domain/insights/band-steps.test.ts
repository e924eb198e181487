import { describe, expect, it } from 'vitest'
import { HourUsual } from '../../../src/domain/insights/usual/hour-usual.js'
import { UsualModel } from '../../../src/domain/insights/usual/usual.js'

const UNTIL = 490_000
const SINCE = UNTIL - 4 * 168 - 30
/** Expected values that are computed between two steps: a part of the week before, and the hours around that of the usual. */
const MAX_STEP_SIZE = 16

const series = {
  since: SINCE,
  until: UNTIL,
  at: (hour: number) => (hour < SINCE || hour >= UNTIL ? Number.NaN : 1_000 + 100 * Math.sin(hour / 4) + (hour % 7)),
}
const modelOf = () => new UsualModel({ series, until: UNTIL * 60 })

describe('the usual of an hour with its band', () => {
  it('is computed in steps of some hours, with the same result [API-81]', () => {
    const computed = new Set<string>()
    const model = modelOf()
    const { expectedAhead } = model
    Object.assign(model, {
      expectedAhead: (hour: number, lead: number) => {
        computed.add(`${hour} ${lead}`)
        return expectedAhead(hour, lead)
      },
    })
    const steps = HourUsual.inSteps(model, UNTIL)
    let [most, before] = [0, 0]
    for (;;) {
      const step = steps.next()
      most = Math.max(most, computed.size - before)
      before = computed.size
      if (step.done !== true) continue
      const whole = new HourUsual(modelOf(), UNTIL)
      for (const minute of [0, 10, 50])
        expect(step.value.at(UNTIL * 60 + minute)).toEqual(whole.at(UNTIL * 60 + minute))
      expect(whole.at(UNTIL * 60)?.kind).toBe('known')
      break
    }
    expect(computed.size).toBeGreaterThan(10 * MAX_STEP_SIZE)
    expect(most).toBeLessThanOrEqual(MAX_STEP_SIZE)
  })
})
