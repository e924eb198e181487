// The short form of `npm run bench -- effects`: update reports and alerts on games of which it is known what happened.
import { describe, expect, it } from 'vitest'
import { alertsOf, isFound } from '../../bench/effects/quiet-months.js'
import { isRight, type PlantedReport, reportsOf } from '../../bench/effects/reports.js'
import { rounds } from '../../support/test-run.js'

const GAMES = rounds({ short: 12, long: 54 })
/** Of the games before, two of the 24 reports of two and four half bands are of one game of which Roblox is unknown. */
const FIRST_GAME = 1_000
/** Games of which at least one claim has an interval that would reach past zero: small effects in long reports. */
const UNCLEAR_GAMES = [1_037, 1_126, 1_153, 1_208, 1_252, 1_289].slice(0, rounds({ short: 3, long: 6 }))
const MONTHS = rounds({ short: 8, long: 50 })
const FALLS = rounds({ short: 5, long: 10 })

describe('update reports', () => {
  it('claim what an update did, and nothing where it did nothing [INSIGHTS-40]', {
    timeout: 300_000,
  }, async () => {
    const reports: PlantedReport[] = []
    for (let game = 0; game < GAMES; game++) reports.push(...(await reportsOf(FIRST_GAME + game)))
    const rightOf = (sizes: readonly number[]): number => {
      const of = reports.filter(({ planted }) => sizes.includes(Math.abs(planted)))
      return of.filter(isRight).length / of.length
    }
    expect(reports).toHaveLength(3 * GAMES)
    // Of few reports, one more or less is some percent. The goals are those of the bench.
    expect(rightOf([0])).toBeGreaterThanOrEqual(0.95)
    expect(rightOf([2, 4])).toBeGreaterThanOrEqual(0.92)
    for (const { facts } of reports) {
      const { market, effect, observed } = facts
      // What is claimed is what the numbers say.
      if (facts.outcome === 'more') expect(effect?.change).toBeGreaterThan(0)
      if (facts.outcome === 'fewer') expect(effect?.change).toBeLessThan(0)
      if (market === null || effect === null || observed === null) continue
      expect((1 + market) * (1 + effect.change)).toBeCloseTo(1 + observed, 2)
    }
  })

  it('give a claim no interval that reaches past zero, though its scatter alone would [INSIGHTS-49]', {
    timeout: 300_000,
  }, async () => {
    const ends: (number | undefined)[] = []
    for (const game of UNCLEAR_GAMES) {
      const facts = (await reportsOf(game)).map((report) => report.facts)
      ends.push(...facts.filter(({ outcome }) => outcome === 'more').map(({ effect }) => effect?.low))
      ends.push(
        ...facts.filter(({ outcome }) => outcome === 'fewer').map(({ effect }) => -(effect?.high ?? Number.NaN)),
      )
    }
    expect(ends.every((end) => end !== undefined && end >= 0)).toBe(true)
    // Of these games, the interval without the limit would reach to the other side.
    expect(ends.filter((end) => end === 0).length).toBeGreaterThanOrEqual(2)
  })
})

describe('alerts by default', () => {
  it('are rare in quiet months, and detect falls', { timeout: 300_000 }, async () => {
    let alerts = 0
    for (let seed = 0; seed < MONTHS; seed++) alerts += (await alertsOf(seed)).alerts.length
    expect(alerts / MONTHS).toBeLessThanOrEqual(0.2)
    let found = 0
    for (let seed = 0; seed < FALLS; seed++) if (isFound(await alertsOf(seed, 0.4))) found++
    expect(found / FALLS).toBeGreaterThanOrEqual(0.6)
  })
})
