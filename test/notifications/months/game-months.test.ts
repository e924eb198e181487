// Twelve game-months, a month of twelve games, through the evaluation of a real store with a fixed clock: updates with and
// without an effect, a holiday, a fall of the platform, and events. Part of the long tests.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DAY_MINUTES, HOUR_MINUTES, type Minute, msOf, WEEK_MINUTES } from '../../../src/domain/clock.js'
import type { ReportCardFacts } from '../../../src/domain/notifications/facts.js'
import type { Notification } from '../../../src/domain/notifications/notification.js'
import { type EvaluatedHistory, prepare } from '../evaluation.js'
import { type Cause, lifeOf } from './life.js'
import { START } from './simulated.js'

const GAMES = 12
const FROM = START - 29 * DAY_MINUTES
const UNTIL = START + 30 * DAY_MINUTES
const at = (day: number, hour = 0, minute = 0): Minute => START + day * DAY_MINUTES + hour * HOUR_MINUTES + minute

const HOLIDAY = { from: at(14), until: at(18) }
const FALL = { from: at(20, 18, 7), until: at(20, 18, 47) }
const EASE = 8 * HOUR_MINUTES

/** All games have up to two fifths more players, with a rise and a fall over hours. */
const holiday = (since: number): number =>
  1 + 0.4 * Math.min(1, since / EASE, (HOLIDAY.until - HOLIDAY.from - since) / EASE)
const fall = (since: number): number => 1 - 0.7 * Math.min(1, (since + 1) / 3, (40 - since) / 15)
const settled =
  (change: number) =>
  (since: number): number =>
    1 + change * Math.min(1, since / 20)

const updateOf = (game: number, from: Minute, change?: number): Cause => ({
  ...{ game, from, until: change === undefined ? from + 1 : UNTIL, isUpdate: true },
  ...(change === undefined ? {} : { factor: settled(change) }),
})

const CAUSES: readonly Cause[] = [
  { game: 'all', ...HOLIDAY, factor: holiday },
  { game: 'all', ...FALL, factor: fall },
  updateOf(0, at(5, 15), 0.6),
  updateOf(1, at(6, 12), -0.4),
  updateOf(2, at(4, 17)),
  updateOf(3, at(13, 20)),
  updateOf(4, at(20, 17, 47)),
  { game: 5, from: at(8, 18), until: at(8, 22), factor: () => 2.5 },
  { game: 6, from: at(10, 12), until: at(10, 14), factor: () => 0.3 },
  ...Array.from({ length: 8 }, (_, week): Cause => {
    const from = FROM + week * WEEK_MINUTES + 6 * HOUR_MINUTES
    return { game: 7, from, until: from + 20, factor: () => 0.2 }
  }),
  { game: 8, from: FROM, until: UNTIL, factor: (since) => 1.01 ** (since / DAY_MINUTES) },
  updateOf(8, at(7, 16)),
  updateOf(9, at(15, 14), 0.6),
]

function market(minute: Minute): number {
  const day = 1 + 0.3 * Math.sin(((minute - 13 * HOUR_MINUTES) / DAY_MINUTES) * 2 * Math.PI)
  const isIn = ({ from, until }: typeof FALL) => minute >= from && minute < until
  const shared = (isIn(HOLIDAY) ? holiday(minute - HOLIDAY.from) : 1) * (isIn(FALL) ? fall(minute - FALL.from) : 1)
  return 100_000 * day * shared
}

describe.runIf(process.env.GAME_MONTHS !== undefined)('twelve game-months', () => {
  let prepared: EvaluatedHistory
  let notifications: readonly Notification[]
  beforeAll(async () => {
    const life = lifeOf({ games: GAMES, from: FROM, until: UNTIL, causes: CAUSES })
    prepared = await prepare({ life, evaluatedFrom: START, market })
    // The evaluation restarts after each day.
    notifications = await prepared.evaluate(Array.from({ length: 29 }, (_, day) => at(day + 1) - 1))
  }, 1_800_000)
  afterAll(() => prepared.close())

  const ofGame = (index: number, ...kinds: readonly string[]): readonly Notification[] =>
    notifications.filter(({ gameId, kind }) => gameId === prepared.games[index]?.id && kinds.includes(kind))
  const cardsOf = (index: number): readonly ReportCardFacts[] =>
    ofGame(index, 'report_card').map(({ facts }) => facts as ReportCardFacts)
  const timesOf = (index: number, kind: string) =>
    ofGame(index, kind).map(({ occurredAt }) => new Date(msOf(occurredAt)).toISOString())
  const outcomesOf = (index: number) => cardsOf(index).map(({ outcome, reason }) => reason ?? outcome)

  test.each([
    [0, 'more'],
    [1, 'fewer'],
  ] as const)('the update of game %i that had an effect is reported as: %s [INSIGHTS-40]', (game, outcome) => {
    expect(outcomesOf(game)).toEqual([outcome, outcome, outcome])
  })

  test('updates without an effect are no clear change, in a game that grows too [INSIGHTS-40]', () => {
    for (const game of [2, 8])
      expect(outcomesOf(game)).toEqual(['no_clear_change', 'no_clear_change', 'no_clear_change'])
  })

  test('a holiday is no effect of the update before it, and hides none [INSIGHTS-40]', () => {
    expect(outcomesOf(3)).toEqual(['no_clear_change', 'no_clear_change', 'no_clear_change'])
    const [, day] = cardsOf(3)
    expect(day?.market).toBeGreaterThan(0.1)
    expect(outcomesOf(9).slice(0, 2)).toEqual(['more', 'more'])
    expect(cardsOf(9)[1]?.effect?.low).toBeLessThan(0.6)
    expect(cardsOf(9)[1]?.effect?.high).toBeGreaterThan(0.5)
  })

  test('an outage of all games is not blamed on the update before it [INSIGHTS-41]', () => {
    expect(outcomesOf(4)).toEqual(['outage', 'no_clear_change', 'no_clear_change'])
    const falls = notifications.filter(({ kind }) => kind === 'platform_drop')
    const posts = falls.filter(({ follows }) => follows?.as !== 'edit')
    expect(posts.map(({ follows }) => follows?.as)).toEqual([undefined, 'reply'])
  })

  test('the fall of one game is one alert, and nothing that was usual or an event is one [INSIGHTS-42]', () => {
    expect(ofGame(6, 'alert', 'recovery').map(({ kind }) => kind)).toEqual(['alert', 'recovery'])
    const [alert] = ofGame(6, 'alert')
    expect(alert?.occurredAt).toBeGreaterThanOrEqual(at(10, 12, 9))
    expect(alert?.occurredAt).toBeLessThan(at(10, 12, 30))
    for (const quiet of [2, 3, 4, 5, 7, 8, 10, 11]) expect(timesOf(quiet, 'alert'), `game ${quiet}`).toEqual([])
  })
})
