// An outage of Headcount or of the platform is notified once in each Discord server of the account.
import { expect, test } from 'vitest'
import type { PlatformDropFacts } from '../../src/domain/notifications/facts.js'
import { DEFAULT_RULE } from '../../src/domain/notifications/settings.js'
import { addGame, NOW } from '../store/contract/support.js'
import { CHANNEL, openScene, type SimulatedReading, START } from './months/simulated.js'

const UNIVERSES = [5, 6, 7, 8]
/** The channels of the four games: two in one server, two in another. */
const CHANNELS = [CHANNEL, '11', '12', '13']
const LENGTH = 60
const FALLS = 40

async function fallOf(servers: readonly string[]) {
  const scene = await openScene()
  const { store, game } = scene
  const games = [game]
  for (const [index, id] of UNIVERSES.entries())
    if (index > 0)
      games.push(await addGame(store, game.accountId, id, { channelId: CHANNELS[index] ?? null, createdAt: 0 }))
  for (const [index, { id: gameId }] of games.entries()) {
    const guildId = servers[Math.floor((index * servers.length) / games.length)] ?? ''
    await store.guilds.link({ guildId, accountId: game.accountId, linkedAt: NOW })
    await store.guildSettings.noteChannel(CHANNELS[index] ?? '', guildId)
    await store.routes.put({ gameId, kind: 'alert', channelId: null, enabled: true, digest: null })
    await store.rules.add({ ...DEFAULT_RULE, condition: { is: 'below', value: 50 }, gameId, createdAt: 0 })
  }
  for (let passed = 0; passed < LENGTH; passed++) {
    const shown: SimulatedReading = { ccu: passed < FALLS ? 100 : 20 }
    await scene.tick(START + passed, new Map(UNIVERSES.map((id) => [id, shown])))
    await scene.evaluate()
  }
  const notifications = await store.outbox.list({ limit: 100 })
  const drops = notifications.filter(({ kind }) => kind === 'platform_drop').reverse()
  expect(notifications.filter(({ kind }) => kind === 'alert')).toEqual([])
  const idsOf = (facts: unknown) =>
    (facts as PlatformDropFacts).gameIds.map((id) => games.findIndex((one) => one.id === id))
  return drops.map(({ facts }) => idsOf(facts))
}

test('a fall of the platform is reported once in each server of the account, for the games that it hears of', async () => {
  expect(await fallOf(['1', '2'])).toEqual([
    [0, 1],
    [2, 3],
  ])
  expect(await fallOf(['1'])).toEqual([[0, 1, 2, 3]])
})

test('the end of a fall changes the message of each server, and is answered once [INSIGHTS-52]', async () => {
  const scene = await openScene()
  const { store, game } = scene
  const { accountId } = game
  for (const id of [6, 7, 8]) await addGame(store, accountId, id, { channelId: `${id}`, createdAt: 0 })
  await store.guilds.link({ guildId: '1', accountId, linkedAt: NOW })
  for (const { id: gameId } of await store.games.ofAccount(accountId)) {
    await store.routes.put({ gameId, kind: 'alert', channelId: null, enabled: true, digest: null })
    await store.rules.add({ ...DEFAULT_RULE, condition: { is: 'below', value: 50 }, gameId, createdAt: 0 })
  }
  for (let passed = 0; passed < 150; passed++) {
    const shown: SimulatedReading = { ccu: passed >= 40 && passed < 90 ? 20 : 100 }
    await scene.tick(START + passed, new Map(UNIVERSES.map((id) => [id, shown])))
    await scene.evaluate()
  }
  const drops = (await store.outbox.list({ limit: 100 })).filter(({ kind }) => kind === 'platform_drop').reverse()
  expect(drops.map(({ follows }) => follows?.as).sort()).toEqual(['edit', 'reply', undefined])
  const over = drops.map(({ facts }) => (facts as PlatformDropFacts).until)
  expect(over).toEqual([undefined, START + 90, START + 90])
  const query = { universeIds: [], accountId: null, kinds: ['market_fall'], limit: 9 } as const
  expect(await store.eventLog.newest(query)).toMatchObject([{ start: START + 40, end: START + 90 }])
})

/** Four games of one account, each with a channel of the server, where nobody asked for anything. */
async function openServer() {
  const scene = await openScene()
  const { store, game } = scene
  for (const [index, id] of UNIVERSES.entries())
    if (index > 0) await addGame(store, game.accountId, id, { channelId: CHANNELS[index] ?? null, createdAt: 0 })
  await store.guilds.link({ guildId: '1', accountId: game.accountId, linkedAt: NOW })
  for (const channelId of CHANNELS) await store.guildSettings.noteChannel(channelId, '1')
  const games = await store.games.ofAccount(game.accountId)
  const live = async (world: (id: number, minute: number) => SimulatedReading): Promise<void> => {
    for (let minute = 0; minute < 150; minute++) {
      await scene.tick(START + minute, new Map(UNIVERSES.map((id) => [id, world(id, minute)])))
      await scene.evaluate()
    }
  }
  const falls = () => store.eventLog.newest({ universeIds: [], accountId: null, kinds: ['market_fall'], limit: 9 })
  const posts = async () => (await store.outbox.list({ limit: 100 })).filter(({ follows }) => follows?.as !== 'edit')
  return { ...scene, games, live, falls, posts }
}

const FALLEN = (_: number, minute: number): SimulatedReading => ({ ccu: minute >= 40 && minute < 90 ? 20 : 100 })

test('a fall is an event where nobody has a rule, and is posted nowhere [INSIGHTS-53]', async () => {
  const scene = await openServer()
  await scene.live(FALLEN)
  expect(await scene.posts()).toEqual([])
  expect(await scene.falls()).toMatchObject([{ start: START + 40, end: START + 90, cause: 'platform' }])
  expect((await scene.falls())[0]?.facts).toMatchObject({ affected: 4, universes: 4, universeIds: UNIVERSES })
})

test('a fall is posted in the channel that the server chose, or in that of the first of its games [INSIGHTS-53]', async () => {
  for (const [chosen, expected] of [
    ['99', '99'],
    [null, '11'],
  ] as const) {
    const scene = await openServer()
    const { store, games } = scene
    for (const { id: gameId } of games.slice(1))
      await store.routes.put({ gameId, kind: 'status', channelId: null, enabled: true, digest: null })
    await store.guildSettings.put('1', { timeZone: null, language: null, newsChannelId: chosen })
    await scene.live(FALLEN)
    const posts = await scene.posts()
    expect(posts.map(({ fixedChannelId, follows }) => [fixedChannelId, follows?.as])).toEqual([
      [expected, 'reply'],
      [expected, undefined],
    ])
    expect(posts[1]?.facts).toMatchObject({ gameIds: games.slice(1).map(({ id }) => id) })
  }
})

test('a platform that loses its players and then is silent is one cause: one message and one reply [INSIGHTS-53]', async () => {
  const scene = await openServer()
  const { store, games } = scene
  for (const { id: gameId } of games)
    await store.routes.put({ gameId, kind: 'status', channelId: null, enabled: true, digest: null })
  await scene.live((id, minute) => (minute >= 50 && minute < 95 ? 'platform error' : FALLEN(id, minute)))
  const posts = (await scene.posts()).reverse()
  expect(posts.map(({ kind, follows }) => [kind, follows?.as])).toEqual([
    ['platform_drop', undefined],
    ['platform_drop', 'reply'],
  ])
  const [, end] = posts.map(({ facts }) => facts as PlatformDropFacts)
  expect(end?.until).toBeGreaterThanOrEqual(START + 95)
})
