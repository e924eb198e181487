import { expect, test } from 'vitest'
import { DAY_MINUTES, type Minute, WEEK_MINUTES } from '../../../src/domain/clock.js'
import { reportCard } from '../../../src/domain/notifications/evaluators/report-card.js'
import type { ReportCardFacts } from '../../../src/domain/notifications/facts.js'
import type { Span } from '../../../src/domain/rules/span.js'
import type { Sample } from '../../../src/domain/sample.js'
import { sample } from '../../store/contract/support.js'
import { evaluateIn, UNIVERSE } from '../pure.js'

const UPDATE: Minute = Date.UTC(2026, 5, 17, 15) / 60_000
const END = UPDATE + 8 * DAY_MINUTES
const INTERVAL = 10

interface ReportCardSetup {
  readonly from?: Minute
  readonly until?: Minute
  readonly playersAt?: (minute: Minute) => number
  readonly without?: readonly [Minute, Minute]
  /** The time of each update as the platform gives it, and when Headcount found it. */
  readonly updates?: readonly (readonly [at: Minute, foundAt: Minute])[]
  readonly ends?: readonly Minute[]
  readonly market?: (minute: Minute) => number
  readonly excluded?: readonly Span[]
}

async function cardsOf(wish: ReportCardSetup) {
  const {
    from = UPDATE - 4 * WEEK_MINUTES,
    until = END,
    playersAt = () => 200,
    updates = [[UPDATE, UPDATE + 1]],
  } = wish
  const samples: Sample[] = []
  for (let minute = from; minute < until; minute += INTERVAL) {
    if (wish.without && minute >= wish.without[0] && minute < wish.without[1]) continue
    // Ten visits a minute, with 20 likes for each thousand before the update and 30 after it.
    const visits = (minute - from) * 10
    const likes = Math.floor(minute < UPDATE ? visits * 0.02 : (UPDATE - from) * 0.2 + (minute - UPDATE) * 0.3)
    samples.push({ ...sample(UNIVERSE, minute, playersAt(minute)), visits, favorites: Math.floor(visits / 100), likes })
  }
  const events = updates.map(([at, minute]) => ({
    ...{ universeId: UNIVERSE, minute, what: 'published' as const, value: String(at * 60_000) },
  }))
  const past = {
    ...{ samples, gaps: [], events, context: { interval: INTERVAL, excluded: wish.excluded ?? [] } },
    ...(wish.market ? { markets: [wish.market] } : {}),
  }
  const notifications = await evaluateIn(reportCard, past, [...(wish.ends ?? []), until])
  return notifications.map(({ occurredAt, facts }) => ({ at: occurredAt - UPDATE, ...(facts as ReportCardFacts) }))
}

const better = (minute: Minute): number => (minute >= UPDATE ? 300 : 200)

test('an update is looked at after an hour, a day and a week', async () => {
  const cards = await cardsOf({ playersAt: better })
  expect(cards.map(({ at, stage }) => [at, stage])).toEqual([
    [60, '1h'],
    [DAY_MINUTES, '24h'],
    [WEEK_MINUTES, '7d'],
  ])
  expect(cards[1]).toMatchObject({
    ...{ outcome: 'more', reason: null, players: { before: 200, after: 300 }, market: null, beganBefore: false },
    ...{ likesPerThousandVisits: { before: 20, after: 30 }, favoritesPerThousandVisits: { before: 10, after: 10 } },
    ...{ coverage: { before: 1, after: 1 }, updatedAt: UPDATE, newer: [] },
  })
  expect(cards[1]?.effect?.change).toBeCloseTo(0.5, 1)
  expect(cards[1]?.effect?.low).toBeGreaterThan(0.3)
  expect(cards[1]?.line?.expected).toHaveLength(24)
  // A rate needs 500 visits, which an hour of ten a minute has.
  expect(cards[0]?.likesPerThousandVisits.after).toBe(30)
})

