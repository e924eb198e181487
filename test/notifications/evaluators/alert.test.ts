import { expect, test } from 'vitest'
import { DAY_MINUTES, HOUR_MINUTES, type Minute, WEEK_MINUTES } from '../../../src/domain/clock.js'
import type { RuleDraft } from '../../../src/domain/notifications/settings.js'
import { addGame, blockOf, sample } from '../../store/contract/support.js'
import { type NotificationFixture, openScene, type SimulatedReading, START } from '../months/simulated.js'

const rule = (changed: Partial<RuleDraft> = {}): Omit<RuleDraft, 'gameId'> => ({
  ...{ metric: 'ccu', condition: { is: 'below', value: 100 }, readings: 2, cooldownMinutes: 0 },
  ...{ quietHours: null, roleId: null, createdAt: 0 },
  ...changed,
})

async function sceneWith(
  changed: Partial<RuleDraft> = {},
  options: Parameters<typeof openScene>[0] = {},
): Promise<NotificationFixture> {
  const scene = await openScene(options)
  await scene.switchOn('alert')
  await scene.store.rules.add({ gameId: scene.game.id, ...rule(changed) })
  return scene
}

/** Runs one tick for each minute and evaluates after each. */
async function play(
  scene: NotificationFixture,
  shown: readonly (SimulatedReading | ReadonlyMap<number, SimulatedReading>)[],
  from = START,
): Promise<string[]> {
  let notifications: string[] = []
  for (const [index, what] of shown.entries()) {
    await scene.tick(from + index, what)
    notifications = await scene.evaluate()
  }
  return notifications.filter((notification) => /^(alert|recovery|platform_drop)/.test(notification))
}

const players = (...list: readonly number[]): SimulatedReading[] => list.map((ccu) => ({ ccu }))

test('an alert comes with the reading that makes it enough, and its end alike', async () => {
  const scene = await sceneWith()
  expect(await play(scene, players(200, 99, 150, 99))).toEqual([])
  const notifications = await play(scene, players(98, 97, 101, 110, 110, 110), START + 4)
  expect(notifications).toEqual([`alert rule:1:${START + 3}`, `recovery rule:1:${START + 3}`])
  expect((await scene.store.outbox.list({ limit: 5 })).map(({ occurredAt }) => occurredAt - START)).toEqual([8, 4])
  expect((await scene.facts())[0]).toEqual({
    ...{ kind: 'alert', ruleId: 1, metric: 'ccu', condition: { is: 'below', value: 100 }, value: 98, threshold: 100 },
    ...{ baseline: null, readings: 2, since: START + 3, roleId: null, platformWide: null },
  })
})

test('a gap neither fires a rule nor ends an alert', async () => {
  const scene = await sceneWith()
  const gap: SimulatedReading[] = Array.from({ length: 10 }, () => 'platform error')
  expect(await play(scene, [...players(200, 50), ...gap, ...players(50)])).toEqual([])
  expect(await play(scene, players(50), START + 13)).toEqual([`alert rule:1:${START + 12}`])
  expect(await play(scene, [...players(200), ...gap, ...players(200)], START + 14)).toHaveLength(1)
  expect(await play(scene, players(200), START + 26)).toHaveLength(2)
})

test.each([
  [5, 8],
  // After a time without samples, the first two samples determine the usual distance between samples.
  [60, 9],
])('readings are in a row where there is a sample every %i minutes, and not after a silence', async (apart, since) => {
  const scene = await sceneWith({ readings: 3 })
  const every = async (index: number, ccu: number) => {
    await scene.tick(START + index * apart, { ccu })
    return (await scene.evaluate()).filter((notification) => notification.startsWith('alert'))
  }
  for (const index of [0, 1]) await every(index, 200)
  for (const index of [2, 3, ...Array.from({ length: since - 6 }, (_, more) => 8 + more)])
    expect(await every(index, 50)).toEqual([])
  expect(await every(since + 2, 50)).toEqual([`alert rule:1:${START + since * apart}`])
})

test('rules and switches that change while the evaluation runs are heeded at once', async () => {
  const scene = await sceneWith()
  const second = rule({ condition: { is: 'below', value: 90 }, readings: 1 })
  await play(scene, players(200))
  const { id } = await scene.store.rules.add({ gameId: scene.game.id, ...second })
  expect(await play(scene, players(80), START + 1)).toEqual([`alert rule:2:${START + 1}`])
  await scene.store.rules.remove(id)
  expect(await play(scene, players(80, 200, 200), START + 2)).toEqual([
    ...[`alert rule:2:${START + 1}`, `alert rule:1:${START + 1}`, `recovery rule:1:${START + 1}`],
  ])
  const off = { gameId: scene.game.id, kind: 'alert', channelId: null, enabled: false, digest: null } as const
  await scene.store.routes.put(off)
  expect(await play(scene, players(80, 80, 80), START + 5)).toHaveLength(3)
})

