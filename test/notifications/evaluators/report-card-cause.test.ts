// Whether it was the game or Roblox: update reports where the platform is known in part or not at all, and what the
// numbers of a report mean.
import { expect, test } from 'vitest'
import { DAY_MINUTES, HOUR_MINUTES, type Minute, WEEK_MINUTES } from '../../../src/domain/clock.js'
import { reportCard } from '../../../src/domain/notifications/evaluators/report-card.js'
import type { ReportCardFacts } from '../../../src/domain/notifications/facts.js'
import { randomFrom } from '../../bench/effects/random.js'
import { sample } from '../../store/contract/support.js'
import { evaluateIn, UNIVERSE } from '../pure.js'

const UPDATE: Minute = Date.UTC(2026, 5, 17, 15, 7) / 60_000
const STEP = 5

type PlayersCurve = (minute: Minute) => number

interface CauseSetup {
  /** What the players are multiplied by. */
  readonly factor?: PlayersCurve
  readonly markets?: readonly PlayersCurve[]
  readonly days?: number
  readonly until?: Minute
}

const dayOf: PlayersCurve = (minute) => 1 + 0.3 * Math.sin((2 * Math.PI * minute) / DAY_MINUTES)

/** Chance, with a memory of some hours. */
function mood(seed: number, count: number): readonly number[] {
  const random = randomFrom(seed)
  let value = 0
  return Array.from({ length: count }, () => (value = value * 0.97 + 0.005 * random.normal()))
}

async function cardsOf({ factor = () => 1, markets = [], days = 35, until = UPDATE + 8 * DAY_MINUTES }: CauseSetup) {
  const from = UPDATE - days * DAY_MINUTES
  const count = Math.ceil((until - from) / STEP)
  const samples = mood(1, count).map((own, index) => {
    const minute = from + index * STEP
    return sample(UNIVERSE, minute, Math.round(3_000 * dayOf(minute) * Math.exp(own) * factor(minute)))
  })
  const events = [
    { universeId: UNIVERSE, minute: UPDATE + 1, what: 'published' as const, value: String(UPDATE * 60_000) },
  ]
  const past = { samples, gaps: [], events, markets, context: { interval: STEP } }
  return (await evaluateIn(reportCard, past, [until])).map(({ facts }) => facts as ReportCardFacts)
}

const outcomesOf = (cards: readonly ReportCardFacts[]) => cards.map(({ outcome, reason }) => reason ?? outcome)
const QUIET = ['no_clear_change', 'no_clear_change', 'no_clear_change']

const holiday: PlayersCurve = (minute) =>
  minute >= UPDATE && minute < UPDATE + 4 * DAY_MINUTES ? 1 + 0.5 * Math.min(1, (minute - UPDATE) / 480) : 1
/** Counted as far as `isCounted`; the charts and the tracked games have different evenings. */
const counted =
  (isCounted: (minute: Minute) => boolean, evening = dayOf): PlayersCurve =>
  (minute) =>
    isCounted(minute) ? evening(minute) * holiday(minute) : Number.NaN
const morning: PlayersCurve = (minute) => 5 * dayOf(minute + 10 * HOUR_MINUTES)

test.each([
  ['failed an hour before the update', (minute: Minute) => minute < UPDATE - HOUR_MINUTES],
  ['were first counted a day before the update', (minute: Minute) => minute >= UPDATE - DAY_MINUTES],
])('where the charts %s, the tracked games tell how Roblox did [INSIGHTS-24]', async (_, isCounted) => {
  const cards = await cardsOf({ factor: holiday, markets: [counted(isCounted), counted(() => true, morning)] })
  expect(outcomesOf(cards)).toEqual(QUIET)
  for (const { market } of cards.slice(1)) expect(market).toBeGreaterThan(0.2)
})

test('where Roblox is known for a part of the window only, its part is unknown and never zero [INSIGHTS-47]', async () => {
  const cards = await cardsOf({ factor: holiday, markets: [counted((minute) => minute < UPDATE - HOUR_MINUTES)] })
  expect(outcomesOf(cards).slice(1)).toEqual(['market unknown', 'market unknown'])
  for (const { market } of cards) expect(market).toBeNull()
})

test('an update at the time of the weekly restart is compared with the same minutes of that hour [INSIGHTS-40]', async () => {
  const restart: PlayersCurve = (minute) => ((minute - UPDATE + 70 * DAY_MINUTES) % WEEK_MINUTES < 12 ? 0.1 : 1)
  expect(outcomesOf(await cardsOf({ factor: restart, markets: [dayOf] }))).toEqual(QUIET)
})

