// /setup by buttons, as those use it who manage a server.
import { ComponentType } from 'discord.js'
import { expect, test } from 'vitest'
import type { Game } from '../../../src/domain/game.js'
import { type DoubleMessage, type InteractionHandle, SOMEBODY } from '../../support/discord/double.js'
import { MODERATOR } from '../people.js'
import {
  type BotFixture,
  button,
  buttons,
  CHANNEL,
  GUILD,
  linesOf,
  MORE,
  menus,
  openScene,
  trackMany,
} from '../scene.js'

const open = (scene: BotFixture, command = 'setup', options = {}) =>
  scene.double.slash({ command, options, member: MODERATOR }).done()
const by = { member: MODERATOR }

const press = (scene: BotFixture, message: DoubleMessage, label: string) =>
  scene.double.button({ customId: button(message, label).custom_id ?? '', message, ...by }).done()

interface Control {
  readonly type: number
  readonly custom_id?: string
}

/** The custom id of the menu whose id begins with these words. */
function menuOf(message: DoubleMessage, action: string): string {
  const controls = message.components.flatMap((row) => ('components' in row ? (row.components as Control[]) : []))
  const found = controls.find(({ custom_id }) => custom_id?.startsWith(`v1:setup:${action}`))
  return found?.custom_id ?? expect.fail(`There is no menu ${action}.`)
}

const choose = (scene: BotFixture, message: DoubleMessage, action: string, values: string[]) => {
  const type = action === 'channel' ? ComponentType.ChannelSelect : ComponentType.StringSelect
  return scene.double.select({ customId: menuOf(message, action), message, values, type, ...by }).done()
}

/** Opens the form of the button and sends it. */
async function fill(scene: BotFixture, message: DoubleMessage, label: string, fields: Record<string, string>) {
  const shown = await scene.double
    .button({ customId: button(message, label).custom_id ?? '', message, ...by })
    .answered()
  const customId = String(shown.modal?.custom_id)
  return scene.double.modal({ customId, lastResult: shown, fields, ...by }).done()
}

const textOf = ({ message }: InteractionHandle): string => JSON.stringify([message.content, message.embeds])

test('a server is linked by a code from a form, or to an account of the person’s own [DISCORD-38]', async () => {
  const scene = await openScene({ linked: false })
  await scene.restart()
  const first = await open(scene)
  expect(first.ephemeral).toBe(true)
  expect(buttons(first.message).map(({ label }) => label)).toEqual(['Enter a code'])
  const wrong = await fill(scene, first.message, 'Enter a code', { text: 'nonsense' })
  expect(await scene.app.services.guildView.accountOf(GUILD)).toBeUndefined()
  expect(textOf(wrong)).toMatch(/code/i)
  const { code } = await scene.app.services.guilds.createCode(scene.account)
  const linked = await fill(scene, first.message, 'Enter a code', { text: code })
  expect(textOf(linked)).toContain('“Track a game” finds one by its name.')
  expect(await scene.app.services.guildView.accountOf(GUILD)).toMatchObject({ id: scene.account.id })
})

test('only an owner or a manager links an account, which is checked at the press [DISCORD-38]', async () => {
  const scene = await openScene({ linked: false })
  await scene.restart()
  const { account } = scene
  const set = (role: 'manager' | 'viewer') =>
    scene.app.store.members.set({ accountId: account.id, discordUserId: SOMEBODY.id, role, createdAt: 0 })
  await set('viewer')
  expect(buttons((await open(scene)).message)).toHaveLength(1)
  await set('manager')
  const { message } = await open(scene)
  await set('viewer')
  expect((await press(scene, message, 'Link to Studio')).message.content).toContain('Only an owner or a manager')
  await set('manager')
  await press(scene, message, 'Link to Studio')
  expect(await scene.app.services.guildView.accountOf(GUILD)).toMatchObject({ id: account.id })
})

async function openGame(): Promise<BotFixture & { readonly game: Game; readonly message: DoubleMessage }> {
  const scene = await openScene()
  const game = await scene.track({ name: 'Obby', ccu: 1_234 })
  await scene.app.tick()
  await scene.restart()
  const start = await open(scene)
  const { message } = await choose(scene, start.message, 'game', [String(game.id)])
  return { ...scene, game, message }
}

