import { describe, expect, it } from 'vitest'
import { HourUsual } from '../../../src/domain/insights/usual/hour-usual.js'
import { USUAL_METHOD_CODE, UsualModel } from '../../../src/domain/insights/usual/usual.js'

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

/** What the method says of a series. Where this changes, USUAL_METHOD_CODE has to, so that no stored numbers of before are used. */
const NUMBERS_OF_METHOD = {
  method: 1,
  numbers: [946.045, 0.902341, 1.09227, 4, 939.655, 0.902341, 1.09227, 4, 934.139, 0.902341, 1.0926, 4],
}

describe('the numbers of a usual', () => {
  it('are those of the method with this number [INSIGHTS-8]', () => {
    const numbers = new HourUsual(modelOf(), UNTIL).numbers.map((value) => Number(value.toPrecision(6)))
    expect({ method: USUAL_METHOD_CODE, numbers }).toEqual(NUMBERS_OF_METHOD)
  })

  it('give the same usual again, and nothing where they are something else', () => {
    const whole = new HourUsual(modelOf(), UNTIL)
    const restored = HourUsual.restored(whole.numbers, UNTIL)
    for (const minute of [0, 10, 50, 70]) {
      expect(restored?.at(UNTIL * 60 + minute)).toEqual(whole.at(UNTIL * 60 + minute))
    }
    for (const numbers of [[], [1, 2], whole.numbers.slice(1)])
      expect(HourUsual.restored(numbers, UNTIL)).toBeUndefined()
  })
})
