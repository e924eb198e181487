import { expect, test } from 'vitest'
import { DAY_MINUTES, HOUR_MINUTES, type Minute } from '../../../src/domain/clock.js'
import { record } from '../../../src/domain/notifications/evaluators/record.js'
import type { RecordFacts } from '../../../src/domain/notifications/facts.js'
import { addedValues, blockOf, sample } from '../../store/contract/support.js'
import { type NotificationFixture, openScene, START } from '../months/simulated.js'
import { evaluateIn, everyDay, everyMinute, UNIVERSE } from '../pure.js'

const WEEK = 7 * DAY_MINUTES

async function play(scene: NotificationFixture, moments: readonly (readonly [Minute, number])[]): Promise<string[]> {
  for (const [minute, ccu] of moments) {
    await scene.tick(minute, { ccu })
    await scene.evaluate()
  }
  return scene.evaluate()
}

test('a record is reported after a week of history, when its peak is over, at most once a day [NOTIFY-11]', async () => {
  const scene = await openScene()
  const early = await play(scene, [
    [START, 100],
    [START + 1, 200],
    [START + 40, 190],
    [START + WEEK - 1, 300],
  ])
  expect(early).toEqual([])
  const began = START + WEEK + 10
  // The players dip and rise again; the peak is over half an hour after the highest count.
  expect(
    await play(scene, [
      [began, 310],
      [began + 5, 250],
      [began + 20, 400],
      [began + 49, 250],
    ]),
  ).toEqual([])
  expect(await play(scene, [[began + 50, 379]])).toEqual(['record ccu:400'])
  const notifications = await play(scene, [
    [began + 100, 500],
    [began + 140, 300],
    [began + DAY_MINUTES + 49, 600],
    [began + DAY_MINUTES + 80, 300],
  ])
  expect(notifications).toEqual(['record ccu:400', `record ccu:400:at:${began + 140}`, 'record ccu:600'])
  const first = { kind: 'record', previous: 300, since: began, market: null }
  expect(await scene.facts()).toEqual([
    { ...first, ccu: 400, at: began + 20 },
    { ...first, ccu: 500, at: began + 100 },
    {
      kind: 'record',
      ccu: 600,
      previous: 500,
      since: began + DAY_MINUTES + 49,
      at: began + DAY_MINUTES + 49,
      market: null,
    },
  ])
})

test('a record that is only a little higher is not reported: 2 % or 10 players [NOTIFY-11]', async () => {
  const scene = await openScene()
  const peak = (minute: Minute, ccu: number) => [[minute, ccu] as const, [minute + 31, 50] as const]
  const later = START + WEEK
  expect(await play(scene, [[START, 300], ...peak(later, 305), ...peak(later + 60, 310)])).toEqual([])
  // 2 % above 310 is 316.2.
  expect(await play(scene, peak(later + 120, 317))).toEqual(['record ccu:317'])
  const [next, big] = [later + 2 * DAY_MINUTES, later + 4 * DAY_MINUTES]
  expect(await play(scene, [...peak(next, 1_000), ...peak(big, 1_009), ...peak(big + 60, 1_018)])).toHaveLength(2)
  expect(await play(scene, peak(big + 120, 1_028))).toContain('record ccu:1028')
})

test('a peak that lasts, or after which nothing is counted, is reported within three hours [NOTIFY-11]', async () => {
  const scene = await openScene()
  await play(scene, [[START, 100]])
  const began = START + WEEK
  const rising = Array.from({ length: 18 }, (_, index) => [began + index * 10, 200 + index] as const)
  expect(await play(scene, rising)).toEqual(['record ccu:217'])
  expect(await scene.facts()).toMatchObject([{ ccu: 217, isRising: true }])
  await play(scene, [[began + 2 * DAY_MINUTES, 500]])
  await scene.tick(began + 2 * DAY_MINUTES + 179, 'platform error')
  expect(await scene.evaluate()).toEqual(['record ccu:217', `record ccu:217:at:${began + 340}`, 'record ccu:500'])
  for (const { occurredAt, facts } of await scene.store.outbox.list({ limit: 10 }))
    expect(occurredAt - ((facts as RecordFacts).at ?? 0)).toBeLessThanOrEqual(170)
})

