// An incident in a channel, through the real evaluation, delivery and discord.js: one message, which is changed while the
// incident develops, and one short reply at its end.
import { expect, test } from 'vitest'
import type { Game } from '../../../src/domain/game.js'
import { heard } from '../passes.js'
import { type BotFixture, CHANNEL, openScene } from '../scene.js'

const EDIT = 'PATCH /channels/*/messages/*'

const soon = <T>(look: () => T) => expect.poll(look, { timeout: 60_000, interval: 50 })
const posts = (scene: BotFixture) =>
  scene.double.world.messagesIn(CHANNEL).filter(({ nonce, invoker }) => nonce !== undefined || !invoker)
const titles = (scene: BotFixture) => posts(scene).map(({ embeds }) => embeds[0]?.title)
const states = async (scene: BotFixture) =>
  (await scene.app.store.outbox.list({ limit: 100 })).reverse().map(({ follows, state }) => [follows?.as, state])

async function openIncident(): Promise<BotFixture & { readonly game: Game }> {
  const scene = await openScene({ oneClock: true })
  const game = await scene.track({ name: 'Obby', ccu: 5 }, CHANNEL)
  await scene.app.services.notifications.switchOn(game, 'status', {})
  await scene.restart()
  await live(scene, 3)
  return { ...scene, game }
}

async function live(scene: BotFixture, minutes: number): Promise<void> {
  const stop = new AbortController().signal
  for (let minute = 0; minute < minutes; minute++) {
    await scene.app.tick()
    const { errors } = await scene.app.services.evaluateTicks({ stop })
    expect(errors).toEqual([])
    scene.app.clock.advance(1)
  }
}

const hide = ({ app, game }: BotFixture & { readonly game: Game }): void =>
  void app.simulator.hidden.add(game.universeId)

async function showAgain(scene: BotFixture & { readonly game: Game }): Promise<void> {
  scene.app.simulator.hidden.delete(scene.game.universeId)
  // The end is reported after a second look, two minutes later.
  await live(scene, 4)
}

test('is one message, which is changed when it is over, and one reply, also across a restart [INSIGHTS-52]', async () => {
  const scene = await openIncident()
  hide(scene)
  await live(scene, 8)
  await soon(() => titles(scene)).toEqual(['🙈 Obby is hidden'])
  const [message] = posts(scene)
  const composed = await scene.app.restart()
  await scene.restart(composed.services, composed)
  await live(scene, 84)
  await showAgain(scene)
  await soon(() => states(scene)).toEqual([
    [undefined, 'sent'],
    ['edit', 'sent'],
    ['reply', 'sent'],
  ])
  expect(titles(scene)).toEqual(['🙈 Obby is hidden', '👋 Obby is back after 1 h 32 min'])
  expect(posts(scene)[0]).toMatchObject({ id: message?.id, edits: 1 })
  expect(posts(scene)[0]?.embeds[0]?.description).toContain('It was over on')
  expect(posts(scene)[1]).toMatchObject({ replyTo: message?.id, edits: 0 })
})

test('that comes and goes changes its two messages, which say how it goes on [INSIGHTS-57]', async () => {
  const scene = await openIncident()
  hide(scene)
  await live(scene, 8)
  await showAgain(scene)
  await soon(() => titles(scene)).toEqual(['🙈 Obby is hidden', '👋 Obby is back after 8 min'])
  hide(scene)
  await live(scene, 8)
  await soon(() => titles(scene)).toEqual(['🙈 Obby is hidden', '🙈 Obby was back for 4 min and is away again'])
  const [message, end] = posts(scene)
  await soon(() => posts(scene)[0]?.embeds[0]?.description).toContain('It was over in between, from')
  expect(end?.embeds[0]?.description).toMatch(/It was over from .* to .*, and goes on since/)
  await showAgain(scene)
  await soon(() => titles(scene)).toEqual(['🙈 Obby is hidden', '👋 Obby is back after 20 min'])
  expect(posts(scene).map(({ id }) => id)).toEqual([message?.id, end?.id])
})