test('it is compared with the usual of the weekday and hour: a Saturday is no better than a Wednesday', async () => {
  const saturday = (minute: Minute) => (Math.floor(minute / DAY_MINUTES) % 7 === 2 ? 900 : 200)
  const cards = await cardsOf({ playersAt: saturday, updates: [[UPDATE + 3 * DAY_MINUTES, UPDATE + 3 * DAY_MINUTES]] })
  expect(cards.map(({ outcome }) => outcome)).toEqual(['no_clear_change', 'no_clear_change'])
})

test('a game of three days has a report of the week too [INSIGHTS-3, INSIGHTS-41]', async () => {
  const cards = await cardsOf({ from: UPDATE - 3 * DAY_MINUTES, playersAt: better })
  expect(cards.map(({ stage, outcome }) => [stage, outcome])).toEqual([
    ['1h', 'more'],
    ['24h', 'more'],
    ['7d', 'more'],
  ])
  expect(cards[2]?.effect?.change).toBeCloseTo(0.5, 1)
})

test('where the game changes as much without updates, nothing is claimed', async () => {
  const restless = (minute: Minute) => [140, 260, 150, 270, 200][Math.floor(minute / 180) % 5] ?? 0
  const outcomes = (await cardsOf({ playersAt: restless })).map(({ outcome }) => outcome)
  expect(outcomes).toEqual(['no_clear_change', 'no_clear_change', 'no_clear_change'])
})

test('a rise that began before the update is not the update’s', async () => {
  const rising = (minute: Minute) => 200 * (1 + Math.min(1, Math.max(0, (minute - UPDATE + 900) / 1_800)))
  const cards = await cardsOf({ playersAt: rising })
  expect(cards.map(({ outcome }) => outcome)).toEqual(['no_clear_change', 'no_clear_change', 'no_clear_change'])
})

test('what happened to all of Roblox is taken away from the change', async () => {
  const holiday = (minute: Minute) => (minute >= UPDATE ? 1.5 : 1)
  const [, day] = await cardsOf({
    playersAt: (minute) => 200 * holiday(minute),
    market: (minute) => 9 * holiday(minute),
  })
  expect(day).toMatchObject({ outcome: 'no_clear_change', reason: null })
  expect(day?.market).toBeCloseTo(0.5, 1)
  expect((1 + (day?.market ?? 0)) * (1 + (day?.effect?.change ?? 0))).toBeCloseTo(1 + (day?.observed ?? 0), 2)
})

test('an outage of Roblox in the first hour leaves nothing to report, and is left out of the day [INSIGHTS-41]', async () => {
  const down = (minute: Minute) => (minute >= UPDATE + 20 && minute < UPDATE + 70 ? 0.2 : 1)
  const cards = await cardsOf({ playersAt: (minute) => 200 * down(minute), market: (minute) => 9 * down(minute) })
  expect(cards.map(({ outcome, reason }) => [outcome, reason])).toEqual([
    ['cannot_tell', 'outage'],
    ['no_clear_change', null],
    ['no_clear_change', null],
  ])
})

test('an outage minutes after the update hides neither the hours before it nor those since [INSIGHTS-41]', async () => {
  const down = (minute: Minute) => (minute >= UPDATE + 10 && minute < UPDATE + 50 ? 0.2 : 1)
  const cards = await cardsOf({ playersAt: (minute) => 200 * down(minute), market: (minute) => 9 * down(minute) })
  expect(cards.map(({ outcome, reason }) => reason ?? outcome)).toEqual([
    'outage',
    'no_clear_change',
    'no_clear_change',
  ])
})

test('where the market is counted every five minutes, its evening is no outage [INSIGHTS-41]', async () => {
  const day = (minute: Minute) => 1 + 0.4 * Math.cos((minute / DAY_MINUTES) * 2 * Math.PI)
  const [hour] = await cardsOf({
    playersAt: (minute) => 2_000 * day(minute) * (minute >= UPDATE ? 1.5 : 1),
    market: (minute) => (minute % 5 === 0 ? 9 * day(minute) : Number.NaN),
    updates: [[UPDATE - 8 * 60, UPDATE - 8 * 60]],
  })
  expect(hour?.reason).toBeNull()
})

