import { expect, test } from 'vitest'
import type { PictureInput } from '../../../src/charts/draw-worker.js'
import { DAY_MINUTES } from '../../../src/domain/clock.js'
import type { MilestoneCrossing, MilestoneFacts } from '../../../src/domain/notifications/facts.js'
import { createRenderer } from '../../../src/messages/notifications/render.js'
import { blockOf, sample } from '../../store/contract/support.js'
import { openScene, START } from '../months/simulated.js'

test('a counter that passes a number of the ladder is reported once, however often it falls and rises again [NOTIFY-8]', async () => {
  const scene = await openScene()
  const counts = [90, 99, 100, 101, 98, 100, 199, 200, 50, 250]
  for (const [index, visits] of counts.entries()) {
    await scene.tick(START + index, { visits })
    await scene.evaluate()
  }
  expect(await scene.evaluate()).toEqual(['milestone visits:100', 'milestone visits:200'])
  const [first] = await scene.facts()
  expect(first).toEqual({
    kind: 'milestone',
    crossings: [{ metric: 'visits', rung: 100, count: 100, between: null, next: { kind: 'too little data' } }],
  })
})

test('a game begins at its present values', async () => {
  const scene = await openScene()
  await scene.tick(START, { visits: 1_234_567, likes: null, dislikes: null })
  await scene.tick(START + 1, { visits: 1_234_568, likes: 5_000 })
  await scene.tick(START + 2, { visits: 1_234_569, likes: 5_001 })
  expect(await scene.evaluate()).toEqual([])
  await scene.tick(START + 3, { visits: 2_000_000, likes: 9_999 })
  expect(await scene.evaluate()).toEqual(['milestone visits:2000000'])
})

test('what was passed in downtime is one notification, with the times that it lies between', async () => {
  const scene = await openScene()
  await scene.tick(START, { visits: 90, favorites: 480 })
  await scene.evaluate()
  await scene.tick(START + 300, { visits: 1_100, favorites: 500 })
  expect(await scene.evaluate()).toEqual(['milestone visits:100,visits:200,visits:500,visits:1000,favorites:500'])
  const between = { from: START, until: START + 300 }
  expect(await scene.facts()).toMatchObject([
    { crossings: [{ rung: 100, count: 1_100, between }, {}, {}, {}, { between }] },
  ])
})

test('likes that did not arrive for a while are reported between their own samples', async () => {
  const scene = await openScene()
  await scene.tick(START, { likes: 90 })
  await scene.evaluate()
  for (let minute = START + 1; minute < START + 9; minute++) {
    await scene.tick(minute, { likes: null, dislikes: null })
    await scene.evaluate()
  }
  await scene.tick(START + 9, { likes: 120 })
  await scene.evaluate()
  expect(await scene.facts()).toMatchObject([{ crossings: [{ between: { from: START, until: START + 9 } }] }])
})

test('imported history is not reported', async () => {
  const scene = await openScene()
  await scene.tick(START, { visits: 150 })
  await scene.evaluate()
  await scene.store.series.importBlock(blockOf(5, [sample(5, START - 900, 1), sample(5, START - 800, 7)]))
  await scene.tick(START + 1, { visits: 151 })
  expect(await scene.evaluate()).toEqual([])
})

test('milestones are evaluated at every stored sample, whatever the plan reads', async () => {
  const scene = await openScene({ plan: 'free' })
  for (let index = 0; index < 4; index++) {
    await scene.tick(START + 1 + index, { visits: 98 + index })
    await scene.evaluate()
  }
  expect(await scene.evaluate()).toEqual(['milestone visits:100'])
})

test('without a channel nothing is reported, and nothing is made up for when there is one', async () => {
  const scene = await openScene({ channelId: null })
  await scene.tick(START, { visits: 90 })
  await scene.evaluate()
  await scene.tick(START + 1, { visits: 110 })
  expect(await scene.evaluate()).toEqual([])
  await scene.store.games.update({ ...scene.game, channelId: '99887766' })
  await scene.tick(START + 2, { visits: 111 })
  expect(await scene.evaluate()).toEqual([])
  await scene.tick(START + 3, { visits: 211 })
  expect(await scene.evaluate()).toEqual(['milestone visits:200'])
})