test('the first peak of a launch is no record over nobody, and a record starts when its peak began [NOTIFY-11]', async () => {
  const scene = await openScene()
  const launch = START + WEEK + 5 * HOUR_MINUTES
  const peaks = [
    [launch, 4_000],
    [launch + 20, 5_000],
    [launch + 60, 3_000],
    [launch + 10 * HOUR_MINUTES, 7_000],
    [launch + 11 * HOUR_MINUTES, 3_000],
  ] as const
  expect(await play(scene, [[START, 0], [launch - 1, 0], ...peaks])).toEqual([])
  const began = launch + DAY_MINUTES + 60
  expect(
    await play(scene, [
      [began, 8_000],
      [began + 20, 9_000],
      [began + 60, 3_000],
    ]),
  ).toEqual(['record ccu:9000'])
  expect(await scene.facts()).toMatchObject([{ previous: 7_000, since: began, at: began + 20 }])
  const [posted] = await scene.store.outbox.list({ limit: 1 })
  const query = { universeIds: [5], accountId: posted?.accountId ?? 0, kinds: ['record'], limit: 5 } as const
  const events = await scene.store.eventLog.newest(query)
  expect(events).toMatchObject([{ start: began, end: began + 60 }])
})

/** A week of 1,000 players, then what `players` gives for the minutes since; evaluated in whole days. */
async function recordsIn(days: number, players: (minute: Minute) => number) {
  const lead = 9 * DAY_MINUTES
  const end = lead + days * DAY_MINUTES
  const samples = everyMinute(end - 1).map((minute) => {
    const ccu = Math.round(minute < lead ? 1_000 : players(minute - lead))
    return { universeId: UNIVERSE, minute, ccu, visits: 1, favorites: 1, ...votes }
  })
  const drafts = await evaluateIn(record, { samples, gaps: [] }, everyDay(end))
  return drafts.map(({ facts, occurredAt, follows }) => {
    const { ccu, isRising = false } = facts as RecordFacts
    return { at: occurredAt - lead, ccu, isRising, as: follows?.as ?? 'post' }
  })
}

test('a peak that rises for ten hours is posted within three, and the post ends with its true height [NOTIFY-11]', async () => {
  const posts = await recordsIn(2, (minute) =>
    minute <= 600 ? 1_000 + (minute / 600) * 5_000 : 6_000 - (minute - 600) * 4,
  )
  expect(posts[0]).toMatchObject({ ccu: 2_425, isRising: true, as: 'post' })
  expect(posts.slice(1).every(({ as }) => as === 'edit')).toBe(true)
  expect(posts.at(-1)).toMatchObject({ ccu: 6_000, isRising: false })
  expect(posts.length).toBeLessThanOrEqual(6)
})

const cone = (minute: Minute, at: Minute, height: number): number =>
  1_000 + height * Math.max(0, 1 - Math.abs(minute - at) / 60)

test('a record a few minutes less than a day after the last waits for the day to end, and is posted [NOTIFY-11]', async () => {
  const [early, late] = [20 * HOUR_MINUTES, DAY_MINUTES + 20 * HOUR_MINUTES - 20]
  const posts = await recordsIn(3, (minute) => Math.max(cone(minute, early, 100), cone(minute, late, 650)))
  expect(posts.map(({ ccu, as }) => [ccu, as])).toEqual([
    [1_100, 'post'],
    [1_650, 'post'],
  ])
  const [first, second] = posts.map(({ at }) => at)
  expect((second ?? 0) - (first ?? 0)).toBe(DAY_MINUTES)
})

