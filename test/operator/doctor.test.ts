import { describe, expect, it } from 'vitest'
import { minuteOf } from '../../src/domain/clock.js'
import type { Inspection } from '../../src/domain/ports/upkeep.js'
import { doctorTexts } from '../../src/messages/error-text.js'
import { cronSchedule } from '../../src/poller/cron-schedule.js'
import { checkClock, checkDisk, checkLastTick, checkSeries } from '../../src/services/operator/doctor/findings.js'
import { type Check, type Finding, ok, runChecks } from '../../src/services/operator/doctor/run-checks.js'
import type { PartState } from '../../src/services/reading/check-health.js'
import { NOON, TestClock } from '../support/start-app.js'

const worded = (finding: Finding) => ({ state: finding.state, ...doctorTexts.finding(finding) })

describe('the doctor', () => {
  it('gives up a check that takes too long, and reports one that fails, beside the others', async () => {
    const checks: Check[] = [
      { name: 'database', look: () => new Promise(() => undefined) },
      { name: 'disk', look: () => Promise.reject(new Error('It broke.')) },
      { name: 'platform', look: async () => ok('platform answers', {}) },
    ]
    expect(await runChecks(checks, 50, doctorTexts)).toEqual({
      ok: false,
      checks: [
        {
          name: 'database',
          state: 'wrong',
          found: 'There was no answer within 0 s.',
          advice: doctorTexts.advice.database,
        },
        { name: 'disk', state: 'wrong', found: 'It broke.', advice: doctorTexts.advice.disk },
        { name: 'platform', state: 'ok', found: 'The platform answers.', advice: null },
      ],
    })
  })

  it('warns below 1 GiB of free disk, and finds less than 100 MiB wrong', () => {
    const states = [2 ** 30, 2 ** 30 - 1, 100 * 2 ** 20, 100 * 2 ** 20 - 1].map((bytes) => checkDisk(bytes).state)
    expect(states).toEqual(['ok', 'warning', 'warning', 'wrong'])
  })

  it('finds a clock wrong beyond two minutes, either way', () => {
    const states = [0, 120_000, -120_000, 121_000, -121_000, null].map((skew) => checkClock(skew).state)
    expect(states).toEqual(['ok', 'ok', 'ok', 'wrong', 'wrong', 'warning'])
    for (const skew of [121_000, null])
      expect(worded(checkClock(skew)).found).toMatch(/nothing is .*thinned out or deleted/)
  })

  it('names each week that is damaged, for who imports it again, and counts the others beyond twenty', () => {
    const week = 10_080
    const size = {
      samples: 0,
      bytes: 0,
      freeBytes: 0,
      samplesADay: 0,
      bytesADay: 0,
      leavingSamples: 0,
      leavingBytes: 0,
    }
    const lost = Array.from({ length: 21 }, (_, index) => {
      const from = minuteOf(Date.UTC(2026, 0, 1)) + index * week
      return {
        what: index === 1 ? ('sums' as const) : ('samples' as const),
        universeId: 7,
        from,
        until: from + week,
        samples: index,
      }
    })
    const { state, found } = worded(checkSeries({ lost, size }))
    expect(state).toBe('wrong')
    expect(found).toContain('21 weeks of a universe, with 210 samples lost')
    expect(found).toContain('universe 7, 2026-01-08 to 2026-01-14 (the peaks and sums of its days)')
    expect(found).toContain('universe 7, 2026-05-14 to 2026-05-20 (19); and 1 more.')
    expect(worded(checkSeries({ lost: lost.slice(0, 1), size })).found).toContain(
      'universe 7, 2026-01-01 to 2026-01-07 (0).',
    )
    // A week that was thinned out takes no samples: only a backup helps.
    const sums = worded(checkSeries({ lost: lost.slice(1, 2), size }))
    expect(sums.found).toContain('1 week of a universe')
    expect(sums.advice).not.toContain('import')
    const unnamed = lost.slice(0, 1).map((one) => ({ ...one, universeId: null }))
    expect(worded(checkSeries({ lost: unnamed, size })).found).toContain('a universe that is no longer named')
  })

  it('warns where the last tick is long ago, in the future, was never, or is not known, and believes the service', () => {
    const seen: Inspection = {
      file: 'x.db',
      exists: true,
      bytes: 0,
      unusedBytes: 0,
      schema: 1,
      expectedSchema: 1,
      foreignFileError: null,
      mode: 0o600,
      damage: null,
      writeProblem: null,
      lastTick: minuteOf(NOON),
    }
    const evaluate = (change: Partial<Inspection>, minutesLater = 0, poller?: PartState) => {
      const clock = new TestClock(NOON + minutesLater * 60_000)
      const schedule = cronSchedule('*/5 * * * *')
      return worded(checkLastTick({ ...seen, ...change }, { clock, schedule, poller }))
    }
    expect(evaluate({}, 20)).toMatchObject({ state: 'ok', found: 'The last tick was 20 min ago.' })
    expect(evaluate({}, 21)).toMatchObject({
      state: 'warning',
      found: expect.stringContaining('three intervals overdue'),
    })
    expect(evaluate({}, -90)).toMatchObject({ state: 'warning', found: expect.stringContaining('lies in the future') })
    expect(evaluate({}, 1, { state: 'running' }).state).toBe('ok')
    expect(evaluate({}, 1, { state: 'running', headroom: 300 })).toMatchObject({
      state: 'ok',
      found: 'The last tick was 1 min ago. 300 more games fit into a tick.',
    })
    expect(evaluate({}, 1, { state: 'running', headroom: 60, headroomIsMinimum: true })).toMatchObject({
      state: 'ok',
      found: 'The last tick was 1 min ago. At least 60 more games fit into a tick.',
    })
    expect(evaluate({}, 1, { state: 'running' }).found).toBe(
      'The last tick was 1 min ago. How many more games fit into a tick is not known: the platform has stated no limit.',
    )
    expect(evaluate({}, 1, { state: 'running', headroom: 99 })).toMatchObject({ state: 'warning' })
    expect(evaluate({}, 1, { state: 'overdue', detail: 'No tick has begun.' })).toMatchObject({
      state: 'wrong',
      found: 'The service that runs says that sampling is overdue. No tick has begun.',
    })
    const firstTickDue = new Date(NOON + 65 * 60_000).toISOString()
    const waiting = { state: 'waiting', since: new Date(NOON + 61 * 60_000 - 10_000).toISOString(), firstTickDue }
    expect(evaluate({}, 61, waiting)).toEqual({
      state: 'ok',
      found: `The service has been running for 10 s, and its first tick is due at ${firstTickDue}. How many more games fit into a tick is not known before it.`,
      advice: null,
    })
    expect(evaluate({ lastTick: null }, 61, waiting).state).toBe('ok')
    expect(evaluate({}, 61, { ...waiting, state: 'overdue' }).state).toBe('wrong')
    expect(evaluate({}, 60 * 24 * 3)).toMatchObject({ found: expect.stringContaining('The last tick was 3 days ago.') })
    expect(evaluate({ lastTick: null }).state).toBe('warning')
    expect(evaluate({}, -5)).toMatchObject({ state: 'ok' })
    expect(evaluate({}, -6)).toMatchObject({
      state: 'warning',
      found: expect.stringMatching(/12:00.*lies in the future/),
    })
    expect(evaluate({ damage: 'torn' }).found).toContain('cannot be read')
  })
})
