// Commands are registered with Discord only if they have changed.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { REST, SlashCommandBuilder } from 'discord.js'
import { expect, onTestFinished, test } from 'vitest'
import { loadCommands } from '../../src/bot/registration/load-commands.js'
import { registerCommands } from '../../src/bot/registration/register-commands.js'
import { linesOf, openScene } from './scene.js'

const SOON = { timeout: 60_000, interval: 50 }

test('commands are registered at the first start and not at the second [CHAT-6]', async () => {
  const scene = await openScene()
  await scene.restart()
  const names = [...(await loadCommands()).values()].flatMap(({ data, onMessage }) => [
    data.name,
    ...(onMessage ? [onMessage.data.name] : []),
  ])
  expect(names).toContain('Stats of the game in this link')
  expect(scene.double.commands.map(({ name }) => name)).toEqual(names)
  expect(scene.double.commands.find(({ name }) => name === 'rank')).toMatchObject({
    contexts: [0, 1, 2],
    integration_types: [0, 1],
    options: [
      { name: 'by', choices: ['players', 'visits', 'growth', 'like_ratio'].map((value) => ({ value })) },
      { name: 'at' },
      { name: 'private' },
    ],
  })
  const keys: string[] = []
  const { services } = scene.app
  const { settings } = services
  const get = (key: string) => {
    keys.push(key)
    return settings.get(key)
  }
  await scene.restart({ ...services, settings: { ...settings, get } })
  // The ids of the registered commands are looked up only once it is known that nothing is to be registered.
  await expect.poll(() => keys, SOON).toContain(`discord.command-ids.${scene.double.applicationId}`)
  await scene.bot().stop()
  expect(scene.double.registry.puts).toBe(1)
})

test('changed commands are registered again', async () => {
  const { app, double } = await openScene()
  const rest = new REST({ api: double.apiUrl }).setToken(double.token)
  const loaded = await loadCommands()
  const registration = { rest, applicationId: double.applicationId, settings: app.services.settings }
  expect(await registerCommands({ ...registration, commands: loaded })).toBe(true)
  expect(await registerCommands({ ...registration, commands: loaded })).toBe(false)
  const data = new SlashCommandBuilder().setName('ping').setDescription('Answers')
  const more = new Map([...loaded, ['ping', { data, execute: async () => ({ content: 'pong' }) }]])
  expect(await registerCommands({ ...registration, commands: more })).toBe(true)
  expect(double.registry.puts).toBe(2)
})

test('a registration that fails is made up for later, and the bot answers meanwhile', {
  timeout: 120_000,
}, async () => {
  const scene = await openScene()
  scene.double.faults.next('PUT /applications/*/commands', { status: 500 }, 4)
  const bot = scene.launch()
  await expect.poll(() => bot.state().state, SOON).toBe('ready')
  const handle = await scene.double.slash({ command: 'rank', force: true }).done()
  expect(handle.ephemeral).toBe(true)
  await expect.poll(() => scene.double.commands.length, SOON).toBeGreaterThan(2)
  expect(linesOf(scene, 'warn')).toEqual(['Discord rejected the commands; they are sent again.'])
})

async function folderOf(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'headcount-commands-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await mkdir(folder, { recursive: true })
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
  return folder
}

const built = (name: string, option = '{}') => `{ name: '${name}', toJSON: () => (${option}) }`
const good = (name: string) => `export default { data: ${built(name)}, execute() {} }`
const asking = built('x', '{ options: [{ autocomplete: true }] }')

test.each([
  ['export const data = 1', 'default export'],
  ['export default { execute() {} }', 'data is no command builder'],
  [`export default { data: ${built('x')} }`, 'execute is no function'],
  [`export default { data: ${built('x')}, execute() {}, buttons: { a: 1 } }`, 'buttons'],
  [`export default { data: ${built('x')}, execute() {}, onMessage: { execute() {} } }`, 'onMessage'],
  [`export default { data: ${asking}, execute() {} }`, 'there is none'],
  [`export default { data: ${built('x')}, execute() {}, autocomplete() {} }`, 'no option asks'],
])('a file that is no command stops the loading, by name: %s', async (text, why) => {
  const folder = await folderOf({ 'broken.js': text, 'package.json': '{"type":"module"}' })
  await expect(loadCommands(folder)).rejects.toThrow(/broken\.js/)
  await expect(loadCommands(folder)).rejects.toThrow(why)
})

test('two files with the same command stop the loading', async () => {
  const folder = await folderOf({ 'a.js': good('twin'), 'b.js': good('twin'), 'package.json': '{"type":"module"}' })
  await expect(loadCommands(folder)).rejects.toThrow(/b\.js.*\/twin/)
})
