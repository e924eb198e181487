import { expect, test } from 'vitest'
import type { Minute } from '../../../src/domain/clock.js'
import type { GapReason } from '../../../src/domain/gap.js'
import { addedValues } from '../../store/contract/support.js'
import { type NotificationFixture, openScene, type SimulatedReading, START } from '../months/simulated.js'

const ONE_OF_EACH = { ccu: 1, visits: 1, favorites: 1, likes: 1, dislikes: 1, ...addedValues(1) }

async function statusScene(): Promise<NotificationFixture> {
  const scene = await openScene()
  await scene.switchOn('status')
  return scene
}

async function show(
  scene: NotificationFixture,
  from: Minute,
  until: Minute,
  shown: SimulatedReading,
): Promise<string[]> {
  for (let minute = from; minute < until; minute++) {
    await scene.tick(minute, shown)
    await scene.evaluate()
  }
  return scene.evaluate()
}

const ownFailure = (since: Minute, until: Minute, reason: GapReason | null) => ({
  kind: 'platform_incident',
  cause: 'headcount',
  isEnd: true,
  types: ['silent'],
  since,
  until,
  affected: null,
  universes: null,
  reason,
})

test('a game that is hidden, gone and back is reported in one message, which changes, and one reply [INSIGHTS-50]', async () => {
  const scene = await statusScene()
  await show(scene, START, START + 3, {})
  await show(scene, START + 3, START + 50, 'hidden')
  await show(scene, START + 50, START + 52, 'platform error')
  await show(scene, START + 52, START + 60, 'gone')
  const notifications = await show(scene, START + 60, START + 63, {})
  expect(notifications).toEqual([
    `status hidden:${START + 3}`,
    `status hidden:${START + 3}:at:${START + 54}`,
    `status hidden:${START + 3}:at:${START + 62}`,
    `status back:${START + 60}`,
  ])
  const facts = { kind: 'status', since: START + 3, reason: null }
  expect(await scene.facts()).toEqual([
    { ...facts, what: 'hidden', until: null },
    { ...facts, what: 'gone', until: null },
    { ...facts, what: 'gone', until: START + 60 },
    { ...facts, what: 'back', until: START + 60 },
  ])
  const follows = (await scene.store.outbox.list({ limit: 9 })).map((one) => one.follows?.as)
  expect(follows).toEqual(['reply', 'edit', 'edit', undefined])
})

test('placeholders around a call that failed, and other answers one after the other, are no second look [INSIGHTS-50]', async () => {
  const scene = await statusScene()
  await show(scene, START, START + 1, {})
  const answers: GapReason[] = ['hidden', 'platform error', 'hidden', 'platform error', 'gone', 'gone', 'hidden']
  for (const [index, answer] of answers.entries()) await show(scene, START + 1 + index, START + 2 + index, answer)
  expect(await show(scene, START + 8, START + 10, {})).toEqual([])
})

test('half an hour without data is borne; after that it is reported once, and when it came back', async () => {
  const scene = await statusScene()
  await show(scene, START, START + 1, {})
  await show(scene, START + 1, START + 31, 'platform error')
  expect(await show(scene, START + 31, START + 32, {})).toEqual([])
  await show(scene, START + 32, START + 62, 'platform error')
  expect(await scene.evaluate()).toEqual([])
  const silent = await show(scene, START + 62, START + 200, 'platform error')
  expect(silent).toEqual([`status no_data:${START + 31}`])
  await show(scene, START + 200, START + 203, {})
  expect(await scene.facts()).toEqual([
    { kind: 'status', what: 'no_data', since: START + 31, until: null, reason: 'platform error' },
    { kind: 'status', what: 'no_data', since: START + 31, until: START + 200, reason: 'platform error' },
    { kind: 'status', what: 'data_back', since: START + 31, until: START + 200, reason: 'platform error' },
  ])
})

test('time without a running service is reported once, afterwards', async () => {
  const scene = await statusScene()
  await show(scene, START, START + 1, {})
  const gaps = [{ universeId: 5, from: START + 1, until: START + 100, reason: 'not running' } as const]
  await scene.store.series.recordTick({
    minute: START + 100,
    samples: [{ universeId: 5, minute: START + 100, ...ONE_OF_EACH }],
    gaps,
    facts: [],
    schedules: [],
    cursor: { minute: START + 100, clockWasWrong: false },
  })
  expect(await scene.evaluate()).toEqual([`platform_incident headcount:${START + 1}:`])
})

test.each(['not stored', 'late', 'not running', 'clock'] as const)(
  'a silence for the reason "%s" is ours: reported when it is over, and never as the platform or the game being away',
  async (reason) => {
    const scene = await statusScene()
    await show(scene, START, START + 1, {})
    expect(await show(scene, START + 1, START + 100, reason)).toEqual([])
    await show(scene, START + 100, START + 101, {})
    expect(await scene.facts()).toEqual([ownFailure(START + 1, START + 100, reason)])
  },
)

test('a silence for more than one reason is reported with none, and a stop with what came after it', async () => {
  const scene = await statusScene()
  await show(scene, START, START + 1, {})
  await show(scene, START + 1, START + 5, 'platform error')
  await show(scene, START + 5, START + 90, 'not stored')
  await show(scene, START + 90, START + 91, {})
  await show(scene, START + 91, START + 92, 'stopping')
  await show(scene, START + 92, START + 140, 'not running')
  await show(scene, START + 140, START + 141, {})
  await show(scene, START + 141, START + 160, 'not stored')
  await show(scene, START + 160, START + 180, 'platform error')
  expect(await scene.facts()).toEqual([
    ownFailure(START + 1, START + 90, null),
    ownFailure(START + 91, START + 140, 'not running'),
    { kind: 'status', what: 'no_data', since: START + 140, until: null, reason: null },
  ])
})

test('a game that is hidden when it is first seen is no news; that it appears is', async () => {
  const scene = await statusScene()
  await show(scene, START, START + 5, 'hidden')
  expect(await show(scene, START + 5, START + 8, {})).toEqual([`status back:${START + 5}`])
})

test('status is reported only where somebody asked for it [NOTIFY-7]', async () => {
  const scene = await openScene()
  await show(scene, START, START + 2, {})
  await show(scene, START + 2, START + 4, 'gone')
  expect(await scene.evaluate()).toEqual([])
  await scene.switchOn('status')
  expect(await show(scene, START + 4, START + 6, 'gone')).toEqual([])
  expect(await show(scene, START + 6, START + 9, {})).toEqual([`status back:${START + 6}`])
})
