// Thirty days of five games with known causes: each cause is notified as what it was, and nothing else is notified.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DAY_MINUTES, type Minute } from '../../src/domain/clock.js'
import type {
  AlertFacts,
  DigestFacts,
  PlatformDropFacts,
  ReportCardFacts,
} from '../../src/domain/notifications/facts.js'
import type { Notification } from '../../src/domain/notifications/notification.js'
import type { RuleDraft } from '../../src/domain/notifications/settings.js'
import { type EvaluatedHistory, prepare } from './evaluation.js'
import { type Cause, lifeOf } from './months/life.js'
import { START } from './months/simulated.js'

const LEAD = 8 * DAY_MINUTES
const DAYS = 14
const at = (day: number, hour: number, minute = 0): Minute => START + day * DAY_MINUTES + hour * 60 + minute

/** The players during an outage of the platform, as the simulator makes it: they leave within minutes and return in a quarter of an hour. */
const outage = (floor: number) => (since: number) => 1 - (1 - floor) * Math.min(1, (since + 1) / 3, (40 - since) / 15)
const ROLLING = 2 * DAY_MINUTES

const CAUSES: readonly Cause[] = [
  // All games lose players at once.
  { game: 'all', from: at(2, 18, 7), until: at(2, 18, 47), factor: outage(0.3) },
  // The second game alone loses nearly everybody for two hours.
  { game: 1, from: at(4, 12), until: at(4, 14), factor: () => 0.1 },
  // The third game gets an update that brings players, a hotfix three hours later, and another update after five days.
  {
    game: 2,
    from: at(5, 15),
    until: at(14, 0),
    isUpdate: true,
    factor: (since) => 1 + 0.6 * Math.exp(-since / ROLLING),
  },
  { game: 2, from: at(5, 18), until: at(5, 18, 1), isUpdate: true },
  { game: 2, from: at(10, 15), until: at(10, 15, 1), isUpdate: true },
  // Headcount did not run for two days.
  { game: 'all', from: at(8, 5), until: at(10, 5), gap: 'not running' },
  // The fourth game loses players in quiet hours: the first time they are back before the quiet hours end, the second time not.
  { game: 3, from: at(6, 23), until: at(7, 1), factor: () => 0.2 },
  { game: 3, from: at(7, 23), until: at(8, 5), factor: () => 0.2 },
  { game: 3, from: at(11, 3), until: at(11, 9), factor: () => 0.2 },
]

const RULE: Omit<RuleDraft, 'gameId' | 'createdAt'> = {
  ...{ metric: 'ccu', condition: { is: 'changed', by: -50, unit: 'percent' }, readings: 5, cooldownMinutes: 60 },
  ...{ quietHours: { from: 22 * 60, until: 7 * 60, timeZone: 'UTC' }, roleId: '42' },
}

let prepared: EvaluatedHistory
let notifications: readonly Notification[]
const ofGame = (index: number, ...kinds: readonly string[]): readonly Notification[] =>
  notifications.filter(({ gameId, kind }) => gameId === prepared.games[index]?.id && kinds.includes(kind))
const kindsAndTimes = (list: readonly Notification[]) =>
  list.map(({ kind, occurredAt }) => `${kind} ${new Date(occurredAt * 60_000).toISOString().slice(5, 16)}`)

beforeAll(async () => {
  const life = lifeOf({ games: 5, from: START - LEAD, until: START + DAYS * DAY_MINUTES, causes: CAUSES })
  prepared = await prepare({
    life,
    evaluatedFrom: START,
    perAccount: 3,
    rules: [RULE],
    digest: { every: 'day', weekday: 1, at: 9 * 60, timeZone: 'Europe/Berlin' },
  })
  notifications = await prepared.evaluate()
})
afterAll(() => prepared.close())

test('a fall of all games is reported once for all of them, as the platform’s [NOTIFY-10]', () => {
  const drops = notifications.filter(({ kind, follows }) => kind === 'platform_drop' && follows === undefined)
  // One for each account.
  expect(kindsAndTimes(drops)).toEqual(['platform_drop 06-19T18:10', 'platform_drop 06-19T18:10'])
  const games = drops.map(({ facts }) => (facts as PlatformDropFacts).gameIds)
  expect(games.flat()).toEqual(prepared.games.map(({ id }) => id))
  const facts = drops[0]?.facts as PlatformDropFacts
  expect(facts).toMatchObject({ universes: 5, fell: 5 })
  expect(facts.medianDrop).toBeGreaterThan(0.6)
  expect(at(2, 18, 7) - facts.since).toBeLessThanOrEqual(20)
})

