// An hour of simulated time in which the platform fails in every way that is known, chosen from a seed.
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, it } from 'vitest'
import { recordFigure } from '../../ledger/ledger.js'
import { program } from '../../support/cli/programs.js'
import { isLongRun, rounds } from '../../support/test-run.js'
import { AWAY_MINUTES, awayFrom, CALM_MINUTES, FAULT_KINDS, type FaultKind } from './fault-plan.js'
import { type HourReport, hourReportSchema } from './hour-report.js'

const MINUTES = 60
const GAMES = 120
const SEEDS = rounds({ short: 1, long: 8 })
const FIRST_SEED = Number(process.env.TEST_SEED ?? (isLongRun ? Date.now() % 100_000 : 1))
/** In an hour that is over in seconds. */
const HOUR_TIMEOUT_MS = 280_000
const MAX_REPORT_BYTES = 32 * 1024 * 1024

async function live(seed: number, only?: FaultKind): Promise<HourReport> {
  const args = [program('platform/hours/hour-process.ts'), `${seed}`, `${MINUTES}`, only ?? 'mixed']
  const options = { timeout: HOUR_TIMEOUT_MS, maxBuffer: MAX_REPORT_BYTES }
  const { stdout } = await promisify(execFile)(process.execPath, args, options)
  return hourReportSchema.parse(JSON.parse(stdout))
}

interface HourSums {
  readonly due: number
  readonly stored: number
  readonly missing: number
}

/** What holds in every hour, whatever fails. Returns the sums. */
function expectHour(hour: HourReport): HourSums {
  const { account, madeUp, notOnce, aboveLimit, tooEarly, redirected } = hour
  expect({ madeUp, notOnce, aboveLimit, tooEarly, redirected }).toEqual({
    madeUp: [],
    notOnce: [],
    aboveLimit: [],
    tooEarly: [],
    redirected: [],
  })
  const sums = { due: 0, stored: 0, missing: 0 }
  for (const { minute, due, stored, gaps } of account) {
    const missing = Object.values(gaps).reduce((sum, count) => sum + count, 0)
    expect([minute, due, due - stored]).toEqual([minute, GAMES, missing])
    sums.due += due
    sums.stored += stored
    sums.missing += missing
  }
  expect(account).toHaveLength(MINUTES)
  for (const { stored } of [...account.slice(0, CALM_MINUTES), ...account.slice(-CALM_MINUTES + 1)])
    expect(stored).toBe(GAMES)
  return sums
}

const usualCalls = ({ callsByMinute }: Pick<HourReport, 'callsByMinute'>): number =>
  Math.max(...callsByMinute.slice(1, CALM_MINUTES))

describe(`an hour in which everything fails, from seed ${FIRST_SEED}`, () => {
  const hours: HourReport[] = []
  beforeAll(async () => {
    for (let seed = FIRST_SEED; seed < FIRST_SEED + SEEDS; seed++) hours.push(await live(seed))
  }, SEEDS * HOUR_TIMEOUT_MS)
  const away = awayFrom({ seed: 0, minutes: MINUTES, only: undefined })
  const back = away + AWAY_MINUTES

  it('is stored or missing with a reason to the unit, never made up, and within the limits of the platform', async () => {
    const sums = { due: 0, stored: 0, missing: 0 }
    for (const hour of hours) {
      const { due, stored, missing } = expectHour(hour)
      sums.due += due
      sums.stored += stored
      sums.missing += missing
      expect(missing).toBeGreaterThan(AWAY_MINUTES * GAMES)
    }
    const { due, stored, missing } = sums
    await recordFigure(
      'faulty platform',
      `${SEEDS} hours: ${due} samples due, ${stored} stored, ${missing} in gaps, no limit exceeded`,
    )
  })

  it('has no rush of calls when the platform is back after 20 minutes: at most twice the usual of a tick', () => {
    for (const hour of hours)
      for (const calls of hour.callsByMinute.slice(back, back + CALM_MINUTES))
        expect(calls).toBeLessThanOrEqual(2 * usualCalls(hour))
  })

  it('repeats no call while the platform has been away for three minutes, and says since when and why [PROCESS-41]', () => {
    for (const { minutes, callsByMinute } of hours) {
      const usual = usualCalls({ callsByMinute })
      const during = minutes.slice(away + 4, back)
      expect(new Set(during.map(({ platform }) => platform.state))).toEqual(new Set(['backing off']))
      expect(new Set(during.map(({ platform }) => platform.since)).size).toBe(1)
      expect(during[0]?.platform.detail).toMatch(/^games:(details|votes): No answer\.$/)
      for (const calls of callsByMinute.slice(away + 4, back)) expect(calls).toBeLessThanOrEqual(usual + 2)
      for (const { platform } of minutes.slice(back, back + CALM_MINUTES))
        expect(platform).toEqual({ state: 'running' })
    }
  })
})

describe.runIf(isLongRun)('an hour of one kind of faults', () => {
  it.each(FAULT_KINDS)('is accounted for to the unit: %s', { timeout: HOUR_TIMEOUT_MS }, async (kind) => {
    expectHour(await live(FIRST_SEED, kind))
  })
})
