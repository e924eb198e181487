// Games of one server that vanish together: at most two posts for each cause, whatever the number of games.
import { expect, test } from 'vitest'
import { DAY_MINUTES } from '../../src/domain/clock.js'
import type { PlatformIncidentFacts } from '../../src/domain/notifications/facts.js'
import { DEFAULT_PLANS } from '../../src/domain/plan.js'
import { createEvaluateTicks } from '../../src/services/notifications/evaluate-ticks.js'
import { addGame, NOW } from '../store/contract/support.js'
import { CHANNEL, never, openScene, type SimulatedReading, START } from './months/simulated.js'

const clock = { now: () => START * 60_000, monotonic: () => START * 60_000 }

type ServerReadings = (index: number, minute: number) => SimulatedReading

/** Twelve games of one account in one server; every second one has a channel of its own. */
async function openServer(games = 12) {
  const scene = await openScene()
  const { store, game } = scene
  await store.guilds.link({ guildId: '1', accountId: game.accountId, linkedAt: NOW })
  for (let index = 1; index < games; index++)
    await addGame(store, game.accountId, 5 + index, { channelId: index % 2 === 0 ? CHANNEL : `${index}`, createdAt: 0 })
  const tracked = await store.games.ofAccount(game.accountId)
  for (const { id: gameId, channelId } of tracked) {
    await store.guildSettings.noteChannel(channelId ?? CHANNEL, '1')
    await store.routes.put({ gameId, kind: 'status', channelId: null, enabled: true, digest: null })
  }
  let passed = 0
  /** As after a restart of the service, at each evaluation. */
  const evaluate = async () => {
    const { errors } = await createEvaluateTicks({ store, clock, plans: DEFAULT_PLANS, market: 'off' })({ stop: never })
    expect(errors).toEqual([])
  }
  const live = async (until: number, world: ServerReadings, every = 1): Promise<void> => {
    for (; passed < until; passed++) {
      const minute = passed
      const shown = Array.from({ length: games }, (_, index) => [5 + index, world(index, minute)] as const)
      await scene.tick(START + passed, new Map(shown))
      if (passed % every === 0) await evaluate()
    }
    await evaluate()
  }
  const all = async () => (await store.outbox.list({ limit: 1_000 })).reverse()
  const posts = async () => (await all()).filter(({ follows }) => follows?.as !== 'edit')
  /** What each message says in the end. */
  const shown = async (): Promise<readonly PlatformIncidentFacts[]> => {
    const messages = new Map<string, unknown>()
    for (const { subject, follows, facts } of await all())
      messages.set(follows?.as === 'edit' ? follows.subject : subject, facts)
    return [...messages.values()] as PlatformIncidentFacts[]
  }
  const incidents = () => {
    const universeIds = Array.from({ length: games }, (_, index) => 5 + index)
    return store.eventLog.newest({ universeIds, accountId: null, kinds: ['incident'], limit: 50 })
  }
  return { ...scene, games: tracked, live, all, posts, shown, incidents }
}

type SceneOfServer = Awaited<ReturnType<typeof openServer>>

const idsAt = ({ games }: SceneOfServer, indexes: readonly number[]) => indexes.map((index) => games[index]?.id)
const kindsOf = async ({ posts }: SceneOfServer) => (await posts()).map(({ kind, follows }) => [kind, follows?.as])
const TWO_POSTS = [
  ['platform_incident', undefined],
  ['platform_incident', 'reply'],
]

const stragglers: ServerReadings = (index, minute) =>
  minute >= 10 && minute < (index < 9 ? 40 : 90 + index) ? 'hidden' : {}

test('games that stay away longer than the platform are named by its two posts, which change [INSIGHTS-58]', async () => {
  const scene = await openServer()
  await scene.live(50, stragglers)
  expect(await kindsOf(scene)).toEqual(TWO_POSTS)
  const gameIds = scene.games.map(({ id }) => id)
  const awayIds = idsAt(scene, [9, 10, 11])
  for (const facts of await scene.shown())
    expect(facts).toMatchObject({ cause: 'platform', until: START + 40, games: { gameIds, awayIds, until: null } })
  await scene.live(102, stragglers)
  for (const { games } of await scene.shown()) expect(games?.awayIds).toEqual(idsAt(scene, [10, 11]))
  await scene.live(120, stragglers)
  expect(await kindsOf(scene)).toEqual(TWO_POSTS)
  for (const { games } of await scene.shown()) expect(games).toEqual({ gameIds, awayIds: [], until: START + 101 })
})