test('a holiday that begins in half an hour is taken from the same minutes as the players [INSIGHTS-40]', async () => {
  const quick: PlayersCurve = (minute) => (minute < UPDATE ? 1 : 1 + 0.5 * Math.min(1, (minute - UPDATE) / 30))
  const market: PlayersCurve = (minute) => dayOf(minute) * quick(minute)
  expect(outcomesOf(await cardsOf({ factor: quick, markets: [market] }))).toEqual(QUIET)
})

test('the stated change is that of the whole time, and all numbers of a report agree [INSIGHTS-48]', async () => {
  const broken: PlayersCurve = (minute) => (minute >= UPDATE && minute < UPDATE + 120 ? 0.2 : 1)
  const [hour, day, week] = await cardsOf({ factor: broken, markets: [dayOf] })
  expect(hour).toMatchObject({ outcome: 'fewer' })
  expect(hour?.effect?.change).toBeCloseTo(-0.8, 1)
  // Two hours of four fifths are 7 % of a day, and 1 % of a week.
  expect(day?.effect?.low).toBeLessThan(-0.066)
  expect(day?.effect?.high).toBeGreaterThan(-0.066)
  expect(week).toMatchObject({ outcome: 'no_clear_change' })
  expect(week?.effect?.low).toBeLessThan(-0.01)
  expect(week?.effect?.high).toBeGreaterThan(-0.01)
  for (const { players, effect, observed, market, line } of [hour, day, week].filter((card) => card !== undefined)) {
    const share = (players.after ?? 0) / (players.before ?? 1) - 1
    expect(effect?.change).toBeCloseTo(share, 3)
    expect((1 + (market ?? 0)) * (1 + (effect?.change ?? 0))).toBeCloseTo(1 + (observed ?? 0), 3)
    const expected = (line?.expected ?? []).filter((value) => value !== null)
    const mean = expected.reduce((sum, value) => sum + value, 0) / expected.length
    expect(mean / (players.before ?? 1)).toBeCloseTo(1, 1)
  }
})

test('an outage of Roblox on a falling evening ends when players are back, and hides no update two hours later [INSIGHTS-41]', async () => {
  const evening: PlayersCurve = (minute) =>
    Math.exp(0.5 * Math.cos((2 * Math.PI * (minute - UPDATE + 360)) / DAY_MINUTES))
  const outage: PlayersCurve = (minute) => {
    const since = minute - UPDATE + 280
    return since < 0 || since >= 170 ? 1 : 1 - 0.7 * Math.min(1, (since + 1) / 4, (170 - since) / 20)
  }
  const market: PlayersCurve = (minute) => evening(minute) * outage(minute)
  const better: PlayersCurve = (minute) => (market(minute) / dayOf(minute)) * (minute < UPDATE ? 1 : 1.3)
  const cards = await cardsOf({ factor: better, markets: [market] })
  expect(outcomesOf(cards)).toEqual(['more', 'more', 'more'])
})

test('what a restless game drifts by itself in the week after an update is no part of its effect [INSIGHTS-48]', async () => {
  const random = randomFrom(66)
  let logarithm = 0
  const walk = Array.from({ length: 50 * 24 }, () => (logarithm += 0.012 * random.normal()))
  const drift: PlayersCurve = (minute) => Math.exp(walk[Math.floor((minute - UPDATE) / HOUR_MINUTES) + 40 * 24] ?? 0)
  const better: PlayersCurve = (minute) => drift(minute) * (minute < UPDATE ? 1 : 1.3)
  const [, , week] = await cardsOf({ factor: better, markets: [dayOf] })
  expect(week).toMatchObject({ outcome: 'more' })
  // The game lost a fifth in that week by itself, so the mean alone says less than half of the effect.
  const hours = Array.from({ length: 168 }, (_, hour) => drift(UPDATE + hour * HOUR_MINUTES))
  const alone = (1.3 * hours.reduce((sum, value) => sum + value, 0)) / 168 / drift(UPDATE - HOUR_MINUTES) - 1
  expect(alone).toBeLessThan(0.15)
  expect(week?.effect?.change).toBeGreaterThan(alone + 0.1)
  expect(week?.effect?.low).toBeLessThan(0.3)
  expect(week?.effect?.high).toBeGreaterThan(0.3)
})