test('a rule looks at nothing that was before it', async () => {
  const scene = await openScene()
  await scene.switchOn('alert')
  await play(scene, players(50, 50, 50))
  await scene.store.rules.add({ gameId: scene.game.id, ...rule({ createdAt: (START + 3) * 60_000 }) })
  expect(await play(scene, players(50), START + 3)).toEqual([])
  expect(await play(scene, players(50), START + 4)).toEqual([`alert rule:1:${START + 3}`])
})

/** Writes a sample at every ten minutes of the days before. */
async function writePast(
  scene: NotificationFixture,
  days: number,
  valuesAt: (minute: Minute) => object,
): Promise<void> {
  const first = START - days * DAY_MINUTES
  const minutes = Array.from({ length: (days * DAY_MINUTES) / 10 }, (_, index) => first + index * 10)
  await scene.store.series.importBlock(
    blockOf(
      5,
      minutes.map((minute) => ({ ...sample(5, minute, 100), ...valuesAt(minute) })),
    ),
  )
}

test('a change is measured against the same hour last week, between the hours as well', async () => {
  const changed = rule({ condition: { is: 'changed', by: -50, unit: 'percent' }, readings: 1 })
  const scene = await sceneWith(changed)
  // The players rise by 60 an hour.
  await writePast(scene, 9, (minute) => ({ ccu: (minute % DAY_MINUTES) + 1_000 }))
  const noon = START + 12 * HOUR_MINUTES
  expect(await play(scene, players(870), noon)).toEqual([])
  expect(await play(scene, players(850), noon + 1)).toHaveLength(1)
  const [facts] = (await scene.facts()) as { baseline: number; threshold: number }[]
  expect(facts?.baseline).toBeGreaterThan(1_710)
  expect(facts?.baseline).toBeLessThan(1_735)
  expect(facts?.threshold).toBe(facts?.baseline)
})

test.each([
  [9, 3, 0],
  [9, 19, 1],
  [25, 12, 0],
  [25, 9, 1],
  [36, 18, 1],
])(
  'of %i players, %i are a change of half: what chance alone does where few play is not reported',
  async (usual, now, expected) => {
    const scene = await sceneWith({ condition: { is: 'changed', by: 50, unit: 'percent' }, readings: 1 })
    await writePast(scene, 9, () => ({ ccu: usual }))
    expect(await play(scene, players(now), START + 12 * HOUR_MINUTES)).toHaveLength(expected)
  },
)

test('without a last week there is nothing to compare with', async () => {
  const scene = await sceneWith({ condition: { is: 'changed', by: 1, unit: 'value' }, readings: 1 })
  expect(await play(scene, players(1, 1_000_000, 1))).toEqual([])
})

test('visits a day are those of the last 24 hours', async () => {
  const scene = await sceneWith({ metric: 'visits_a_day', condition: { is: 'above', value: 20_000 }, readings: 1 })
  await writePast(scene, 2, (minute) => ({ visits: (minute - START + WEEK_MINUTES) * 10 }))
  const total = WEEK_MINUTES * 10
  // A day has 14,400 visits, so that 5,500 more stay below the 20,000 of the rule.
  expect(await play(scene, [{ visits: total + 5_500 }])).toEqual([])
  expect(await play(scene, [{ visits: total + 5_700 }], START + 1)).toHaveLength(1)
  expect((await scene.facts()).at(-1)).toMatchObject({ value: 20_090 })
})

test('favorites, likes and their ratio are read as they stand; votes that did not arrive are no reading', async () => {
  const scene = await sceneWith({ metric: 'like_ratio', condition: { is: 'below', value: 0.8 }, readings: 2 })
  const votes = (likes: number | null, dislikes: number | null): SimulatedReading => ({ likes, dislikes })
  expect(await play(scene, [votes(90, 10), votes(79, 21), votes(null, null)])).toEqual([])
  expect(await play(scene, [votes(78, 22)], START + 3)).toEqual([`alert rule:1:${START + 1}`])
})