test('each of them is an event of its own all the same [INSIGHTS-58, DATA-33]', async () => {
  const scene = await openServer()
  await scene.live(120, stragglers)
  const events = (await scene.incidents()).sort((a, b) => (a.universeId ?? 0) - (b.universeId ?? 0))
  expect(events.map(({ universeId, start, end }) => [universeId, start - START, (end ?? 0) - START])).toEqual([
    [null, 10, 40],
    [14, 10, 99],
    [15, 10, 100],
    [16, 10, 101],
  ])
})

test('one that comes and goes after the platform is back is reported by the same two posts [INSIGHTS-58]', async () => {
  for (const gone of [60, 75]) {
    const scene = await openServer()
    await scene.live(150, (index, minute) =>
      minute >= 10 &&
      minute < (index < 9 ? 40 : index < 11 ? 50 : 110) &&
      !(index === 11 && minute >= gone && minute < gone + 8)
        ? 'hidden'
        : {},
    )
    expect(await kindsOf(scene)).toEqual(TWO_POSTS)
    for (const { games } of await scene.shown()) expect(games).toMatchObject({ awayIds: [], until: START + 110 })
    expect((await scene.incidents()).every(({ end }) => end !== null)).toBe(true)
  }
})

test('what is away a day after the platform was back is reported as its own, in one message [INSIGHTS-58]', async () => {
  const scene = await openServer(8)
  const end = 60 + DAY_MINUTES + 30
  await scene.live(end, (index, minute) => (minute >= 10 && (minute < 40 || index > 5) ? 'hidden' : {}), 60)
  const posts = await scene.posts()
  expect(posts.map(({ facts, occurredAt }) => [(facts as PlatformIncidentFacts).cause, occurredAt - START])).toEqual([
    ['platform', 12],
    ['platform', 42],
    ['unknown', 40 + DAY_MINUTES],
  ])
  expect(posts[2]?.facts).toMatchObject({ games: { gameIds: idsAt(scene, [6, 7]), awayIds: idsAt(scene, [6, 7]) } })
})

const EIGHT: ServerReadings = (index, minute) => (index < 8 && minute >= 10 && minute < 60 + index ? 'hidden' : {})

test('games that vanish together, but not enough for the platform, are one message and one reply [INSIGHTS-58]', async () => {
  const scene = await openServer()
  await scene.store.guildSettings.put('1', { timeZone: null, language: null, newsChannelId: '99' })
  await scene.live(64, EIGHT)
  const eight = idsAt(scene, [0, 1, 2, 3, 4, 5, 6, 7])
  expect((await scene.shown())[0]).toMatchObject({
    ...{ cause: 'unknown', types: ['hidden'], since: START + 10, until: null, affected: 8, universes: 12 },
    games: { gameIds: eight, awayIds: idsAt(scene, [2, 3, 4, 5, 6, 7]), until: null },
  })
  await scene.live(80, EIGHT)
  expect(await kindsOf(scene)).toEqual(TWO_POSTS)
  expect((await scene.posts()).map(({ fixedChannelId }) => fixedChannelId)).toEqual(['99', '99'])
  const [message, reply] = await scene.shown()
  expect(message).toMatchObject({ isEnd: false, until: START + 67, games: { gameIds: eight, awayIds: [] } })
  expect(reply).toMatchObject({ isEnd: true, since: START + 10, until: START + 67 })
  const events = await scene.incidents()
  expect(events.map(({ universeId, start, end }) => [universeId, start - START, (end ?? 0) - START]).sort()).toEqual(
    Array.from({ length: 8 }, (_, index) => [5 + index, 10, 60 + index]).sort(),
  )
})

test('the posts are the same however often the service was restarted [INSIGHTS-58, NOTIFY-2]', async () => {
  for (const world of [EIGHT, stragglers]) {
    const [often, once] = [await openServer(), await openServer()]
    await often.live(120, world)
    await once.live(120, world, 1_000)
    const of = async (scene: SceneOfServer) =>
      (await scene.all()).map(({ subject, follows, facts, occurredAt }) => ({ subject, follows, facts, occurredAt }))
    expect(await of(once)).toEqual(await of(often))
  }
})