test('the market counts where it is counted at other minutes than that of the update', async () => {
  const holiday = (minute: Minute) => (minute >= UPDATE ? 1.5 : 1)
  const [, day] = await cardsOf({
    playersAt: (minute) => 200 * holiday(minute),
    market: (minute) => (minute % 5 === 0 ? 9 * holiday(minute) : Number.NaN),
    updates: [[UPDATE + 3, UPDATE + 3]],
  })
  expect(day?.market).toBeCloseTo(0.5, 1)
  expect(day).toMatchObject({ outcome: 'no_clear_change' })
})

test('what was marked as expected is no part of what would have come without the update [INSIGHTS-44]', async () => {
  const event = { from: UPDATE - 33 * 60, until: UPDATE - 3 * 60 }
  const eventful = (minute: Minute) => (minute >= event.from && minute < event.until ? 600 : 200)
  const [, unmarked] = await cardsOf({ playersAt: eventful })
  expect(unmarked?.players.before).toBeGreaterThan(300)
  const [, marked] = await cardsOf({ playersAt: eventful, excluded: [event] })
  expect(marked).toMatchObject({ outcome: 'no_clear_change', reason: null, players: { before: 200, after: 200 } })
})

test('a mark on the hours since the update hides nothing that the update did [INSIGHTS-44]', async () => {
  const [, day] = await cardsOf({ playersAt: better, excluded: [{ from: UPDATE, until: UPDATE + DAY_MINUTES }] })
  expect(day).toMatchObject({ outcome: 'more', reason: null })
})

test('where the data is not enough, it says why', async () => {
  const because = async (wish: ReportCardSetup) => (await cardsOf(wish)).map(({ outcome, reason }) => [outcome, reason])
  expect(await because({ from: UPDATE - DAY_MINUTES })).toEqual(Array(3).fill(['cannot_tell', 'no data before']))
  expect((await because({ without: [UPDATE + 5, UPDATE + 40] }))[0]).toEqual(['cannot_tell', 'no data after'])
  expect((await because({ playersAt: () => 4 }))[1]).toEqual(['cannot_tell', 'too few players'])
})

test('updates within a day share their cards, which name them; a later one makes the result of the week unknown', async () => {
  const updates = [0, 180, 900, 3 * DAY_MINUTES].map((after) => [UPDATE + after, UPDATE + after] as const)
  const cards = await cardsOf({ playersAt: better, updates })
  expect(cards.map(({ stage, updatedAt }) => [stage, updatedAt - UPDATE])).toEqual([
    ['1h', 0],
    ['24h', 0],
    ['1h', 3 * DAY_MINUTES],
    ['24h', 3 * DAY_MINUTES],
    ['7d', 0],
  ])
  expect(cards[1]).toMatchObject({ outcome: 'more', newer: [UPDATE + 180, UPDATE + 900] })
  expect(cards[4]).toMatchObject({ outcome: 'cannot_tell', reason: 'another update' })
  expect(cards[4]?.newer).toHaveLength(3)
})

test('an update that was found late gets the last of the cards that are due, and none after a day', async () => {
  const found = async (late: number) =>
    (await cardsOf({ updates: [[UPDATE, UPDATE + late]] })).map(({ at, stage }) => [at, stage])
  expect(await found(2 * DAY_MINUTES - 1)).toEqual([
    [2 * DAY_MINUTES - 1, '24h'],
    [WEEK_MINUTES, '7d'],
  ])
  expect(await found(3 * DAY_MINUTES)).toEqual([[WEEK_MINUTES, '7d']])
})

test('how history is cut changes no card', async () => {
  const updates = [0, 180, 2 * DAY_MINUTES].map((after) => [UPDATE + after, UPDATE + after + 3] as const)
  const ends = Array.from({ length: 900 }, (_, index) => UPDATE - 50 + index * 13)
  expect(await cardsOf({ updates, ends })).toEqual(await cardsOf({ updates }))
})