test('a place is that among the account’s active games, by players', async () => {
  const scene = await sceneWith({ metric: 'rank', condition: { is: 'above', value: 1 }, readings: 1 })
  await addGame(scene.store, scene.game.accountId, 6, { createdAt: 0 })
  const both = (own: number, other: number) =>
    new Map<number, SimulatedReading>([
      [5, { ccu: own }],
      [6, { ccu: other }],
    ])
  expect(await play(scene, [both(100, 50), both(100, 99)])).toEqual([])
  expect(await play(scene, [both(100, 101)], START + 2)).toEqual([`alert rule:1:${START + 2}`])
  expect(await play(scene, [both(100, 99)], START + 3)).toHaveLength(2)
})

const OTHERS = [6, 7, 8]
/** Runs 40 minutes with 1,000 players in each game, then three with `own` players in the own game and `others` in the others. */
async function fall(scene: NotificationFixture, own: number, others: number): Promise<string[]> {
  const all = (first: number, rest: number) =>
    new Map<number, SimulatedReading>([[5, { ccu: first }], ...OTHERS.map((id) => [id, { ccu: rest }] as const)])
  const usual = Array.from({ length: 40 }, () => all(1_000, 1_000))
  return play(scene, [...usual, ...Array.from({ length: 3 }, () => all(own, others))])
}

test('one game’s fall is its own where the others stay', async () => {
  const scene = await sceneWith({ condition: { is: 'below', value: 500 } })
  for (const id of OTHERS) await addGame(scene.store, scene.game.accountId, id, { createdAt: 0 })
  expect(await fall(scene, 300, 990)).toEqual([`alert rule:1:${START + 40}`])
  expect((await scene.facts()).at(-1)).toMatchObject({ platformWide: false })
})

test('a fall of all is reported once for the account, and no alert with it', async () => {
  const scene = await sceneWith({ condition: { is: 'below', value: 500 } })
  for (const id of OTHERS) {
    const game = await addGame(scene.store, scene.game.accountId, id, { createdAt: 0, channelId: '99' })
    await scene.store.routes.put({ gameId: game.id, kind: 'alert', channelId: null, enabled: true, digest: null })
    await scene.store.rules.add({ ...rule({ condition: { is: 'below', value: 500 } }), gameId: game.id })
  }
  expect(await fall(scene, 300, 280)).toEqual([`platform_drop since:${START + 40}`])
  const expected = { universes: 4, fell: 4, medianDrop: 0.72, gameIds: [1, 2, 3, 4] }
  expect((await scene.facts()).filter((facts) => (facts as { kind: string }).kind === 'platform_drop')).toEqual([
    { kind: 'platform_drop', since: START + 40, ...expected },
  ])
})

test('a game that falls far deeper than all others is reported, with a sentence about the others', async () => {
  const scene = await sceneWith({ condition: { is: 'below', value: 500 } })
  for (const id of OTHERS) await addGame(scene.store, scene.game.accountId, id, { createdAt: 0 })
  expect(await fall(scene, 50, 700)).toEqual([`platform_drop since:${START + 40}`, `alert rule:1:${START + 40}`])
  expect((await scene.facts()).at(-1)).toMatchObject({ platformWide: true })
})

test('followed tick by tick and caught up with at once, the same is reported', async () => {
  const shownAt = (index: number) => {
    const left = index < 50 || index > 95 ? 1 : 0.25
    const own = index > 140 ? 0.3 : left
    return new Map<number, SimulatedReading>([
      [5, { ccu: 1_000 * own }],
      ...OTHERS.map((id) => [id, { ccu: 900 * left }] as const),
    ])
  }
  const evaluated = async (every: number): Promise<string> => {
    const scene = await sceneWith({ condition: { is: 'below', value: 500 }, readings: 3 })
    for (const id of OTHERS) await addGame(scene.store, scene.game.accountId, id, { createdAt: 0 })
    for (let index = 0; index < 170; index++) {
      await scene.tick(START + index, shownAt(index))
      if (index % every === 0) await scene.evaluate()
    }
    await scene.evaluate()
    return JSON.stringify(await scene.store.outbox.list({ limit: 100 }))
  }
  const followed = await evaluated(1)
  expect(await evaluated(1_000)).toBe(followed)
  expect(await evaluated(37)).toBe(followed)
  const kinds = (JSON.parse(followed) as { kind: string }[]).map(({ kind }) => kind)
  // One for the fall, one that changes its message when it is over, and one that replies.
  const falls = ['platform_drop', 'platform_drop', 'platform_drop']
  expect(kinds.filter((kind) => kind !== 'milestone')).toEqual(['alert', ...falls])
})
