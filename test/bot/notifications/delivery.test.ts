// Delivers notifications of a tick to a channel through the real bot, with failures of Discord at each step.
import { expect, test } from 'vitest'
import type { Game } from '../../../src/domain/game.js'
import type { Facts } from '../../../src/domain/notifications/facts.js'
import { heard, nextDelivery } from '../passes.js'
import { MINUTE_NOW } from '../people.js'
import { type BotFixture, CHANNEL, GUILD, linesOf, MORE, openScene, THREAD } from '../scene.js'

const BOSS = { id: '300000000000000001', username: 'boss' }
const POST = 'POST /channels/*/messages'
const NONCE_MINUTES = 5
const SLOW_MS = 3_000
/** How many notifications; `npm run test:long` sets 500. */
const BURST = Number(process.env.NOTIFICATION_BURST ?? 40)

const soon = <T>(look: () => T) => expect.poll(look, { timeout: 60_000, interval: 50 })
/** The posts that the bot makes by itself, which have a nonce, unlike answers to commands. */
const messages = (scene: BotFixture, channelId = CHANNEL) =>
  scene.double.world.messagesIn(channelId).filter(({ nonce, invoker }) => nonce !== undefined || !invoker)
const titles = (scene: BotFixture, channelId = CHANNEL) =>
  messages(scene, channelId).map(({ embeds }) => embeds[0]?.title)
const direct = (scene: BotFixture) => messages(scene, scene.double.world.openDirect(BOSS.id).id)
const states = async (scene: BotFixture) =>
  (await scene.app.store.outbox.list({ limit: 600 })).map(({ kind, state }) => `${kind} ${state}`).sort()

async function withOwner(oneClock = true): Promise<BotFixture & { game: Game }> {
  const scene = await openScene({ oneClock })
  const game = await scene.track({ name: 'Obby', ccu: 5, visits: 90 }, CHANNEL)
  scene.double.world.users.set(BOSS.id, BOSS)
  await scene.app.services.members.add(scene.account, BOSS.id, 'owner')
  return { ...scene, game }
}

let lastSubject = 0

/** Stores a notification as the evaluation does. */
async function notify(scene: BotFixture, game: Game, ccu = 100): Promise<void> {
  lastSubject += 1
  const facts: Facts = { kind: 'record', ccu, previous: ccu - 1 }
  const draft = { gameId: game.id, accountId: game.accountId, kind: 'record', facts } as const
  await scene.app.store.outbox.add(
    { ...draft, subject: `ccu:${lastSubject}`, occurredAt: MINUTE_NOW },
    scene.app.clock.now(),
  )
}

/** Simulates the death of the process: a new one starts on the same database, and the old one has no effect any more. */
async function reborn(scene: BotFixture): Promise<void> {
  const composed = await scene.app.restart()
  await scene.restart(composed.services, composed)
}

test('a milestone that the platform shows is posted in the channel, once, whatever restarts', async () => {
  const scene = await withOwner()
  const stop = new AbortController().signal
  await scene.app.tick()
  await scene.app.services.evaluateTicks({ stop })
  await scene.restart()
  scene.app.simulator.set(scene.game.universeId, { visits: 1_000 })
  scene.app.clock.advance(1)
  await scene.app.tick()
  await scene.app.services.evaluateTicks({ stop })
  await soon(() => titles(scene)).toEqual(['🎉 Obby passed 4 milestones'])
  await scene.restart()
  await reborn(scene)
  await soon(() => states(scene)).toEqual(['milestone sent'])
  expect(messages(scene)).toHaveLength(1)
})

test.each([
  ['a 502 after the message was posted', { status: 502, afterCommit: true }],
  ['a connection that ended after the message was posted', { politeClose: true, afterCommit: true }],
  ['a connection that ended before', { politeClose: true }],
] as const)('%s makes no double and loses nothing, at once or ten minutes later', async (_what, fault) => {
  const scene = await withOwner()
  await scene.restart()
  for (const [minutes, count] of [
    [1, 1],
    [2 * NONCE_MINUTES, 2],
  ] as const) {
    // Two calls, because a closed connection is retried once immediately.
    scene.double.faults.next(POST, fault, 2)
    await notify(scene, scene.game)
    await soon(() => scene.double.faults.pending).toBe(0)
    await soon(async () => (await states(scene)).includes('record claimed')).toBe(false)
    scene.app.clock.advance(minutes)
    await soon(async () => (await states(scene)).every((state) => state === 'record sent')).toBe(true)
    expect(messages(scene)).toHaveLength(count)
  }
})

test('what may stand there, where nobody may look, is left alone, and the owner is notified', async () => {
  const scene = await withOwner()
  await scene.restart()
  scene.double.world.denyInChannel(CHANNEL, ['ReadMessageHistory'])
  scene.double.faults.next(POST, { politeClose: true, afterCommit: true }, 2)
  await notify(scene, scene.game)
  await soon(async () => (await scene.app.store.outbox.list({ limit: 1 }))[0]?.uncertainSince).toEqual(
    expect.any(Number),
  )
  scene.app.clock.advance(2 * NONCE_MINUTES)
  await soon(() => states(scene)).toEqual(['owner sent', 'record uncertain'])
  expect(direct(scene).map(({ embeds }) => embeds[0]?.description)).toEqual([
    expect.stringContaining(`may or may not have been posted in <#${CHANNEL}>: I may not read the history`),
  ])
  expect(messages(scene)).toHaveLength(1)
})

