// Incidents that affect several games at once, as one server is notified of them.
import { expect, test } from 'vitest'
import { type Minute, msOf } from '../../../src/domain/clock.js'
import { membersOf } from '../../../src/domain/events/event-facts.js'
import type { PlatformIncidentFacts } from '../../../src/domain/notifications/facts.js'
import { addGame, createAccount, NOW } from '../../store/contract/support.js'
import { type NotificationFixture, openScene, type SimulatedReading, START } from '../months/simulated.js'

const UNIVERSES = [5, 6, 7, 8]

/** Four games of one account in two servers, and one of another account. */
async function incidentScene(): Promise<NotificationFixture> {
  const scene = await openScene()
  const { store, game } = scene
  const other = await createAccount(store, { name: 'other', plan: 'enterprise' })
  const added = async (accountId: number, universeId: number, channelId: string) =>
    addGame(store, accountId, universeId, { channelId, createdAt: 0 })
  const games = [game, await added(game.accountId, 6, '12'), await added(game.accountId, 7, '13')]
  games.push(await added(other.id, 8, '14'))
  const places = [
    ['1', game.accountId, game.channelId ?? ''],
    ['1', game.accountId, '12'],
    ['2', game.accountId, '13'],
    ['3', other.id, '14'],
  ] as const
  for (const [guildId, accountId, channelId] of places) {
    await store.guilds.link({ guildId, accountId, linkedAt: NOW })
    await store.guildSettings.noteChannel(channelId, guildId)
  }
  for (const { id: gameId } of games)
    await store.routes.put({ gameId, kind: 'status', channelId: null, enabled: true, digest: null })
  return scene
}

type SimulatedMinutes = (universeId: number, minute: Minute) => SimulatedReading

async function live(
  scene: NotificationFixture,
  from: number,
  until: number,
  world: SimulatedMinutes,
): Promise<string[]> {
  for (let minute = from; minute < until; minute++) {
    await scene.tick(START + minute, new Map(UNIVERSES.map((id) => [id, world(id, minute)])))
    await scene.evaluate()
  }
  return scene.evaluate()
}

const posted = async ({ store }: NotificationFixture) =>
  (await store.outbox.list({ limit: 100 })).filter(({ follows }) => follows?.as !== 'edit').reverse()

test('one placeholder for all games, and one after the other for single ones, is reported nowhere [INSIGHTS-50]', async () => {
  const scene = await incidentScene()
  const notifications = await live(scene, 0, 60, (id, minute) =>
    minute === 10 || minute === 20 + id || (minute > 40 && minute % 2 === 0) ? 'hidden' : {},
  )
  expect(notifications).toEqual([])
  const { store } = scene
  const query = { universeIds: UNIVERSES, accountId: null, kinds: ['incident'], limit: 10 } as const
  expect(await store.eventLog.newest(query)).toEqual([])
})

test('what hides most games is reported once in each server, and so is its end [INSIGHTS-51, INSIGHTS-52]', async () => {
  const scene = await incidentScene()
  await live(scene, 0, 120, (_, minute) => (minute >= 10 && minute < 102 ? 'hidden' : {}))
  const messages = await posted(scene)
  expect(
    messages.map(({ subject, fixedChannelId }) => [subject.split(':').slice(2).join(':'), fixedChannelId]),
  ).toEqual([
    ['1', '112233445566778899'],
    ['2', '13'],
    ['3', '14'],
    ['1:end', '112233445566778899'],
    ['2:end', '13'],
    ['3:end', '14'],
  ])
  expect(messages.at(-1)?.facts).toMatchObject({ isEnd: true, since: START + 10, until: START + 102 })
  const [event] = await scene.store.eventLog.newest({ universeIds: [], accountId: null, kinds: ['incident'], limit: 9 })
  expect(event).toMatchObject({ start: START + 10, end: START + 102, cause: 'platform' })
  expect(event?.facts).toMatchObject({ affected: 4, universes: 4 })
})

test('it is posted in the channel that the server chose for such news', async () => {
  const scene = await incidentScene()
  await scene.store.guildSettings.put('1', { timeZone: null, language: null, newsChannelId: '99' })
  await live(scene, 0, 20, (_, minute) => (minute >= 10 ? 'gone' : {}))
  expect((await posted(scene)).map(({ fixedChannelId }) => fixedChannelId)).toEqual(['99', '13', '14'])
})