test('without Roblox, a fall that is over within hours, and a rise that comes over hours, are not the update’s [INSIGHTS-47]', async () => {
  const outage: PlayersCurve = (minute) => {
    const since = minute - UPDATE - 20
    return since < 0 || since >= 120 ? 1 : 1 - 0.8 * Math.min(1, (since + 1) / 3, (120 - since) / 15)
  }
  const [hour, ...later] = await cardsOf({ factor: outage })
  expect(hour).toMatchObject({ outcome: 'cannot_tell', reason: 'market unknown' })
  for (const { outcome } of later) expect(outcome).not.toBe('fewer')
  const [, day, week] = await cardsOf({ factor: holiday })
  expect(day).toMatchObject({ outcome: 'cannot_tell', reason: 'market unknown' })
  expect(week).toMatchObject({ outcome: 'cannot_tell', reason: 'market unknown' })
})

test('without Roblox, a change that comes with the update and stays is reported [INSIGHTS-47]', async () => {
  for (const [change, outcome] of [
    [1.5, 'more'],
    [0.6, 'fewer'],
  ] as const) {
    const lasting: PlayersCurve = (minute) => (minute < UPDATE ? 1 : change)
    expect(outcomesOf(await cardsOf({ factor: lasting }))).toEqual([outcome, outcome, outcome])
  }
})

test('for a game of three days, the hour and the day are known or not together [INSIGHTS-41]', async () => {
  const better: PlayersCurve = (minute) => (minute < UPDATE ? 1 : 1.6)
  const [hour, day] = await cardsOf({ factor: better, markets: [dayOf], days: 3 })
  expect([hour?.outcome, day?.outcome]).toEqual(['more', 'more'])
})

const HOUR = HOUR_MINUTES

/** Players times that share from the minute to the other, which are counted from the update. */
const during =
  (from: number, until: number, share: number): PlayersCurve =>
  (minute) =>
    minute - UPDATE >= from && minute - UPDATE < until ? share : 1

test.each([
  ['an event that ended an hour before the update', during(-4 * HOUR, -HOUR, 1.8)],
  ['an event that ended half an hour before the update', during(-2.5 * HOUR, -HOUR / 2, 1.8)],
  ['an outage of the game that ended half an hour before the update', during(-80, -30, 0.2)],
  ['an outage of the game of 40 minutes five hours after the update', during(5 * HOUR, 5 * HOUR + 40, 0.1)],
  ['an event of three hours that began six hours after the update', during(6 * HOUR, 9 * HOUR, 1.8)],
])('%s is no effect of it, with and without Roblox [INSIGHTS-62]', async (_, factor) => {
  expect(outcomesOf(await cardsOf({ factor, markets: [dayOf] }))).toEqual(QUIET)
  expect(outcomesOf(await cardsOf({ factor }))).toEqual(QUIET)
})

test.each([
  ['event', 1.8],
  ['outage', 0.2],
])('an %s of the game that ended at the update leaves its effect unknown [INSIGHTS-62]', async (_, share) => {
  const reports = await cardsOf({ factor: during(-3 * HOUR, 0, share), markets: [dayOf] })
  expect(outcomesOf(reports)).toEqual(['unusual hours', 'unusual hours', 'unusual hours'])
  const codes = reports.map(({ effect, outcome }) => [effect, outcome])
  expect(codes).toEqual(Array.from({ length: 3 }, () => [null, 'cannot_tell']))
})

test('an effect is found beside an event before the update and an outage after it [INSIGHTS-62]', async () => {
  const [event, outage] = [during(-5 * HOUR, -HOUR, 1.8), during(7 * HOUR, 8 * HOUR, 0.1)]
  const better: PlayersCurve = (minute) => event(minute) * outage(minute) * (minute < UPDATE ? 1 : 1.4)
  const reports = await cardsOf({ factor: better, markets: [dayOf] })
  expect(outcomesOf(reports)).toEqual(['more', 'more', 'more'])
  for (const { effect } of reports) expect(effect?.change).toBeCloseTo(0.4, 1)
})

test('a rise that began hours before the update and stays is no effect of it [INSIGHTS-40]', async () => {
  const risen: PlayersCurve = (minute) => (minute < UPDATE - 4 * HOUR ? 1 : 1.5)
  expect(outcomesOf(await cardsOf({ factor: risen, markets: [dayOf] }))).toEqual(QUIET)
})
