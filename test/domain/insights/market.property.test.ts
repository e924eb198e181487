// What must be true of the market, whatever the games do.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Market, marketChangeNow, marketNow, marketOver } from '../../../src/domain/insights/market/market.js'
import { BRIEF_REACH, MarketIndex } from '../../../src/domain/insights/market/market-index.js'
import { isWholeCount, marketLink } from '../../../src/domain/insights/market/market-link.js'
import type { MarketCount, MarketLink } from '../../../src/domain/ports/market.js'
import { rounds } from '../../support/test-run.js'
import { BEGIN, chance } from './some-series.js'

const START = BEGIN * 60
const WEEK = 7 * 24 * 60
const STEP = 10
const seed = fc.integer({ min: 1, max: 1_000 })

/** What the members count at a minute; undefined leaves a member out. */
type Counts = (id: number, minute: number) => number | undefined

/** Counts every ten minutes, as the service does: the counts, the links, their index and the one of the newest count. */
function countAll(minutes: number, ids: (minute: number) => readonly number[], of: Counts, leavingOut?: number) {
  const index = new MarketIndex()
  const newest = new MarketIndex(BRIEF_REACH)
  const own = new Map<number, number>()
  const links: MarketLink[] = []
  let before: MarketCount | undefined
  for (let minute = START; minute < START + minutes; minute += STEP) {
    const counted = ids(minute)
    const counts = new Map<number, number>()
    for (const id of counted) {
      const count = of(id, minute)
      if (count !== undefined) counts.set(id, count)
    }
    if (!isWholeCount(counts.size, counted.length)) continue
    const now = { minute, counts }
    const mine = leavingOut === undefined ? undefined : counts.get(leavingOut)
    if (mine !== undefined) own.set(minute, mine)
    const link = marketLink(before, now)
    links.push(link)
    index.add(link, own)
    newest.add(link, own)
    if ([...counts.values()].some((count) => count > 0)) before = now
  }
  return { index, newest, links, until: START + minutes }
}

const TEN = Array.from({ length: 10 }, (_, index) => index + 1)
const always = () => TEN
const dayShape = (minute: number) => 1 + 0.4 * Math.sin(((minute % 1_440) / 1_440) * 2 * Math.PI)
/** A day's shape, for games between 1,000 and 10,000 players, with noise of 2 %. */
const playing =
  (noise: number): Counts =>
  (id, minute) =>
    Math.round(1_000 * id * dayShape(minute) * (1 + 0.04 * (chance(noise + id, minute) - 0.5)))

const now = ({ index, until }: { readonly index: MarketIndex; readonly until: number }): Market =>
  marketNow({ index, source: 'charts', until })
const changeOf = (market: Market): number => (market.kind === 'known' ? market.change : Number.NaN)

describe('the index of the market', () => {
  test('is constant where the members are [INSIGHTS-20]', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 10 ** 6 }), { minLength: 3, maxLength: 100 }), (players) => {
        const ids = players.map((_, id) => id)
        const { index, until } = countAll(
          300,
          () => ids,
          (id) => players[id],
        )
        for (let minute = START; minute < until; minute += STEP) expect(index.valueAt(minute, until)).toBe(1)
      }),
    )
  })

  test('is not moved by members that come and go [INSIGHTS-20]', () => {
    fc.assert(
      fc.property(seed, fc.integer({ min: 100, max: 10 ** 7 }), (seed, players) => {
        const of: Counts = (id, minute) => (id > 10 ? players : dayShape(minute) * 1_000 * id)
        const guests = (minute: number) =>
          [11, 12, 13].filter((id) => chance(seed + id, Math.floor(minute / 100)) < 0.5)
        const plain = countAll(2_000, always, of)
        // The guests do as the others do, however many players they have.
        const all: Counts = (id, minute) => (id > 10 ? players * dayShape(minute) : of(id, minute))
        const mixed = countAll(2_000, (minute) => [...TEN, ...guests(minute)], all)
        for (let minute = START; minute < plain.until; minute += STEP)
          expect(mixed.index.valueAt(minute, plain.until)).toBeCloseTo(plain.index.valueAt(minute, plain.until), 9)
      }),
    )
  })

  test('is not moved by placeholders, of one game or of most [INSIGHTS-20]', () => {
    fc.assert(
      fc.property(seed, fc.double({ min: 0.01, max: 0.9, noNaN: true }), (seed, share) => {
        const steady: Counts = (id) => 500 * id
        const flaky: Counts = (id, minute) => (chance(seed + id, minute) < share ? undefined : steady(id, minute))
        const { index, until } = countAll(2_000, always, flaky)
        for (let minute = START; minute < until; minute += STEP) {
          const value = index.valueAt(minute, until)
          if (!Number.isNaN(value)) expect(value).toBeCloseTo(1, 9)
        }
      }),
    )
  })

  test('is exactly that of the others without the game that is left out [INSIGHTS-22]', () => {
    fc.assert(
      fc.property(seed, fc.integer({ min: 1, max: 10 }), (seed, leftOut) => {
        const others = TEN.filter((id) => id !== leftOut)
        const of: Counts = (id, minute) =>
          id === leftOut && chance(seed, minute) < 0.2 ? undefined : playing(seed)(id, minute)
        const wild: Counts = (id, minute) =>
          id === leftOut ? Math.round(10 ** 6 * chance(seed, minute)) : of(id, minute)
        const without = countAll(1_000, always, wild, leftOut)
        const alone = countAll(1_000, () => others, of)
        for (let minute = START; minute < without.until; minute += STEP)
          expect(without.index.valueAt(minute, without.until)).toBeCloseTo(
            alone.index.valueAt(minute, without.until),
            9,
          )
        expect(without.index.latest(START, without.until)?.players).toBe(
          alone.index.latest(START, alone.until)?.players,
        )
      }),
    )
  })

  test('goes on where it was after a minute at which nobody played [INSIGHTS-20]', () => {
    const outage: Counts = (id, minute) => (minute - START === 50 ? 0 : 100 * id)
    const { index, until } = countAll(100, always, outage)
    expect([40, 50, 60].map((minute) => index.valueAt(START + minute, until))).toEqual([1, 0, 1])
  })
})

