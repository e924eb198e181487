import { describe, expect, it } from 'vitest'
import { minuteOf } from '../../src/domain/clock.js'
import type { Inspection } from '../../src/domain/ports/upkeep.js'
import { type Check, examine, ok } from '../../src/operations/operating/examine.js'
import { judgeClock, judgeDisk, judgeLastTick } from '../../src/operations/operating/findings.js'
import { NOON } from '../support/start-app.js'

const check = (name: string, look: Check['look']): Check => ({ name, advice: `See to ${name}.`, look })

describe('the doctor', () => {
  it('gives up a check that takes too long, and reports one that fails, beside the others', async () => {
    const checks = [
      check('slow', () => new Promise(() => undefined)),
      check('failing', () => Promise.reject(new Error('It broke.'))),
      check('fine', async () => ok('Fine.')),
    ]
    expect(await examine(checks, 50)).toEqual({
      ok: false,
      checks: [
        { name: 'slow', state: 'wrong', found: 'There was no answer within 0 s.', advice: 'See to slow.' },
        { name: 'failing', state: 'wrong', found: 'It broke.', advice: 'See to failing.' },
        { name: 'fine', state: 'ok', found: 'Fine.', advice: null },
      ],
    })
  })

  it('warns below 1 GiB of free disk, and finds less than 100 MiB wrong', () => {
    const states = [2 ** 30, 2 ** 30 - 1, 100 * 2 ** 20, 100 * 2 ** 20 - 1].map((bytes) => judgeDisk(bytes).state)
    expect(states).toEqual(['ok', 'warning', 'warning', 'wrong'])
  })

  it('finds a clock wrong beyond two minutes, either way', () => {
    const states = [0, 120_000, -120_000, 121_000, -121_000, null].map((skew) => judgeClock(skew).state)
    expect(states).toEqual(['ok', 'ok', 'ok', 'wrong', 'wrong', 'warning'])
  })

  it('warns where the last tick is long ago, was never, or is not known', () => {
    const seen: Inspection = {
      file: 'x.db',
      exists: true,
      bytes: 0,
      unusedBytes: 0,
      schema: 1,
      expectedSchema: 1,
      damage: null,
      writeProblem: null,
      lastTick: minuteOf(NOON),
    }
    const judge = (change: Partial<Inspection>, minutesLater = 0) =>
      judgeLastTick({ ...seen, ...change }, { now: () => NOON + minutesLater * 60_000 })
    expect(judge({}, 20)).toMatchObject({ state: 'ok', found: 'The last tick was 20 min ago.' })
    expect(judge({}, 21).state).toBe('warning')
    expect(judge({}, 60 * 24 * 3)).toMatchObject({ state: 'warning', found: 'The last tick was 3 days ago.' })
    expect(judge({ lastTick: null }).state).toBe('warning')
    expect(judge({ damage: 'torn' }).found).toContain('cannot be read')
  })
})
