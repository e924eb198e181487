// Incidents whose games do not change in the same minute: at most two posts for each cause and server.
import { expect, test } from 'vitest'
import { addGame, NOW } from '../../store/contract/support.js'
import { CHANNEL, type NotificationFixture, openScene, type SimulatedReading, START } from '../months/simulated.js'

type GameReadings = (index: number, minute: number) => SimulatedReading

/** Games of one account in one server, which is notified of their incidents. */
async function postsOf(games: number, until: number, world: GameReadings) {
  const scene = await openScene()
  const { store, game } = scene
  await store.guilds.link({ guildId: '1', accountId: game.accountId, linkedAt: NOW })
  await store.guildSettings.noteChannel(CHANNEL, '1')
  for (let index = 1; index < games; index++)
    await addGame(store, game.accountId, 5 + index, { channelId: CHANNEL, createdAt: 0 })
  for (const { id: gameId } of await store.games.ofAccount(game.accountId))
    await store.routes.put({ gameId, kind: 'status', channelId: null, enabled: true, digest: null })
  for (let minute = 0; minute < until; minute++) {
    const shown = Array.from({ length: games }, (_, index) => [5 + index, world(index, minute)] as const)
    await scene.tick(START + minute, new Map(shown))
    await scene.evaluate()
  }
  const all = (await store.outbox.list({ limit: 1_000 })).reverse()
  return { scene, all, posts: all.filter(({ follows }) => follows?.as !== 'edit') }
}

const incidentsOf = ({ store }: NotificationFixture, games: number) => {
  const universeIds = Array.from({ length: games }, (_, index) => 5 + index)
  return store.eventLog.newest({ universeIds, accountId: null, kinds: ['incident'], limit: 50 })
}

test('games that come back minutes after the platform is back are a part of its incident [INSIGHTS-51]', async () => {
  for (const late of [71, 80]) {
    const { scene, posts } = await postsOf(16, 110, (index, minute) =>
      minute >= 10 && minute < (index < 12 ? 70 : late) ? 'hidden' : {},
    )
    expect(posts.map(({ kind, follows }) => [kind, follows?.as])).toEqual([
      ['platform_incident', undefined],
      ['platform_incident', 'reply'],
    ])
    const events = await incidentsOf(scene, 16)
    expect(events).toHaveLength(1)
    expect(events[0]).toMatchObject({ start: START + 10, end: START + 70 })
    const { facts } = events[0] ?? {}
    const ends = facts?.kind === 'incident' ? (facts.members ?? []).map(({ until }) => until) : []
    expect(Math.max(...ends.map((end) => end ?? 0))).toBe(START + late)
    expect(ends).not.toContain(null)
  }
})

test('games that are hidden minutes after each other are one incident with one message [INSIGHTS-51]', async () => {
  const twoWaves = await postsOf(4, 90, (index, minute) =>
    minute >= (index < 2 ? 10 : 14) && minute < 60 ? 'hidden' : {},
  )
  const oneByOne = await postsOf(8, 90, (index, minute) => (minute >= 10 + index && minute < 60 ? 'hidden' : {}))
  for (const { posts, scene } of [twoWaves, oneByOne]) {
    expect(posts.map(({ kind, follows }) => [kind, follows?.as])).toEqual([
      ['platform_incident', undefined],
      ['platform_incident', 'reply'],
    ])
    expect(await incidentsOf(scene, 8)).toMatchObject([{ start: START + 10, end: START + 60, cause: 'platform' }])
  }
})

test('the message of a game that was hidden first becomes that of the platform [INSIGHTS-51, INSIGHTS-52]', async () => {
  const { posts, all, scene } = await postsOf(4, 90, (index, minute) =>
    minute >= (index === 0 ? 10 : 20) && minute < 60 ? 'hidden' : {},
  )
  expect(posts.map(({ subject, follows }) => [subject, follows?.as])).toEqual([
    [`hidden:${START + 10}`, undefined],
    [`hidden:${START + 10}:end`, 'reply'],
  ])
  expect(posts[1]?.facts).toMatchObject({ kind: 'platform_incident', isEnd: true, until: START + 60 })
  const edits = all.filter(({ follows }) => follows?.as === 'edit')
  expect(edits.at(-1)?.facts).toMatchObject({ kind: 'platform_incident', since: START + 10, until: START + 60 })
  expect(await incidentsOf(scene, 4)).toHaveLength(1)
})

test('games that flicker are one incident, which is over when a second look shows them [INSIGHTS-50]', async () => {
  const all = await postsOf(4, 100, (_, minute) => (minute >= 10 && minute < 70 && minute % 6 !== 5 ? 'hidden' : {}))
  expect(all.posts).toHaveLength(2)
  expect(all.posts[1]?.facts).toMatchObject({ isEnd: true, since: START + 12, until: START + 70 })
  const one = await postsOf(4, 100, (index, minute) =>
    index === 0 && minute >= 10 && minute < 70 && minute % 5 !== 4 ? 'hidden' : {},
  )
  expect(one.posts.map(({ subject }) => subject)).toEqual([`hidden:${START + 10}`, `back:${START + 69}`])
})

test('players who come back slowly after an incident are no fall of their own [INSIGHTS-53]', async () => {
  for (const reason of ['hidden', 'platform error'] as const) {
    const begins = reason === 'hidden' ? 40 : 20
    const { posts } = await postsOf(4, 200, (_, minute) => {
      const share = minute < begins ? 1 : Math.min(1, 0.2 + (0.8 * (minute - 60)) / 40)
      return minute >= begins && minute < 60 ? reason : { ccu: Math.round(100 * share) }
    })
    expect(posts.map(({ kind }) => kind)).toEqual(['platform_incident', 'platform_incident'])
  }
})

test('two of four games that are hidden at once wait until the others had their time, and are then reported [INSIGHTS-51]', async () => {
  const { posts } = await postsOf(4, 90, (index, minute) => (index < 2 && minute >= 10 && minute < 60 ? 'hidden' : {}))
  expect(posts.map(({ kind, follows, occurredAt }) => [kind, follows?.as, occurredAt - START])).toEqual([
    ['platform_incident', undefined, 27],
    ['platform_incident', 'reply', 62],
  ])
  const short = await postsOf(4, 40, (index, minute) => (index < 2 && minute >= 10 && minute < 20 ? 'hidden' : {}))
  expect(short.posts.map(({ facts, follows }) => [facts.kind, follows?.as])).toEqual([
    ['platform_incident', undefined],
    ['platform_incident', 'reply'],
  ])
})
