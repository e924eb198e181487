// Counters show a number as the name of a channel, and rename it no more often than Discord allows.
import { expect, test } from 'vitest'
import { nextCheck } from '../passes.js'
import { MODERATOR } from '../people.js'
import { type BotFixture, CHANNEL, GUILD, linesOf, openScene, STRANGE_GUILD, THREAD, VOICE } from '../scene.js'

const OWNER = { id: '300000000000000001', username: 'boss' }
const RENAME = /^PATCH \/channels\/\d+$/

const counter = (scene: BotFixture, verb: 'create' | 'remove', options: Record<string, string>) =>
  scene.double.slash({ command: `counter ${verb}`, options, member: MODERATOR }).done()

const nameOf = (scene: BotFixture, channelId = VOICE) => scene.double.world.place(channelId).channel.name
const renames = (scene: BotFixture) =>
  scene.double.calls.filter(({ method, path }) => RENAME.test(`${method} ${path}`)).length
const soon = <T>(look: () => T) => expect.poll(look, { timeout: 60_000, interval: 50 })

async function withGame(): Promise<BotFixture & { universeId: number }> {
  const scene = await openScene({ oneClock: true })
  scene.app.clock.set(scene.app.clock.now() + 30_000)
  const { universeId } = await scene.track({ name: 'Obby', ccu: 1_234, visits: 99 })
  const guild = scene.double.world.guilds.get(GUILD)
  if (guild) guild.botPermissions = ['ViewChannel', 'SendMessages', 'EmbedLinks', 'AttachFiles', 'ManageChannels']
  scene.double.world.users.set(OWNER.id, OWNER)
  await scene.app.services.members.add(scene.account, OWNER.id, 'owner')
  await scene.app.tick()
  await scene.restart()
  return { ...scene, universeId }
}

async function goBy(scene: BotFixture & { universeId: number }, minutes: number, ccu: number): Promise<void> {
  scene.app.simulator.set(scene.universeId, { ccu })
  // The tick is stored before the bot's next update, or else the bot shows the previous value until the update after that.
  scene.app.clock.set(scene.app.clock.now() + minutes * 60_000 - 20_000)
  await scene.app.tick()
  scene.app.clock.set(scene.app.clock.now() + 20_000)
}

test('a counter renames at once, then at most once in 10 minutes, and only where the number changed [DISCORD-12]', async () => {
  const scene = await withGame()
  const made = await counter(scene, 'create', { channel: VOICE, game: 'Obby' })
  expect(made.ephemeral).toBe(true)
  expect(made.message.content).toContain('at most once in 10 minutes')
  expect(nameOf(scene)).toBe('Obby: 1,234 playing')
  for (const [minutes, count] of [
    [4, 1],
    [5, 1],
    [1, 2],
  ] as const) {
    await goBy(scene, minutes, 1_300 + minutes)
    await nextCheck(scene)
    expect(renames(scene)).toBe(count)
  }
  expect(nameOf(scene)).toBe('Obby: 1,301 playing')
  await goBy(scene, 30, 1_301)
  await nextCheck(scene)
  expect(renames(scene)).toBe(2)
})

test('one visit is counted in the singular, in a counter and in a ranking [DISCORD-22]', async () => {
  const scene = await withGame()
  await scene.track({ name: 'New', visits: 1 })
  await scene.app.tick()
  await counter(scene, 'create', { channel: VOICE, game: 'New', metric: 'visits' })
  expect(nameOf(scene)).toBe('New: 1 visit')
  const { message } = await scene.double.slash({ command: 'rank', options: { by: 'visits' } }).done()
  expect(message.embeds[0]?.description).toMatch(/New.*1 visit\b(?!s)/)
})

test('a channel of another server is never renamed, whatever the bot may do there', async () => {
  const scene = await withGame()
  const strange = scene.double.world.guilds.get(STRANGE_GUILD)
  if (strange) strange.botPermissions = ['ViewChannel', 'ManageChannels']
  await scene.restart()
  const rejected = await counter(scene, 'create', { channel: '200000000000000020', game: 'Obby' })
  expect(rejected.message.content).toContain('cannot see that channel')
  expect(renames(scene)).toBe(0)
})

test('neither a restart nor a new choice makes it rename sooner, and the reply says when', async () => {
  const scene = await withGame()
  await counter(scene, 'create', { channel: VOICE, game: 'Obby' })
  await goBy(scene, 5, 2_000)
  await scene.restart()
  await counter(scene, 'remove', { channel: VOICE })
  const again = await counter(scene, 'create', { channel: VOICE, game: 'Obby', metric: 'visits' })
  expect(again.message.content).toMatch(/next new name comes <t:\d+:R>/)
  await nextCheck(scene)
  expect(renames(scene)).toBe(1)
  await goBy(scene, 5, 2_000)
  await soon(() => nameOf(scene)).toBe('Obby: 99 visits')
})