test.each([
  ['before anything was sent', { delayMs: 60_000 }, 2 * NONCE_MINUTES],
  ['after it was posted and before that was known', { delayMs: 60_000, afterCommit: true }, 0],
  ['after it was posted and before that was known', { delayMs: 60_000, afterCommit: true }, 2 * NONCE_MINUTES],
] as const)('a death %s leaves one message (%o, %i minutes)', async (_when, fault, minutes) => {
  const scene = await withOwner()
  await scene.restart()
  scene.double.faults.next(POST, fault)
  await notify(scene, scene.game)
  await soon(() => scene.double.faults.pending).toBe(0)
  await soon(() => messages(scene).length).toBe('afterCommit' in fault ? 1 : 0)
  scene.app.clock.advance(minutes)
  await reborn(scene)
  await soon(() => states(scene)).toEqual(['record sent'])
  expect(messages(scene)).toHaveLength(1)
})

test.each([
  ['is deleted', (scene: BotFixture) => scene.double.world.deleteChannel(CHANNEL), 'The channel is gone.'],
  [
    'takes no posts any more',
    (scene: BotFixture) => scene.double.world.denyInChannel(CHANNEL, ['SendMessages', 'EmbedLinks']),
    'These permissions are missing there: Send Messages, Embed Links.',
  ],
  [
    'lies in a server that the bot was kicked from',
    (scene: BotFixture) => scene.double.world.removeGuild(GUILD),
    'gone',
  ],
] as const)(
  'a channel that %s is paused, its owner notified once, and other channels go on',
  async (_what, happen, why) => {
    const scene = await withOwner()
    const other = await scene.track({ name: 'Other' }, THREAD)
    await scene.restart()
    happen(scene)
    await heard(scene)
    for (let n = 0; n < 3; n++) await notify(scene, scene.game)
    await soon(() => direct(scene).map(({ embeds }) => embeds[0]?.description)).toEqual([expect.stringContaining(why)])
    scene.app.clock.advance(61)
    await nextDelivery(scene)
    expect(direct(scene)).toHaveLength(1)
    expect((await states(scene)).filter((state) => state.startsWith('record'))).toEqual(Array(3).fill('record pending'))
    if (!scene.double.world.guilds.has(GUILD)) return
    await notify(scene, other)
    await soon(() => messages(scene, THREAD).length).toBe(1)
  },
)

test('a channel of a server that is linked to another account gets no post [DISCORD-8]', async () => {
  const scene = await withOwner()
  await scene.restart()
  const stranger = await scene.app.services.accounts.create({ name: 'Other', plan: 'enterprise' })
  await scene.app.services.guilds.link(stranger, GUILD)
  await notify(scene, scene.game)
  await soon(async () => (await scene.app.store.outbox.list({ limit: 9 })).map(({ reason }) => reason)).toContainEqual(
    'The channel belongs to a server that is not linked to this account.',
  )
  expect(messages(scene)).toEqual([])
})

test('a burst drains in order while commands are answered and ticks are not held up [CHAT-8]', {
  timeout: 240_000,
}, async () => {
  const scene = await withOwner(false)
  const channels = [CHANNEL, ...MORE]
  const games = [scene.game]
  for (const [index, channelId] of MORE.entries()) games.push(await scene.track({ name: `Game ${index}` }, channelId))
  const perChannel = BURST / channels.length
  for (let n = 1; n <= perChannel; n++) for (const game of games) await notify(scene, game, n)
  await scene.restart()
  scene.double.faults.next(POST, { delayMs: SLOW_MS }, 2)
  await scene.app.tick()
  // The tick ends long before the burst of posts does.
  expect(messages(scene).length).toBeLessThan(perChannel)
  while (messages(scene).length < perChannel) {
    const posted = messages(scene).length
    // An answer after Discord's limit would be a violation, for which the fixture checks at the end of the test.
    await scene.double.slash({ command: 'stats', options: { game: 'Obby' } }).done()
    await soon(() => messages(scene).length).toBeGreaterThan(posted)
  }
  await soon(async () => (await states(scene)).every((state) => state === 'record sent')).toBe(true)
  for (const channelId of channels) {
    const counts = titles(scene, channelId).map((title) => Number(/: ([\d,]+) players/.exec(title ?? '')?.[1]))
    expect(counts).toEqual(Array.from({ length: perChannel }, (_, index) => index + 1))
  }
  const posts = scene.double.calls.filter(
    ({ method, path }) => method === 'POST' && path === `/channels/${CHANNEL}/messages`,
  )
  posts.forEach(({ at }, index) => {
    const fifthBefore = posts[index - 5]
    // They are sent 5 s apart; a busy machine may delay one of them.
    if (fifthBefore) expect(at - fifthBefore.at).toBeGreaterThan(2_500)
  })
  expect(linesOf(scene, 'error')).toEqual([])
})