describe('the market', () => {
  test('is no change where the week is as usual, and the fall where all fall [INSIGHTS-23]', () => {
    fc.assert(
      fc.property(seed, fc.double({ min: 0.05, max: 0.95, noNaN: true }), (seed, left) => {
        const minutes = 3 * WEEK + 500
        const fallen: Counts = (id, minute) => {
          const players = playing(seed)(id, minute) ?? 0
          return minute >= START + minutes - 60 ? Math.round(players * left) : players
        }
        expect(Math.abs(changeOf(now(countAll(minutes, always, playing(seed)))))).toBeLessThan(0.04)
        expect(Math.abs(changeOf(now(countAll(minutes, always, fallen))) - (left - 1))).toBeLessThan(0.04)
      }),
      { numRuns: rounds({ short: 4, long: 8 }) },
    )
  })

  test('is the same for a platform with fifty times the players [INSIGHTS-23]', () => {
    fc.assert(
      fc.property(seed, fc.integer({ min: 2, max: 50 }), (seed, times) => {
        const more: Counts = (id, minute) => times * (playing(seed)(id, minute) ?? 0)
        const minutes = 10 * 1_440
        const [once, often] = [now(countAll(minutes, always, playing(seed))), now(countAll(minutes, always, more))]
        // The series of hours has single precision.
        expect(changeOf(often)).toBeCloseTo(changeOf(once), 6)
        expect(often.kind === 'known' && once.kind === 'known' && often.players / once.players).toBeCloseTo(times, 6)
      }),
      { numRuns: rounds({ short: 4, long: 8 }) },
    )
  })

  test('is about one without a game that alone fell, over a window too [INSIGHTS-22]', () => {
    fc.assert(
      fc.property(seed, fc.integer({ min: 1, max: 10 }), (seed, evaluated) => {
        const minutes = 2 * WEEK
        const at = START + minutes - 180
        const fallen: Counts = (id, minute) => (id === evaluated && minute >= at ? 1 : playing(seed)(id, minute))
        const { index, until } = countAll(minutes, always, fallen, evaluated)
        const over = marketOver({ index, source: 'charts', until, frozenAt: at }, { from: at, until })
        expect(Math.abs(changeOf(now({ index, until })))).toBeLessThan(0.04)
        expect(Math.abs(changeOf(over))).toBeLessThan(0.03)
      }),
      { numRuns: rounds({ short: 4, long: 8 }) },
    )
  })

  test('is the same now where only the newest points are kept [INSIGHTS-23]', () => {
    fc.assert(
      fc.property(seed, fc.integer({ min: 1_000, max: 70 * 1_440 }), fc.nat({ max: 120 }), (seed, minutes, later) => {
        const { index, newest, until } = countAll(minutes, always, playing(seed), 5)
        const query = { source: 'charts' as const, until: until + later }
        expect(marketNow({ ...query, index: newest })).toEqual(marketNow({ ...query, index }))
        expect(marketChangeNow({ ...query, index: newest })).toBe(marketChangeNow({ ...query, index }))
      }),
      { numRuns: rounds({ short: 6, long: 40 }) },
    )
  })

  test('reads nothing at or after its limit [INSIGHTS-23]', () => {
    const minutes = 2 * WEEK
    const limit = START + minutes - 700
    const fallen: Counts = (id, minute) => (minute >= limit ? 1 : playing(1)(id, minute))
    const [whole, withFall] = [countAll(minutes, always, playing(1)), countAll(minutes, always, fallen)]
    const query = (index: MarketIndex) => ({ index, source: 'charts' as const, until: limit })
    const span = { from: limit - 300, until: limit + 600 }
    const early = { from: limit - 300, until: limit }
    expect(marketNow(query(withFall.index))).toEqual(marketNow(query(whole.index)))
    expect(marketOver(query(withFall.index), early)).toEqual(marketOver(query(whole.index), early))
    expect(marketOver(query(withFall.index), span)).toEqual({ kind: 'unknown', reason: 'not counted' })
  })

  test('is unknown from fewer than three others, from old counts, or before two days [INSIGHTS-24]', () => {
    const three = () => [1, 2, 3]
    const known = countAll(WEEK, three, playing(1))
    expect(now(known).kind).toBe('known')
    const { index } = countAll(WEEK, three, playing(1), 2)
    expect(marketNow({ index, source: 'tracked', until: known.until })).toEqual({
      kind: 'unknown',
      reason: 'few games',
    })
    expect(now({ ...known, until: known.until + 60 })).toEqual({ kind: 'unknown', reason: 'not counted' })
    expect(now(countAll(1_440, three, playing(1)))).toMatchObject({
      kind: 'unknown',
      reason: 'not yet',
      from: START + 2_880,
    })
    const empty: Counts = (id, minute) => (id === 3 ? 0 : playing(1)(id, minute))
    expect(now(countAll(WEEK, three, empty))).toEqual({ kind: 'unknown', reason: 'few games' })
  })
})
