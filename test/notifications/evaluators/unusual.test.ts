// Rules that compare with the usual of the game.
import { expect, test } from 'vitest'
import { DAY_MINUTES, type Minute, WEEK_MINUTES } from '../../../src/domain/clock.js'
import { alert } from '../../../src/domain/notifications/evaluators/alert.js'
import { DEFAULT_RULE } from '../../../src/domain/notifications/settings.js'
import type { Span } from '../../../src/domain/rules/span.js'
import { addGame, blockOf, sample } from '../../store/contract/support.js'
import { type NotificationFixture, openScene, START } from '../months/simulated.js'
import { evaluateIn } from '../pure.js'

const USUAL = 400
const DEFAULT_FALL = DEFAULT_RULE.condition.by

async function sceneWith(
  playersAt: (minute: Minute) => number = () => USUAL,
  by: number = DEFAULT_FALL,
): Promise<NotificationFixture> {
  const scene = await openScene()
  await scene.switchOn('alert')
  await scene.store.rules.add({
    ...DEFAULT_RULE,
    condition: { is: 'unusual', by },
    gameId: scene.game.id,
    createdAt: 0,
  })
  const samples = Array.from({ length: (15 * DAY_MINUTES) / 5 }, (_, index) => {
    const minute = START - 15 * DAY_MINUTES + index * 5
    return sample(5, minute, playersAt(minute))
  })
  await scene.store.series.importBlock(blockOf(5, samples))
  return scene
}

/** Runs ticks that are `apart` minutes apart; returns the minutes after the start at which alerts came. */
async function play(scene: NotificationFixture, players: readonly number[], apart = 1): Promise<number[]> {
  for (const [index, ccu] of players.entries()) {
    await scene.tick(START + index * apart, { ccu })
    await scene.evaluate()
  }
  const notifications = await scene.store.outbox.list({ limit: 10 })
  return notifications.flatMap(({ kind, occurredAt }) => (kind === 'alert' ? [occurredAt - START] : []))
}

const fall = (count: number): number[] => [USUAL, ...Array.from({ length: count }, () => USUAL / 2)]

test.each([
  [1, 10],
  [5, 15],
  [10, 20],
])('fires after ten minutes where there is a sample every %i minutes [INSIGHTS-42]', async (apart, at) => {
  expect(await play(await sceneWith(), fall(14), apart)).toEqual([at])
})

test('the alert names the usual, the threshold and the band of the day before', async () => {
  const scene = await sceneWith()
  await play(scene, fall(10))
  const [facts] = (await scene.facts()) as { baseline: number; threshold: number; line: { expected: number[] } }[]
  expect(facts).toMatchObject({ kind: 'alert', value: 200, minutes: 10, readings: 1 })
  expect(facts?.baseline).toBeCloseTo(USUAL, -1)
  expect(facts?.threshold).toBeCloseTo(0.7 * USUAL, -1)
  expect(facts?.line.expected.at(-1)).toBeCloseTo(USUAL, -1)
})

test('the recovery from a fall names a threshold below the usual, even if more players came back', async () => {
  const scene = await sceneWith()
  await play(scene, [...fall(10), ...Array.from({ length: 12 }, () => 1.2 * USUAL)])
  const facts = (await scene.facts()) as { kind: string; baseline: number; threshold: number }[]
  const recovery = facts.find(({ kind }) => kind === 'recovery')
  expect(recovery?.threshold).toBeCloseTo(0.7 * (recovery?.baseline ?? 0), 0)
})

test('the restart of every week is no alert', async () => {
  const restarts = (minute: Minute) => ((minute - START + 4 * WEEK_MINUTES) % WEEK_MINUTES < 30 ? 100 : USUAL)
  expect(await play(await sceneWith(restarts), fall(20))).toEqual([])
})

test('an outage at this time a week ago does not hide one now [INSIGHTS-42]', async () => {
  const outage = { from: START - WEEK_MINUTES - 5, until: START - WEEK_MINUTES + 45 }
  const scene = await sceneWith((minute) => (minute >= outage.from && minute < outage.until ? 20 : USUAL))
  expect(await play(scene, fall(14))).toEqual([10])
})

test('a much smaller dip of every week does not hide a fall [INSIGHTS-42]', async () => {
  const dips = (minute: Minute) => ((minute - START + 4 * WEEK_MINUTES) % WEEK_MINUTES < 30 ? 0.7 * USUAL : USUAL)
  expect(await play(await sceneWith(dips), [USUAL, ...Array.from({ length: 14 }, () => 20)])).toEqual([10])
})