test('each of growing daily peaks is posted, and the event of a day has its highest count [NOTIFY-11]', async () => {
  const scene = await openScene()
  await play(scene, [[START, 1_000]])
  const peaks = Array.from(
    { length: 6 },
    (_, day) => [START + WEEK + day * (DAY_MINUTES - 200), 1_100 + day * 100] as const,
  )
  for (const [minute, ccu] of peaks)
    await play(scene, [
      [minute, ccu],
      [minute + 40, 900],
    ])
  const posts = (await scene.facts()).map((facts) => (facts as RecordFacts).ccu)
  expect(posts).toEqual([1_100, 1_200, 1_300, 1_400, 1_500, 1_600])
  const [posted] = await scene.store.outbox.list({ limit: 1 })
  const query = { universeIds: [5], accountId: posted?.accountId ?? 0, kinds: ['record'], limit: 9 } as const
  const events = await scene.store.eventLog.newest(query)
  expect(events.map(({ facts }) => (facts.kind === 'record' ? facts.players : 0))).toEqual([1_600, 1_400, 1_200])
})

test('history imported later holds the record, too', async () => {
  const scene = await openScene()
  await play(scene, [[START, 10]])
  await scene.store.series.importBlock(blockOf(5, [sample(5, START - WEEK, 500)]))
  expect(await play(scene, [[START + 1, 400]])).toEqual([])
  await play(scene, [[START + 2, 520]])
  await scene.store.series.importBlock(blockOf(5, [sample(5, START - WEEK + 9, 519)]))
  expect(await play(scene, [[START + 50, 9]])).toEqual([])
  expect(
    await play(scene, [
      [START + 51, 531],
      [START + 90, 9],
    ]),
  ).toEqual(['record ccu:531'])
})

test('an account is notified of records among the samples that it reads', async () => {
  const scene = await openScene({ plan: 'free' })
  await scene.store.series.importBlock(blockOf(5, [sample(5, START - WEEK, 10)]))
  const notifications = await play(scene, [
    [START, 5],
    [START + 4, 900],
    [START + 10, 20],
    [START + 40, 5],
  ])
  expect(notifications).toEqual(['record ccu:20'])
})

test('a record says by how much all of Roblox was high, and only then, however history is cut [NOTIFY-12]', async () => {
  const days = 38
  const end = days * DAY_MINUTES
  const highAt = end - 6 * HOUR_MINUTES
  const players = (minute: Minute): number =>
    minute === highAt ? 900 : 300 + Math.round(100 * Math.sin((minute / DAY_MINUTES) * 2 * Math.PI))
  const samples = everyMinute(end)
    .filter((minute) => minute % 10 === 0)
    .map((minute) => ({ universeId: UNIVERSE, minute, ccu: players(minute), visits: 1, favorites: 1, ...votes }))
  const index = (minute: Minute): number => 1 + 0.3 * Math.sin((minute / DAY_MINUTES) * 2 * Math.PI)
  const high = (minute: Minute): number => index(minute) * (minute > highAt - 3 * HOUR_MINUTES ? 1.2 : 1)
  const marketsOf = async (market: ((minute: Minute) => number) | undefined, ends: readonly Minute[]) => {
    const drafts = await evaluateIn(record, { samples, gaps: [], markets: market === undefined ? [] : [market] }, ends)
    return drafts.map(({ facts }) => (facts as RecordFacts).market)
  }
  const [raised] = await marketsOf(high, everyDay(end))
  expect(raised).toBeCloseTo(0.2, 2)
  expect(await marketsOf(high, [end - 5 * HOUR_MINUTES, end])).toEqual([raised])
  expect(await marketsOf(high, [...everyDay(highAt), ...everyMinute(end).filter((minute) => minute > highAt)])).toEqual(
    [raised],
  )
  expect(await marketsOf(index, everyDay(end))).toEqual([null])
  expect(await marketsOf(undefined, everyDay(end))).toEqual([null])
})

const votes = { likes: 1, dislikes: 1, ...addedValues(1) }