test('a text channel gets the name as Discord writes it, and is not renamed again and again', async () => {
  const scene = await withGame()
  await counter(scene, 'create', { channel: CHANNEL, game: 'Obby' })
  expect(nameOf(scene, CHANNEL)).toBe('obby-1234-playing')
  scene.app.clock.advance(30)
  await nextCheck(scene)
  expect(renames(scene)).toBe(1)
})

test('a rename that Discord puts off holds up nothing, and comes later [CHAT-9]', async () => {
  const scene = await withGame()
  scene.double.faults.next(/^PATCH \/channels\/\d+$/, { status: 429, retryAfter: 300 })
  const made = await counter(scene, 'create', { channel: VOICE, game: 'Obby' })
  expect(made.message.content).toMatch(/next new name comes <t:\d+:R>/)
  const other = await scene.double.slash({ command: 'stats', options: { game: 'Obby' } }).done()
  expect(other.message.embeds).toHaveLength(1)
  expect(nameOf(scene)).toBe('Lounge')
  expect(linesOf(scene, 'error')).toEqual([])
})

test('without Manage Channels nothing is saved; where it is lost, the owner is notified once', async () => {
  const scene = await withGame()
  await counter(scene, 'create', { channel: VOICE, game: 'Obby' })
  scene.double.world.denyInChannel(VOICE, ['ManageChannels'])
  await goBy(scene, 10, 2_000)
  const direct = () => scene.double.world.messagesIn(scene.double.world.openDirect(OWNER.id).id)
  await soon(() => direct().map(({ content }) => content)).toEqual([expect.stringContaining('has stopped')])
  await goBy(scene, 10, 3_000)
  await nextCheck(scene)
  expect(direct()).toHaveLength(1)
  const rejected = await counter(scene, 'create', { channel: VOICE, game: 'Obby' })
  expect(rejected.message.content).toContain('Manage Channels')
  scene.double.world.denyInChannel(VOICE, [])
  await soon(async () => (await counter(scene, 'create', { channel: VOICE, game: 'Obby' })).message.content).toContain(
    'now shows the number',
  )
  // The ten minutes begin when the rename is stored, not when it is requested.
  await soon(() => nameOf(scene)).toBe('Obby: 3,000 playing')
  await nextCheck(scene)
  await goBy(scene, 10, 4_000)
  await soon(() => nameOf(scene)).toBe('Obby: 4,000 playing')
})

test('threads are rejected, what was never there cannot be removed', async () => {
  const scene = await withGame()
  expect((await counter(scene, 'create', { channel: THREAD, game: 'Obby' })).message.content).toMatch(/Threads|see/)
  expect((await counter(scene, 'remove', { channel: VOICE })).message.content).toContain('shows no number')
})

test('a template makes the name, and the answer shows it [DISCORD-48]', async () => {
  const scene = await withGame()
  const template = '🎮 {name}: {Players} of { visits }'
  const made = await counter(scene, 'create', { channel: VOICE, game: 'Obby', template })
  expect(made.message.content).toContain('Its name: **🎮 Obby: 1,234 of 99**.')
  expect(nameOf(scene)).toBe('🎮 Obby: 1,234 of 99')
  await goBy(scene, 10, 1_300)
  await soon(() => nameOf(scene)).toBe('🎮 Obby: 1,300 of 99')
})

test('a name of a game is never read as a placeholder, and is cut where it leaves no room [DISCORD-48]', async () => {
  const scene = await withGame()
  const name = `{visits} ${'x'.repeat(120)}`
  const game = await scene.track({ name, ccu: 7 })
  await scene.app.tick()
  await counter(scene, 'create', { channel: VOICE, game: String(game.id), template: '{name}: {players}' })
  expect(nameOf(scene)).toMatch(/^\{visits\} x+…: 7$/)
  expect(nameOf(scene).length).toBe(100)
})

test.each([
  ['{name} online', 'needs a number'],
  ['{player} online', 'no placeholder {player}'],
  ['{players online', 'not closed'],
])('the template %s is rejected: %s [DISCORD-48]', async (template, why) => {
  const scene = await withGame()
  const rejected = await counter(scene, 'create', { channel: VOICE, game: 'Obby', template })
  expect(rejected.message.content).toContain(why)
  expect(rejected.message.content).toContain('{players}')
  expect(renames(scene)).toBe(0)
  expect(await scene.app.store.counters.ofGuild(GUILD)).toEqual([])
})