test('a channel is chosen in Discord’s own menu, then what is posted there, all in one message [DISCORD-38]', async () => {
  const scene = await openGame()
  const { message, game } = scene
  const early = await choose(scene, message, 'kinds', ['status'])
  expect(early.message.content).toBe('Choose a channel first.')
  const placed = await choose(scene, message, 'channel', [CHANNEL])
  expect(placed.message.id).toBe(message.id)
  expect(textOf(placed)).toContain(`<#${CHANNEL}>`)
  expect(scene.double.world.messagesIn(CHANNEL)[0]?.embeds[0]?.title).toContain('This channel is linked to Obby')
  const heard = await choose(scene, message, 'kinds', ['alert', 'status'])
  expect(textOf(heard)).toContain('Players 30% or more below the usual')
  const { routes, rules } = await scene.app.services.notifications.of(game)
  expect(routes.filter(({ enabled }) => enabled).map(({ kind }) => kind)).toEqual(['alert', 'status'])
  expect(routes.filter(({ enabled }) => !enabled).map(({ kind }) => kind)).toEqual(['milestone', 'record'])
  expect(rules).toHaveLength(1)
  const sample = await choose(scene, message, 'sample', ['status'])
  expect(textOf(sample)).toContain('Sample')
  expect(textOf(await press(scene, message, 'Back'))).toContain('What is posted')
  expect(linesOf(scene, 'error')).toEqual([])
})

test('a rule is edited in place: it keeps its id, and /notify edit opens the message [DISCORD-38, DISCORD-39]', async () => {
  const scene = await openGame()
  await choose(scene, scene.message, 'channel', [CHANNEL])
  await choose(scene, scene.message, 'kinds', ['alert'])
  const [before] = (await scene.app.services.notifications.of(scene.game)).rules
  const edit = await open(scene, 'notify edit', { game: 'Obby' })
  const shown = await choose(scene, edit.message, 'rule', [String(before?.id)])
  const wrong = await fill(scene, shown.message, 'Change', { value: 'many', minutes: '20', cooldown: '60' })
  expect(wrong.message.content).toBe('“many” is not a number.')
  const changed = await fill(scene, shown.message, 'Change', { value: '-40', minutes: '20', cooldown: '60' })
  expect(textOf(changed)).toContain('Players 40% or more below the usual, for 20 minutes, at most once in 1 hour')
  const [after] = (await scene.app.services.notifications.of(scene.game)).rules
  expect(after).toEqual({ ...before, condition: { is: 'unusual', by: -40 }, minutes: 20, cooldownMinutes: 60 })
  await press(scene, shown.message, 'Remove')
  expect((await scene.app.services.notifications.of(scene.game)).rules).toEqual([])
})

test('missing rights are named, with the button that gives them [DISCORD-38]', async () => {
  const scene = await openGame()
  const [channelId = ''] = MORE
  scene.double.world.denyInChannel(channelId, ['EmbedLinks'])
  const rejected = await choose(scene, scene.message, 'channel', [channelId])
  expect(rejected.message.content).toContain('Embed Links')
  const [link] = buttons(rejected.message) as readonly { readonly url?: string }[]
  expect(link?.url).toContain(`guild_id=${GUILD}`)
  expect((await scene.app.services.games.require(scene.game.id)).channelId).toBeNull()
})

test('a game is tracked by its name, or by its number [DISCORD-38]', async () => {
  const scene = await openScene()
  scene.app.simulator.addUniverse({ universeId: 88_001, name: 'Tower of Tests' })
  await scene.restart()
  const start = await open(scene)
  const found = await fill(scene, start.message, 'Track a game', { text: 'Tower' })
  expect(textOf(found)).toContain('Tower of Tests')
  const tracked = await choose(scene, found.message, 'found', ['88001'])
  expect(textOf(tracked)).toContain('Tower of Tests')
  const games = await scene.app.services.guildView.games(scene.account)
  expect(games.map(({ universeId }) => universeId)).toEqual([88_001])
  const again = await open(scene)
  const none = await fill(scene, again.message, 'Track a game', { text: 'No game has this name at all' })
  expect(none.message.content).toContain('No game was found')
  scene.app.simulator.addUniverse({ universeId: 88_002, name: 'By number' })
  const numbered = await fill(scene, again.message, 'Track a game', { text: '88002' })
  expect(textOf(numbered)).toContain('By number')
})

