// The menu of a message, which shows the game of a link, and the use of the commands by whom installed the bot alone.
import { InteractionContextType } from 'discord.js'
import { expect, test } from 'vitest'
import { join, MEMBER } from './people.js'
import { type BotFixture, buttons, CHANNEL, menus, openScene, STRANGE_GUILD } from './scene.js'

const COMMAND = 'Stats of the game in this link'
const FOREIGN_GUILD = '200000000000000099'

async function openGames(
  publicUrl = 'https://stats.example',
): Promise<BotFixture & { addressOf(name: string): string }> {
  const scene = await openScene()
  for (const name of ['Obby', 'Tycoon']) await scene.track({ name }, name === 'Obby' ? CHANNEL : undefined)
  await scene.app.tick()
  scene.launch({ publicUrl })
  await expect.poll(() => scene.bot().state().state, { timeout: 60_000 }).toBe('ready')
  await expect.poll(() => scene.double.commands.length, { timeout: 60_000 }).toBeGreaterThan(0)
  const placeOf = (name: string) => scene.app.simulator.world.games.find((game) => game.name === name)?.placeId
  return Object.assign(scene, { addressOf: (name: string) => `https://www.roblox.com/games/${placeOf(name)}/x` })
}

const useOn = (scene: BotFixture, content: string, more: object = {}) =>
  scene.double.messageCommand({ command: COMMAND, target: { content }, ...more }).done()

test('the menu of a message shows the game that the message links to, to the asker alone [DISCORD-30]', async () => {
  const scene = await openGames()
  for (const text of [
    `Have you played ${scene.addressOf('Tycoon')}?`,
    `(see <${scene.addressOf('Tycoon')}>).`,
    `**[this](${scene.addressOf('Tycoon').replace('https://', '')})**`,
    'https://stats.example/games/77002',
    'https://stats.example/accounts/1/games/2, I think',
  ]) {
    const { ephemeral, message } = await useOn(scene, text)
    expect([ephemeral, message.embeds[0]?.title], text).toEqual([true, 'Tycoon'])
  }
  const { message } = await useOn(scene, scene.addressOf('Tycoon'))
  expect(buttons(message).map(({ label }) => label)).toEqual(['Chart', '7 days', 'Compare', 'Updates', 'Alert me'])
})

test('a link in an embed or a button counts, and several games are a menu [DISCORD-30]', async () => {
  const scene = await openGames()
  const link = { type: 2 as const, style: 5 as const, label: 'Play', url: scene.addressOf('Obby') }
  const target = {
    embeds: [{ title: 'News', description: `Play it:\n${scene.addressOf('Tycoon').replace('https://', '')}` }],
    components: [{ type: 1 as const, components: [link] }],
  }
  const { message } = await scene.double.messageCommand({ command: COMMAND, target }).done()
  expect(message.embeds[0]?.title).toBe('Tycoon')
  const [menu] = menus(message)
  expect(menu?.options?.map(({ label }) => label)).toEqual(['Tycoon', 'Obby'])
  const customId = menu?.custom_id ?? ''
  const chosen = await scene.double.select({ customId, message, values: ['1'] }).done()
  expect([chosen.message.id, chosen.message.embeds[0]?.title]).toEqual([message.id, 'Obby'])
})

test('what is not linked, not tracked or not answered by the platform is one plain sentence [DISCORD-30]', async () => {
  const scene = await openGames()
  const say = async (text: string) => {
    const { ephemeral, message } = await useOn(scene, text)
    expect(ephemeral).toBe(true)
    return message.content
  }
  const none = 'This message has no link to a game on Roblox.'
  for (const text of ['', 'roblox.com', 'https://evil.example/games/1818', 'https://www.roblox.com/users/1/profile'])
    expect(await say(text), text).toBe(none)
  const other = scene.app.simulator.addUniverse({ universeId: 99_001, name: 'Theirs' })
  const address = `https://www.roblox.com/games/${other.placeId}`
  expect(await say(address)).toBe('The game that this message links to is not tracked here.')
  expect(await say(`${address} https://stats.example/games/9`)).toBe(
    'None of the games that this message links to is tracked here.',
  )
  // The first five addresses count: the sixth is the tracked game.
  const many = [1, 2, 3, 4, 5].map((id) => `https://stats.example/games/${id}`).join(' ')
  expect(await say(`${many} ${scene.addressOf('Obby')}`)).toContain('None of the games')
  expect(scene.lines.filter(({ level }) => level === 'error')).toEqual([])
})

test('who installed the bot alone sees the games of their own accounts everywhere, in private [DISCORD-2, DISCORD-31]', async () => {
  const scene = await openGames()
  await join(scene, scene.account)
  const places = [
    { guildId: FOREIGN_GUILD, integrationOwners: 'user' as const },
    { guildId: null, integrationOwners: 'user' as const, context: InteractionContextType.PrivateChannel },
  ]
  for (const place of places) {
    const asMember = { ...place, user: MEMBER }
    const stats = await scene.double.slash({ command: 'stats', options: { game: 'obby' }, ...asMember }).done()
    expect([stats.ephemeral, stats.message.embeds[0]?.title]).toEqual([true, 'Obby'])
    const linked = await useOn(scene, scene.addressOf('Tycoon'), asMember)
    expect([linked.ephemeral, linked.message.embeds[0]?.title]).toEqual([true, 'Tycoon'])
    const typed = { command: 'stats', focused: { name: 'game', value: 'oby' }, ...asMember }
    expect(await scene.double.autocomplete(typed)).toEqual([])
    expect(await scene.double.autocomplete({ ...typed, focused: { name: 'game', value: 'bb' } })).toHaveLength(1)
    // The answer of a person without an account says so, and shows no name of a game.
    const stranger = await scene.double.slash({ command: 'rank', ...place }).done()
    expect(stranger.ephemeral).toBe(true)
    expect(stranger.message.content).toMatch(
      place.guildId === null ? /^This command shows the games of/ : /not a member of this server.*you have none/,
    )
    expect((await useOn(scene, scene.addressOf('Tycoon'), place)).message.content).toBe(stranger.message.content)
    expect(await scene.double.autocomplete({ ...typed, user: { id: '300000000000000066', username: 'x' } })).toEqual([])
  }
  const direct = await scene.double.slash({ command: 'games', guildId: null, user: MEMBER }).done()
  expect(direct.message.embeds[0]?.description).toContain('Obby')
})

test('a server that is linked to no account shows a member’s own games to that member alone [DISCORD-2, DISCORD-31]', async () => {
  const scene = await openGames()
  await join(scene, scene.account)
  const handle = await useOn(scene, scene.addressOf('Obby'), { guildId: STRANGE_GUILD, user: MEMBER })
  expect([handle.ephemeral, handle.message.embeds[0]?.title]).toEqual([true, 'Obby'])
  const stranger = await useOn(scene, scene.addressOf('Obby'), { guildId: STRANGE_GUILD })
  expect(stranger.message.content).toContain('not linked')
})

test('commands that read and the menu of a message can be installed by a person, the managing ones only by a server [DISCORD-31]', async () => {
  const scene = await openGames()
  const managing = ['counter', 'notify', 'panel', 'schedule', 'settings', 'setup', 'track']
  for (const { name, contexts, integration_types } of scene.double.commands) {
    const expected = managing.includes(String(name))
      ? [[0], [0]]
      : [
          [0, 1, 2],
          [0, 1],
        ]
    expect([contexts, integration_types], String(name)).toEqual(expected)
  }
})