test.each([-30, -15, -10])(
  'an evening that declines does not hide a fall from a rule at %i %% [INSIGHTS-42]',
  async (by) => {
    const daily = (minute: Minute) =>
      10 * USUAL * (1 + 0.6 * Math.cos(((minute - START + 180) / DAY_MINUTES) * 2 * Math.PI))
    const scene = await sceneWith(daily, by)
    expect(await play(scene, [daily(START), ...Array.from({ length: 14 }, () => 20)])).toEqual([10])
  },
)

test('after a holiday of all games, a game that fell no farther than they did is no alert [INSIGHTS-46]', async () => {
  const holiday = { from: START - 3 * DAY_MINUTES, until: START + 30 }
  const lift = (minute: Minute) => (minute >= holiday.from && minute < holiday.until ? 1.5 : 1)
  const samples = Array.from({ length: (15 * DAY_MINUTES + 120) / 5 }, (_, index) => {
    const minute = START - 15 * DAY_MINUTES + index * 5
    return sample(5, minute, USUAL * lift(minute))
  })
  const rules = [{ ...DEFAULT_RULE, id: 1, gameId: 1, createdAt: 0 }]
  const alertsWith = async (market?: (minute: Minute) => number) => {
    const past = { samples, gaps: [], context: { rules, interval: 5 }, markets: market === undefined ? [] : [market] }
    return evaluateIn(alert, past, [START, START + 120])
  }
  expect(await alertsWith((minute) => 9_000 * lift(minute))).toEqual([])
  // The game lost players while Roblox as a whole did not.
  expect(await alertsWith(() => 9_000)).toMatchObject([{ kind: 'alert' }])
  expect(await alertsWith()).toMatchObject([{ kind: 'alert' }])
})

test('what was marked as expected is no part of the usual [INSIGHTS-44]', async () => {
  const eventful = { from: START - WEEK_MINUTES - DAY_MINUTES, until: START }
  const scene = await sceneWith((minute) => (minute >= eventful.from ? 3 * USUAL : USUAL))
  const before = await play(
    scene,
    Array.from({ length: 12 }, () => USUAL),
  )
  expect(before).toEqual([10 - 1])
  const marked = await sceneWith((minute) => (minute >= eventful.from ? 3 * USUAL : USUAL))
  await marked.store.expectedSpans.add({ gameId: marked.game.id, ...eventful, note: 'Anniversary', createdAt: 0 })
  expect(
    await play(
      marked,
      Array.from({ length: 12 }, () => USUAL),
    ),
  ).toEqual([])
})

test('a rule against last week compares with the week before, where last week was marked [INSIGHTS-44]', async () => {
  const event = { from: START - WEEK_MINUTES - 30, until: START - WEEK_MINUTES + 150 }
  const samples = Array.from({ length: (15 * DAY_MINUTES + 120) / 5 }, (_, index) => {
    const minute = START - 15 * DAY_MINUTES + index * 5
    return sample(5, minute, minute >= event.from && minute < event.until ? 3 * USUAL : USUAL)
  })
  const condition = { is: 'changed', by: -50, unit: 'percent' } as const
  const rules = [{ ...DEFAULT_RULE, condition, readings: 5, minutes: null, id: 1, gameId: 1, createdAt: 0 }]
  const alertsWith = (excluded: readonly Span[]) =>
    evaluateIn(alert, { samples, gaps: [], context: { rules, interval: 5, excluded } }, [START, START + 120])
  expect(await alertsWith([])).toMatchObject([{ kind: 'alert' }])
  expect(await alertsWith([event])).toEqual([])
})

test('rules that a migration moved to the usual are announced once, with their games [INSIGHTS-43]', async () => {
  const scene = await sceneWith()
  const second = await addGame(scene.store, scene.game.accountId, 6, { channelId: '1', createdAt: 0 })
  await scene.store.routes.put({ gameId: second.id, kind: 'alert', channelId: null, enabled: true, digest: null })
  const rule = await scene.store.rules.add({ ...DEFAULT_RULE, gameId: second.id, createdAt: 0 })
  await scene.store.settings.set('rules.moved_to_usual', JSON.stringify([1, rule.id]))
  await play(scene, [USUAL, USUAL])
  await play(scene, [USUAL, USUAL, USUAL])
  const facts = await scene.facts()
  expect(facts).toEqual([{ kind: 'rules_moved', gameIds: [scene.game.id, second.id] }])
})