test('of two games at once is one message that names them, and one reply [INSIGHTS-58]', async () => {
  const scene = await openIncident()
  const { simulator, services } = scene.app
  const games = [scene.game]
  for (const name of ['Tycoon', 'Racer', 'Arena']) games.push(await scene.track({ name, ccu: 5 }, CHANNEL))
  for (const game of games.slice(1)) await services.notifications.switchOn(game, 'status', {})
  await live(scene, 3)
  for (const { universeId } of games.slice(0, 2)) simulator.hidden.add(universeId)
  await live(scene, 20)
  await soon(() => titles(scene)).toEqual(['🙈 2 games of this server are hidden'])
  expect(posts(scene)[0]?.embeds[0]?.description).toMatch(
    /^Since .*: \*\*Obby\*\*, \*\*Tycoon\*\*\.\n2 of the 4 games .*\nRoblox as a whole is not, so the cause is unknown\.$/,
  )
  simulator.hidden.delete(scene.game.universeId)
  await live(scene, 4)
  await soon(() => posts(scene)[0]?.embeds[0]?.description).toContain('1 of 2 games is back; still away: **Tycoon**.')
  for (const { universeId } of games) simulator.hidden.delete(universeId)
  await live(scene, 4)
  await soon(() => titles(scene)).toEqual([
    '🙈 2 games of this server are hidden',
    '👋 2 games of this server are back after 24 min',
  ])
  expect(posts(scene)[1]).toMatchObject({ replyTo: posts(scene)[0]?.id })
})

test('of which somebody deleted the message is not posted again, and its end is posted without a reply', async () => {
  const scene = await openIncident()
  hide(scene)
  await live(scene, 8)
  await soon(() => posts(scene).length).toBe(1)
  scene.double.world.removeMessage(CHANNEL, posts(scene)[0]?.id ?? '')
  await showAgain(scene)
  await soon(() => states(scene)).toEqual([
    [undefined, 'sent'],
    ['edit', 'canceled'],
    ['reply', 'sent'],
  ])
  expect(posts(scene)).toMatchObject([{ replyTo: undefined }])
  expect(titles(scene)).toEqual(['👋 Obby is back after 8 min'])
  expect(scene.double.calls.filter(({ method }) => method === 'PATCH')).toHaveLength(1)
  expect(await scene.app.services.notifications.undelivered(scene.account, 10)).toEqual([])
})

test.each([
  ['a 502 after it was made', { status: 502, afterCommit: true }],
  ['a connection that ended', { politeClose: true, afterCommit: true }],
] as const)('is changed to the same text again after %s, and answered once', async (_what, fault) => {
  const scene = await openIncident()
  hide(scene)
  await live(scene, 8)
  await soon(() => posts(scene).length).toBe(1)
  scene.double.faults.next(EDIT, fault, 2)
  await showAgain(scene)
  await soon(() => scene.double.faults.pending).toBe(0)
  await soon(async () => (await states(scene)).every(([, state]) => state !== 'claimed')).toBe(true)
  scene.app.clock.advance(10)
  await soon(async () => (await states(scene)).every(([, state]) => state === 'sent')).toBe(true)
  expect(titles(scene)).toEqual(['🙈 Obby is hidden', '👋 Obby is back after 8 min'])
})

test('waits while the bot may not see the channel, and goes on in order when it may again', async () => {
  const scene = await openIncident()
  hide(scene)
  await live(scene, 8)
  await soon(() => posts(scene).length).toBe(1)
  scene.double.world.denyInChannel(CHANNEL, ['ViewChannel'])
  await heard(scene)
  await showAgain(scene)
  await soon(async () => (await states(scene)).slice(0, 3)).toEqual([
    [undefined, 'sent'],
    ['edit', 'pending'],
    ['reply', 'pending'],
  ])
  await soon(async () => (await scene.app.services.notifications.pauses([CHANNEL])).length).toBe(1)
  scene.double.world.denyInChannel(CHANNEL, [])
  await heard(scene)
  await scene.app.services.notifications.resume(CHANNEL)
  await soon(async () => (await states(scene)).slice(0, 3).map(([, state]) => state)).toEqual(['sent', 'sent', 'sent'])
  expect(posts(scene)).toMatchObject([{ edits: 1 }, { replyTo: posts(scene)[0]?.id }])
})

test('whose message is not the bot’s own any more, and where it may not read, is answered all the same', async () => {
  const scene = await openIncident()
  hide(scene)
  await live(scene, 8)
  await soon(() => posts(scene).length).toBe(1)
  const [message] = posts(scene)
  // As after a restore of the database with another application's token.
  if (message) Object.assign(message, { author: { ...message.author, id: '999' } })
  scene.double.world.denyInChannel(CHANNEL, ['ReadMessageHistory'])
  await heard(scene)
  await showAgain(scene)
  await soon(() => states(scene)).toEqual([
    [undefined, 'sent'],
    ['edit', 'canceled'],
    ['reply', 'sent'],
  ])
  expect(posts(scene)[1]).toMatchObject({ replyTo: undefined })
  expect(await scene.app.services.notifications.pauses([CHANNEL])).toEqual([])
})
