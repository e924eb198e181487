// What every answer has in common: who may see it, who may delete it, and where it links to.
import { expect, test } from 'vitest'
import { loadCommands } from '../../src/bot/registration/load-commands.js'
import { join, MEMBER } from './people.js'
import { button, buttons, CHANNEL, GUILD, openScene, THREAD } from './scene.js'

const STRANGER = { id: '300000000000000055', username: 'stranger' }

test('every command that reads in public can be asked to answer in private [DISCORD-16]', async () => {
  const commands = [...(await loadCommands()).values()]
  const reading = commands.filter(({ group, isPrivate }) => (group ?? 'reading') === 'reading' && isPrivate !== true)
  expect(reading.length).toBeGreaterThan(6)
  for (const { data } of reading)
    expect(
      (data.toJSON().options ?? []).map(({ name }) => name),
      data.name,
    ).toContain('private')
  const scene = await openScene()
  await scene.track({ name: 'Obby' }, CHANNEL)
  await scene.app.tick()
  await scene.restart()
  const handle = await scene.double.slash({ command: 'stats', options: { private: true } }).done()
  expect(handle.ephemeral).toBe(true)
  expect(buttons(handle.message).map(({ label }) => label)).not.toContain('Delete')
  const customId = button(handle.message, 'Chart').custom_id ?? ''
  const pressed = await scene.double.button({ customId, message: handle.message }).done()
  expect([pressed.ephemeral, pressed.message.id]).toEqual([true, handle.message.id])
  expect(buttons(pressed.message).map(({ label }) => label)).not.toContain('Delete')
})

test('who asked deletes the answer, also after a restart, and nobody else [DISCORD-16]', async () => {
  const scene = await openScene()
  await scene.track({ name: 'Obby' }, CHANNEL)
  await scene.app.tick()
  await scene.restart()
  const { message } = await scene.double.slash({ command: 'rank', channelId: CHANNEL }).done()
  const customId = button(message, 'Delete').custom_id ?? ''
  const strange = await scene.double.button({ customId, message, user: STRANGER }).done()
  expect(strange.ephemeral).toBe(true)
  expect(strange.message.content).toBe('Only the person who asked can delete this answer.')
  expect(scene.double.world.messagesIn(CHANNEL)).toContain(message)
  await scene.restart()
  const own = await scene.double.button({ customId, message }).done()
  expect(own.deleted).toBe(true)
  expect(scene.double.world.messagesIn(CHANNEL)).toEqual([])
})

test.each([
  ['https://stats.example', 'https://stats.example/games/77001'],
  // Discord rejects a whole message for such a link.
  ['http://localhost:3000', undefined],
])('with the public URL %s, the name of a public game links to %s [DISCORD-17]', async (publicUrl, address) => {
  const scene = await openScene()
  const game = await scene.track({ name: 'Obby' }, CHANNEL)
  await scene.app.services.games.change(game, { isPublic: true })
  await scene.app.tick()
  const bot = scene.launch({ publicUrl })
  await expect.poll(() => bot.state().state, { timeout: 60_000 }).toBe('ready')
  const stats = await scene.double.slash({ command: 'stats' }).done()
  expect(stats.message.embeds[0]?.url).toBe(address)
  const rank = await scene.double.slash({ command: 'rank' }).done()
  expect(rank.message.embeds[0]?.description).toContain(address === undefined ? '**Obby**' : `**[Obby](${address})**`)
})

test('in a server that the bot has left, the games of its account end at once [DISCORD-19]', async () => {
  const scene = await openScene()
  await scene.track({ name: 'Obby' }, CHANNEL)
  await scene.app.tick()
  await scene.restart()
  const ask = (user?: typeof MEMBER) =>
    scene.double.slash({ command: 'stats', options: { game: 'Obby' }, guildId: GUILD, ...(user && { user }) }).done()
  expect((await ask()).message.embeds[0]?.title).toBe('Obby')
  scene.double.world.removeGuild(GUILD)
  await expect.poll(async () => (await ask()).message.content).toContain('not a member of this server')
  const typed = { command: 'stats', guildId: GUILD, focused: { name: 'game', value: 'Ob' } }
  expect(await scene.double.autocomplete(typed)).toEqual([])
  // Somebody with an account of their own still sees its games, alone.
  await join(scene, scene.account)
  const own = await ask(MEMBER)
  expect([own.ephemeral, own.message.embeds[0]?.title]).toEqual([true, 'Obby'])
})

test('a panel goes on in a thread that Discord archived [DISCORD-20]', async () => {
  const scene = await openScene()
  const { universeId } = await scene.track({ name: 'Obby', ccu: 1_234 }, CHANNEL)
  await scene.app.tick()
  await scene.restart()
  const member = { permissions: ['ManageGuild' as const, 'ViewChannel' as const, 'SendMessages' as const] }
  const options = { game: 'Obby', channel: THREAD }
  await scene.double.slash({ command: 'panel create', options, member }).done()
  const players = () => scene.double.world.messagesIn(THREAD)[0]?.embeds[0]?.fields?.[0]?.value
  expect(players()).toBe('**1,234**')
  scene.double.world.place(THREAD).channel.archived = true
  scene.app.simulator.set(universeId, { ccu: 7 })
  scene.app.clock.set(scene.app.clock.now() + 60_000)
  await scene.app.tick()
  scene.app.clock.set(scene.app.clock.now() + 60_000)
  await expect.poll(players, { timeout: 60_000 }).toBe('**7**')
  expect(scene.double.world.place(THREAD).channel.archived).toBe(false)
  expect((await scene.app.store.panels.running()).map(({ channelId }) => channelId)).toEqual([THREAD])
})
