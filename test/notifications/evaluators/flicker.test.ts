// Incidents that are over for some minutes and go on, again and again: a slow flicker.
import { expect, test } from 'vitest'
import type { PlatformIncidentFacts, StatusFacts } from '../../../src/domain/notifications/facts.js'
import { addGame, NOW } from '../../store/contract/support.js'
import { type NotificationFixture, openScene, type SimulatedReading, START } from '../months/simulated.js'

const UNIVERSES = [5, 6, 7, 8]
const LENGTH = 120

/** Four games of one account, each with a channel of the same server. */
async function flickerScene(): Promise<NotificationFixture> {
  const scene = await openScene()
  const { store, game } = scene
  const { accountId } = game
  const games = [game]
  for (const id of [6, 7, 8]) games.push(await addGame(store, accountId, id, { channelId: `${id}`, createdAt: 0 }))
  await store.guilds.link({ guildId: '1', accountId, linkedAt: NOW })
  for (const { id: gameId, channelId } of games) {
    await store.guildSettings.noteChannel(channelId ?? '', '1')
    await store.routes.put({ gameId, kind: 'status', channelId: null, enabled: true, digest: null })
  }
  return scene
}

type FlickeringReading = (universeId: number, minute: number) => SimulatedReading

/** Evaluates after every so many minutes. */
async function live(scene: NotificationFixture, world: FlickeringReading, every = 1): Promise<void> {
  for (let minute = 0; minute < LENGTH; minute++) {
    await scene.tick(START + minute, new Map(UNIVERSES.map((id) => [id, world(id, minute)])))
    if (minute % every === 0) await scene.evaluate()
  }
  await scene.evaluate()
}

const all = async ({ store }: NotificationFixture) => (await store.outbox.list({ limit: 500 })).reverse()

const posts = async (scene: NotificationFixture) => (await all(scene)).filter(({ follows }) => follows?.as !== 'edit')

/** The facts that the messages show in the end, by the subject of each message. */
async function shown(scene: NotificationFixture) {
  const messages = new Map<string, unknown>()
  for (const { subject, follows, facts } of await all(scene))
    messages.set(follows?.as === 'edit' ? follows.subject : subject, facts)
  return [...messages.values()]
}

const incidents = (scene: NotificationFixture) =>
  scene.store.eventLog.newest({ universeIds: UNIVERSES, accountId: null, kinds: ['incident'], limit: 20 })

/** Hidden for six minutes and shown for the next six, from minute 10 until minute 76. */
const FLICKER: FlickeringReading = (_, minute) =>
  minute >= 10 && minute < 80 && (minute - 10) % 12 < 6 ? 'hidden' : {}
const alone: FlickeringReading = (id, minute) => (id === 6 ? FLICKER(id, minute) : {})

test('a game that is hidden and back again and again is one message and one reply, which change [INSIGHTS-57]', async () => {
  const scene = await flickerScene()
  await live(scene, alone)
  const found = await posts(scene)
  expect(found.map(({ subject, follows }) => [subject, follows?.as])).toEqual([
    [`hidden:${START + 10}`, undefined],
    [`back:${START + 16}`, 'reply'],
  ])
  // The first end is announced as soon as it is certain.
  expect(found[1]?.occurredAt).toBe(START + 18)
  const interruption = { from: START + 64, until: START + 70, count: 5 }
  expect(await shown(scene)).toEqual([
    { kind: 'status', what: 'hidden', since: START + 10, until: START + 76, reason: null, interruption },
    { kind: 'status', what: 'back', since: START + 10, until: START + 76, reason: null, interruption },
  ])
  expect(await incidents(scene)).toMatchObject([{ start: START + 10, end: START + 76, universeId: 6 }])
})

test('while it goes on, the announced end says so, and the event has no end [INSIGHTS-57]', async () => {
  const scene = await flickerScene()
  await live(scene, (id, minute) => (minute < 26 ? alone(id, minute) : alone(id, 22)))
  const [, end] = await shown(scene)
  expect(end).toMatchObject({ what: 'back', until: START + 16, again: START + 22 })
  const open = await incidents(scene)
  expect(open).toMatchObject([{ start: START + 10, end: null }])
})

test('a platform that flickers is one message and one reply in a server, and one event [INSIGHTS-57]', async () => {
  const scene = await flickerScene()
  await live(scene, FLICKER)
  const found = await posts(scene)
  expect(found.map(({ kind, follows }) => [kind, follows?.as])).toEqual([
    ['platform_incident', undefined],
    ['platform_incident', 'reply'],
  ])
  const [message, reply] = (await shown(scene)) as PlatformIncidentFacts[]
  const interruption = { from: START + 64, until: START + 70, count: 5 }
  expect(message).toMatchObject({ isEnd: false, since: START + 10, until: START + 76, interruption })
  expect(reply).toMatchObject({ isEnd: true, since: START + 10, until: START + 76, interruption })
  expect(await incidents(scene)).toMatchObject([{ start: START + 10, end: START + 76, cause: 'platform' }])
})

test('what begins more than half an hour after an end is another incident [INSIGHTS-57]', async () => {
  const scene = await flickerScene()
  const isAway = (minute: number) => (minute >= 10 && minute < 20) || (minute >= 51 && minute < 60)
  await live(scene, (id, minute) => (id === 6 && isAway(minute) ? 'gone' : {}))
  expect((await posts(scene)).map(({ follows }) => follows?.as)).toEqual([undefined, 'reply', undefined, 'reply'])
  expect((await shown(scene)).every((facts) => (facts as StatusFacts).interruption === undefined)).toBe(true)
  expect(await incidents(scene)).toHaveLength(2)
})

test.each([['one game', alone] as const, ['all games', FLICKER] as const])(
  'the flicker of %s is the same however often it is evaluated [INSIGHTS-57, NOTIFY-2]',
  async (_, world) => {
    const [often, once] = [await flickerScene(), await flickerScene()]
    await live(often, world)
    await live(once, world, LENGTH)
    const of = async (scene: NotificationFixture) =>
      (await all(scene)).map(({ subject, follows, facts, occurredAt }) => ({ subject, follows, facts, occurredAt }))
    expect(await of(once)).toEqual(await of(often))
    const [first, second] = [await incidents(often), await incidents(once)]
    expect(second.map(({ start, end }) => [start, end])).toEqual(first.map(({ start, end }) => [start, end]))
  },
)

test('a flicker that a flicker of the platform follows stays two causes, each with two posts [INSIGHTS-57]', async () => {
  const scene = await flickerScene()
  await live(scene, (id, minute) => (minute < 40 ? alone(id, minute) : FLICKER(id, minute)))
  const found = await posts(scene)
  expect(found.filter(({ kind }) => kind === 'platform_incident').length).toBeLessThanOrEqual(2)
  expect(found.length).toBeLessThanOrEqual(4)
  expect((await incidents(scene)).every(({ end }) => end !== null)).toBe(true)
})