test('a game that is hidden alone is reported for itself, in one message and one reply', async () => {
  const scene = await incidentScene()
  const notifications = await live(scene, 0, 30, (id, minute) =>
    id === 6 && minute >= 10 && minute < 20 ? 'hidden' : {},
  )
  expect(notifications).toEqual([
    `status hidden:${START + 10}`,
    `status hidden:${START + 10}:at:${START + 22}`,
    `status back:${START + 20}`,
  ])
})

test('two of four games in one server are reported together, in two servers each for itself [INSIGHTS-51, INSIGHTS-58]', async () => {
  const scene = await incidentScene()
  expect(await live(scene, 0, 30, (id, minute) => (id < 7 && minute >= 10 ? 'hidden' : {}))).toEqual([
    `platform_incident games:${START + 10}:1`,
  ])
  const other = await incidentScene()
  expect(await live(other, 0, 30, (id, minute) => (id > 5 && id < 8 && minute >= 10 ? 'hidden' : {}))).toEqual([
    `status hidden:${START + 10}`,
    `status hidden:${START + 10}`,
  ])
})

test('what stays away when the platform is back is no message of its own in its server [INSIGHTS-58]', async () => {
  const scene = await incidentScene()
  await live(scene, 0, 50, (id, minute) => (minute >= 10 && (minute < 20 || id === 8) ? 'hidden' : {}))
  expect((await posted(scene)).map(({ kind }) => kind)).toEqual(Array(6).fill('platform_incident'))
  const reply = (await posted(scene)).findLast(({ fixedChannelId }) => fixedChannelId === '14')
  expect(reply?.facts).toMatchObject({ isEnd: true, games: { gameIds: [reply?.gameId], awayIds: [reply?.gameId] } })
})

test('an incident names every game that was away, from the minute after its last sample [DATA-33]', async () => {
  const scene = await incidentScene()
  const { store, game } = scene
  // Added after the incident, with a history that has the same gap: nobody is notified of it.
  await addGame(store, game.accountId, 9, { createdAt: msOf(START + 70) })
  const world: SimulatedMinutes = (_, minute) => (minute >= 10 && minute < 50 ? 'platform error' : {})
  for (let minute = 0; minute < 60; minute++) {
    await scene.tick(START + minute, new Map([...UNIVERSES, 9].map((id) => [id, world(id, minute)])))
    if (minute === 0) await scene.evaluate()
  }
  await scene.evaluate()
  const query = { universeIds: [], accountId: null, kinds: ['incident'], limit: 9 } as const
  const [event] = await store.eventLog.newest(query)
  expect(event).toMatchObject({ start: START + 10, end: START + 50, facts: { affected: 5 } })
  const named = event?.facts.kind === 'incident' ? (membersOf(event.facts) ?? []) : []
  expect(new Set(named.map(({ universeId }) => universeId))).toEqual(new Set([...UNIVERSES, 9]))
  for (const member of named) expect(member).toMatchObject({ since: START + 10, until: START + 50, type: 'silent' })
  expect(await store.eventLog.newest({ ...query, universeIds: [9], isConcerned: true })).toEqual([event])
  expect(await store.eventLog.newest({ ...query, universeIds: [4], isConcerned: true })).toEqual([])
})

test('a silent platform is reported after half an hour, and what it turns into changes the same message', async () => {
  const scene = await incidentScene()
  await live(scene, 0, 100, (id, minute) =>
    minute >= 10 && minute < 60 ? 'platform error' : minute >= 60 && minute < 80 && id !== 8 ? 'hidden' : {},
  )
  const facts = (await posted(scene)).map((one) => one.facts as PlatformIncidentFacts)
  expect(facts.filter(({ isEnd }) => !isEnd).length).toBeGreaterThanOrEqual(3)
  expect(facts.every(({ kind }) => kind === 'platform_incident')).toBe(true)
  const perServer = new Map<string | null | undefined, number>()
  for (const { fixedChannelId } of await posted(scene))
    perServer.set(fixedChannelId, (perServer.get(fixedChannelId) ?? 0) + 1)
  expect([...perServer.values()].every((count) => count <= 2)).toBe(true)
})

test('that Headcount did not run is reported once in each server, whatever the number of games', async () => {
  const scene = await incidentScene()
  await live(scene, 0, 100, (_, minute) => (minute >= 10 && minute < 90 ? 'not running' : {}))
  expect((await posted(scene)).map(({ subject }) => subject)).toEqual(
    ['1', '2', '3'].map((server) => `headcount:${START + 10}:${server}`),
  )
})
