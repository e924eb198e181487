import { beforeEach, describe, expect, it } from 'vitest'
import { type ClockCheck, createClockCheck } from '../../src/domain/time/clock-check.js'
import { NOON, TestClock } from '../support/start-app.js'

const SECOND = 1_000
const HOUR = 3_600 * SECOND
let clock: TestClock
let check: ClockCheck

beforeEach(() => {
  clock = new TestClock()
  check = createClockCheck(clock)
})

describe('a clock', () => {
  it('is unknown until the platform has stated the time, and an answer without a date counts for nothing', () => {
    expect([check.state(), check.skewMs()]).toEqual(['unknown', undefined])
    check.compare(null)
    expect(check.state()).toBe('unknown')
  })

  it('is wrong beyond two minutes, either way [DATA-6]', () => {
    const states = [120, -120, 121, -121].map((seconds) => {
      const fresh = createClockCheck(clock)
      fresh.compare(seconds * SECOND)
      return fresh.state()
    })
    expect(states).toEqual(['correct', 'correct', 'wrong', 'wrong'])
  })

  it('is unknown again when the last comparison is more than an hour old', () => {
    check.compare(0)
    clock.advance(60)
    expect(check.state()).toBe('correct')
    clock.advance(1)
    expect(check.state()).toBe('unknown')
  })

  it('is wrong at once when somebody sets it, and correct again when it is set back', () => {
    check.compare(0)
    clock.set(NOON + HOUR)
    expect([check.state(), check.skewMs()]).toEqual(['wrong', -HOUR])
    clock.set(NOON)
    expect(check.state()).toBe('correct')
  })

  it('is found correct at once when it was wrong and an answer agrees with it', () => {
    check.compare(-HOUR)
    check.compare(SECOND)
    expect(check.state()).toBe('correct')
  })
})

describe('a single answer with an odd date', () => {
  beforeEach(() => check.compare(0))

  it('changes nothing among others, however many of them come', () => {
    for (let minute = 0; minute < 30; minute++) {
      clock.advance(1)
      check.compare(-HOUR * (minute + 1))
      expect(check.state()).toBe('correct')
      check.compare(0)
    }
    expect(check.skewMs()).toBe(0)
  })

  it('is no comparison: the last one that counts goes on growing old', () => {
    clock.advance(50)
    check.compare(-HOUR)
    clock.advance(11)
    expect(check.state()).toBe('unknown')
  })

  it('is believed when the next one says the same', () => {
    check.compare(-HOUR)
    clock.advance(1)
    check.compare(-HOUR + SECOND)
    expect([check.state(), check.skewMs()]).toEqual(['wrong', -HOUR + SECOND])
  })

  it('is believed where nothing else is known any more', () => {
    clock.advance(61)
    check.compare(-HOUR)
    expect(check.state()).toBe('wrong')
  })
})