test('a game that vanishes minutes after another changes the message of the first one [INSIGHTS-58]', async () => {
  const scene = await openServer()
  const world: ServerReadings = (index, minute) =>
    index < 3 && minute >= 10 + 4 * index && minute < 60 + index ? 'hidden' : {}
  await scene.live(25, world)
  const first = `hidden:${START + 10}`
  expect((await scene.posts()).map(({ subject }) => subject)).toEqual([first])
  expect((await scene.shown())[0]).toMatchObject({ cause: 'unknown', games: { gameIds: idsAt(scene, [0, 1, 2]) } })
  await scene.live(80, world)
  expect((await scene.posts()).map(({ subject, follows }) => [subject, follows?.as])).toEqual([
    [first, undefined],
    [`${first}:end`, 'reply'],
  ])
})

test('games that vanish again soon after all were back change the two posts [INSIGHTS-58, INSIGHTS-57]', async () => {
  const scene = await openServer()
  const world: ServerReadings = (index, minute) =>
    index < 4 && ((minute >= 10 && minute < 40) || (index < 2 && minute >= 50 && minute < 70)) ? 'hidden' : {}
  await scene.live(60, world)
  const [message, reply] = await scene.shown()
  expect(message).toMatchObject({ until: null, games: { awayIds: idsAt(scene, [0, 1]) } })
  expect(reply).toMatchObject({ until: START + 40, again: START + 50 })
  await scene.live(90, world)
  expect(await kindsOf(scene)).toEqual(TWO_POSTS)
  for (const facts of await scene.shown()) expect(facts).toMatchObject({ since: START + 10, until: START + 70 })
})

test('when more games follow, the message becomes that of the platform [INSIGHTS-58, INSIGHTS-51]', async () => {
  const scene = await openServer()
  await scene.live(90, (index, minute) => (minute >= (index < 2 ? 10 + 2 * index : 20) && minute < 60 ? 'hidden' : {}))
  const posts = await scene.posts()
  expect(posts.map(({ follows }) => follows?.as)).toEqual([undefined, 'reply'])
  expect((await scene.shown()).map(({ cause, until }) => [cause, until])).toEqual([
    ['platform', START + 60],
    ['platform', START + 60],
  ])
})

test.each(['pause', 'remove'] as const)(
  'a %s of the last game that is away ends the message [INSIGHTS-58]',
  async (how) => {
    const scene = await openServer()
    const { store } = scene
    const world: ServerReadings = (index, minute) =>
      index < 3 && minute >= 10 && (minute < 50 || index === 2) ? 'hidden' : {}
    await scene.live(60, world)
    expect((await scene.shown()).map(({ games }) => games?.awayIds)).toEqual([idsAt(scene, [2])])
    const last = scene.games[2]?.id ?? 0
    if (how === 'pause') await store.games.update({ id: last, isActive: false })
    else await store.games.remove(last, NOW)
    await scene.live(65, world)
    expect(await kindsOf(scene)).toEqual(TWO_POSTS)
    for (const facts of await scene.shown())
      expect(facts).toMatchObject({ until: START + 50, games: { gameIds: idsAt(scene, [0, 1]), awayIds: [] } })
    await scene.live(70, () => ({}))
    expect(await scene.posts()).toHaveLength(2)
  },
)

test('a game that vanishes long after the others is reported alone [INSIGHTS-58]', async () => {
  const scene = await openServer()
  await scene.live(90, (index, minute) => (index < 3 && minute >= (index < 2 ? 10 : 40) && minute < 70 ? 'hidden' : {}))
  expect((await kindsOf(scene)).sort()).toEqual([...TWO_POSTS, ['status', undefined], ['status', 'reply']].sort())
})

test('games that vanish in one minute ask for the gaps of all others once, not once each', async () => {
  const scene = await openServer()
  const { gaps } = scene.store.series
  const counts = new Map<string, number>()
  Object.assign(scene.store.series, {
    gaps: (...query: Parameters<typeof gaps>) => {
      counts.set(query.join(' '), (counts.get(query.join(' ')) ?? 0) + 1)
      return gaps(...query)
    },
  })
  await scene.live(40, (index, minute) => (index < 5 && minute >= 10 ? 'hidden' : {}))
  expect(await scene.shown()).toMatchObject([{ games: { gameIds: idsAt(scene, [0, 1, 2, 3, 4]) } }])
  expect(Math.max(...counts.values())).toBeLessThan(4)
})