test('a paused game is not evaluated, and goes on from where it then stands', async () => {
  const scene = await openScene()
  await scene.tick(START, { visits: 90 })
  await scene.evaluate()
  await scene.store.games.update({ ...scene.game, isActive: false })
  await scene.tick(START + 1, { visits: 110 })
  await scene.evaluate()
  await scene.store.games.update(scene.game)
  await scene.tick(START + 2, { visits: 130 })
  expect(await scene.evaluate()).toEqual([])
  await scene.tick(START + 3, { visits: 230 })
  expect(await scene.evaluate()).toEqual(['milestone visits:200'])
})

test('what was passed during a pause is not reported, even where its number comes later than the others', async () => {
  const scene = await openScene()
  await scene.tick(START, { visits: 90, likes: 90 })
  await scene.evaluate()
  await scene.store.games.update({ ...scene.game, isActive: false })
  await scene.tick(START + 1, { visits: 90, likes: 90 })
  await scene.evaluate()
  await scene.store.games.update(scene.game)
  await scene.tick(START + 2, 'platform error')
  await scene.evaluate()
  await scene.tick(START + 3, { visits: 130, likes: null, dislikes: null })
  await scene.evaluate()
  await scene.tick(START + 4, { visits: 130, likes: 130 })
  expect(await scene.evaluate()).toEqual([])
  await scene.tick(START + 5, { visits: 230, likes: 230 })
  expect(await scene.evaluate()).toEqual(['milestone visits:200,likes:200'])
})

test('after nine days of history, a milestone says when the next one may be reached, however history is cut [NOTIFY-13]', async () => {
  const factsWith = async (evaluateEvery: number) => {
    const scene = await openScene()
    // A thousand visits a day, and somewhat more at weekends.
    let visits = 90_300
    for (let hour = 0; hour < 10 * 24; hour++) {
      visits += hour % 168 < 48 ? 50 : 40
      await scene.tick(START + hour * 60, { visits })
      if (hour % evaluateEvery === 0) await scene.evaluate()
    }
    expect(await scene.evaluate()).toEqual(['milestone visits:100000'])
    return (await scene.facts()) as MilestoneFacts[]
  }
  const [facts] = await factsWith(1)
  const next = facts?.crossings[0]?.next
  expect(next).toMatchObject({ kind: 'expected' })
  if (next?.kind !== 'expected') return
  expect(next.earliest).toBeGreaterThan(70)
  expect(next.earliest).toBeLessThan(100_000 / 1_030)
  expect(next.latest).toBeGreaterThan(100_000 / 1_030)
  expect(await factsWith(1_000)).toEqual([facts])
})

test('the picture of several milestones marks those of its own counter, by all their numbers [NOTIFY-13]', async () => {
  const { store, game } = await openScene()
  const account = await store.accounts.byId(game.accountId)
  if (account === undefined) throw new Error('The scene has an account.')
  const at = START + 7 * DAY_MINUTES
  const drawn: PictureInput[] = []
  const render = createRenderer({
    readLine: async (_, __, { from, until }) => {
      const minutes = Int32Array.from({ length: (until - from) / 60 }, (_, index) => from + index * 60)
      const values = Float64Array.from(minutes, (minute) => 2_000_100 - (at - minute) * 120)
      return { minutes, values, interval: 60 }
    },
    paint: async (input) => {
      drawn.push(input)
      return Buffer.alloc(0)
    },
    readIcon: async () => undefined,
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
  })
  const draw = async (crossings: readonly (readonly [MilestoneCrossing['metric'], number])[]) => {
    const facts: MilestoneFacts = {
      kind: 'milestone',
      crossings: crossings.map(([metric, rung]) => ({ metric, rung, count: rung, between: null })),
    }
    const format = { time: String, date: String, name: String, channel: String }
    const about = { notification: { id: 1, occurredAt: at }, facts, game, account, namedGames: [game] }
    await render({ ...about, language: 'en-US', timeZone: 'UTC', format })
    const input = drawn.at(-1)
    return input !== undefined && 'markers' in input ? [input.metric, ...(input.markers ?? [])] : []
  }
  expect(await draw([['visits', 2_000_000]])).toEqual(['visits', { at, label: '2,000,000 visits' }])
  expect(
    await draw([
      ['visits', 1_000_000],
      ['visits', 2_000_000],
      ['likes', 5_000],
    ]),
  ).toEqual(['visits', { at, label: '1M and 2M' }])
  expect(
    await draw([
      ['visits', 500_000],
      ['visits', 1_000_000],
      ['visits', 2_000_000],
    ]),
  ).toEqual(['visits', { at, label: '500K to 2M' }])
  expect(
    await draw([
      ['favorites', 1_000],
      ['likes', 5_000],
    ]),
  ).toEqual(['favorites', { at, label: '1,000 favorites' }])
})