test('with more games than a menu holds, each page has a menu of its own [DISCORD-38]', async () => {
  const scene = await openScene()
  await trackMany(scene, 28)
  await scene.app.tick()
  await scene.restart()
  const { message } = await open(scene)
  const namesOf = (shown: DoubleMessage) => menus(shown)[0]?.options?.map(({ label }) => label) ?? []
  const first = namesOf(message)
  const next = await press(scene, message, 'Next')
  const second = namesOf(next.message)
  expect(new Set([...first, ...second]).size).toBe(28)
  expect(next.message.embeds[0]?.footer?.text).toContain('2')
  expect(button(next.message, 'Next').disabled).toBe(true)
  const stats = await scene.double.slash({ command: 'stats', options: { game: 'Game 1' } }).done()
  const compared = await press(scene, stats.message, 'Compare')
  const firstOthers = namesOf(compared.message)
  const others = await press(scene, compared.message, 'Next')
  expect(new Set([...firstOthers, ...namesOf(others.message)]).size).toBe(27)
})

test('one channel for the whole server and its quiet hours are chosen by buttons [DISCORD-35, DISCORD-38]', async () => {
  const scene = await openScene()
  await scene.restart()
  const settings = () => scene.app.services.guildKeeping.settings(GUILD)
  const start = await open(scene)
  const { message } = await press(scene, start.message, 'Whole server')
  expect(message.id).toBe(start.message.id)
  expect(JSON.stringify(message.embeds)).toContain('The channel of the first game')
  const [news = ''] = MORE
  scene.double.world.denyInChannel(news, ['EmbedLinks'])
  const newsMenu = () =>
    scene.double
      .select({ customId: menuOf(message, 'news'), message, values: [news], type: ComponentType.ChannelSelect, ...by })
      .done()
  const rejected = await newsMenu()
  expect(rejected.message.content).toContain('Embed Links')
  expect(buttons(rejected.message)).toHaveLength(1)
  expect((await settings()).newsChannelId).toBeNull()
  scene.double.world.denyInChannel(news, [])
  expect(textOf(await newsMenu())).toContain(`<#${news}>`)
  // The hours hold in that channel before anything was ever posted there.
  expect((await scene.app.store.guildSettings.channels()).get(news)).toBe(GUILD)
  const half = await fill(scene, message, 'Quiet hours', { from: '22:00', until: '', zone: 'Europe/Berlin' })
  expect(half.message.content).toMatch(/quiet/i)
  const lost = await fill(scene, message, 'Quiet hours', { from: '22:00', until: '7:00', zone: 'Mars/Base' })
  expect(lost.message.content).toMatch(/time zone/i)
  expect((await settings()).quietHours ?? null).toBeNull()
  const held = await fill(scene, message, 'Quiet hours', { from: '22:00', until: '07:00', zone: 'europe/berlin' })
  expect(await settings()).toMatchObject({ timeZone: 'Europe/Berlin', quietHours: { from: 1_320, until: 420 } })
  const urgent = await press(scene, held.message, 'Post what is urgent at once')
  expect((await settings()).letsUrgent).toBe(true)
  await press(scene, urgent.message, 'Hold what is urgent too')
  expect((await settings()).letsUrgent ?? false).toBe(false)
  await fill(scene, message, 'Quiet hours', { from: '', until: '', zone: 'Europe/Berlin' })
  expect((await settings()).quietHours ?? null).toBeNull()
  await press(scene, urgent.message, 'The channel of the first game')
  expect((await settings()).newsChannelId).toBeNull()
  expect(textOf(await press(scene, urgent.message, 'Back'))).toContain('Setup of this server')
  expect(linesOf(scene, 'error')).toEqual([])
})