test('a fall of one game is its own, and reported again when it is over', () => {
  const [alert, recovery, ...rest] = ofGame(1, 'alert', 'recovery')
  expect(kindsAndTimes([alert, recovery, ...rest].flatMap((notification) => notification ?? []))).toEqual([
    'alert 06-21T12:04',
    'recovery 06-21T14:04',
  ])
  expect(alert?.facts as AlertFacts).toMatchObject({ since: at(4, 12), platformWide: false, roleId: '42', readings: 5 })
  expect(recovery?.facts as AlertFacts).toMatchObject({ since: at(4, 12), roleId: null })
  for (const game of [0, 2, 4]) expect(ofGame(game, 'alert', 'recovery')).toEqual([])
})

test('what is over before quiet hours end is never reported; what lasts is reported when they end [NOTIFY-9]', () => {
  expect(kindsAndTimes(ofGame(3, 'alert', 'recovery'))).toEqual(['alert 06-28T07:00', 'recovery 06-28T09:04'])
})

test('the preview of a rule shows what the evaluation would have reported', async () => {
  const preview = await prepared.preview(1, RULE, 30)
  const [alert, recovery] = ofGame(1, 'alert', 'recovery')
  expect(preview.alerts).toEqual([
    { at: alert?.occurredAt, facts: { ...alert?.facts, ruleId: 0 }, recoveredAt: recovery?.occurredAt },
  ])
  expect(preview.platformDrops.map(({ at }) => at)).toEqual([at(2, 18, 13)])
  // The preview covers the whole history, with no sample of the two days without Headcount.
  expect(preview.span).toEqual({ from: START - LEAD, until: START + DAYS * DAY_MINUTES + 1 })
  expect(preview.readings).toBe((DAYS + 8 - 2) * DAY_MINUTES)
  expect(preview.coarseUntil).toBeNull()
  expect((await prepared.preview(3, RULE, 2)).alerts).toEqual([])
  expect((await prepared.preview(3, { ...RULE, quietHours: null }, 30)).alerts).toHaveLength(3)
})

test('an update is followed by three report cards, hotfixes included; one more than a day later takes the outcome away', () => {
  const cards = ofGame(2, 'report_card')
  expect(cards.map(({ facts }) => (facts as ReportCardFacts).stage)).toEqual(['1h', '24h', '1h', '24h', '7d'])
  const [hour, day, , , week] = cards.map(({ facts }) => facts as ReportCardFacts)
  expect(hour).toMatchObject({ updatedAt: at(5, 15), newer: [], outcome: 'more' })
  const change = (hour?.players.after ?? 0) / (hour?.players.before ?? 1)
  expect(change).toBeGreaterThan(1.45)
  expect(change).toBeLessThan(1.75)
  expect(day).toMatchObject({ newer: [at(5, 18)], outcome: 'more', reason: null })
  expect(week).toMatchObject({ updatedAt: at(5, 15), newer: [at(5, 18), at(10, 15)], outcome: 'cannot_tell' })
  expect(week?.reason).toBe('another update')
  for (const game of [0, 1, 3, 4]) expect(ofGame(game, 'report_card')).toEqual([])
})

test('a digest comes every day at its time; those of a silence come as one when it is over', () => {
  const digests = ofGame(0, 'digest')
  const usual = digests.filter(({ facts }) => !(facts as DigestFacts).isMerged)
  for (const { occurredAt } of usual) expect(occurredAt % DAY_MINUTES).toBe(7 * 60)
  const merged = digests.filter(({ facts }) => (facts as DigestFacts).isMerged)
  expect(kindsAndTimes(merged)).toEqual(['digest 06-27T05:00'])
  expect(merged[0]?.facts).toMatchObject({ from: at(7, 7), until: at(9, 7) })
  expect(digests).toHaveLength(DAYS - 1)
  const covered = digests.map(({ facts }) => (facts as DigestFacts).until - (facts as DigestFacts).from)
  expect(covered.reduce((sum, minutes) => sum + minutes, 0)).toBe(DAYS * DAY_MINUTES)
  const second = digests[1]?.facts as DigestFacts | undefined
  expect(second?.coverage).toEqual({ before: 1, after: 1 })
  // The simulated games have most players between 17:00 and 22:00 UTC.
  expect(second?.bestHour).toBeGreaterThan(18)
  expect(second?.peak?.at).toBeGreaterThan(at(0, 16))
})

test('the same history gives the same notifications, byte for byte, however it is cut and the evaluation restarted [NOTIFY-2]', async () => {
  const expected = JSON.stringify(notifications)
  let random = 7
  const ends: Minute[] = []
  for (let end = START; end < START + DAYS * DAY_MINUTES - 1; ) {
    random = (random * 16_807) % 2_147_483_647
    ends.push(end)
    end += 1 + (random % (ends.length % 4 === 0 ? 3 : 2_900))
  }
  expect(JSON.stringify(await prepared.evaluate(ends))).toBe(expected)
})
