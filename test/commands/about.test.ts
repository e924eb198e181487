// /help and /privacy as people use them.
import { expect, test } from 'vitest'
import { loadCommands } from '../../src/bot/registration/load-commands.js'
import { openScene, STRANGE_GUILD } from '../bot/scene.js'

test('help lists every command and subcommand with its own words, in groups', async () => {
  const scene = await openScene()
  await scene.restart()
  const { message, ephemeral } = await scene.double.slash({ command: 'help', locale: 'ja' }).done()
  expect(ephemeral).toBe(true)
  const fields = message.embeds[0]?.fields ?? []
  // The text of a full field continues in a field without a name.
  expect(fields.map(({ name }) => name).filter((name) => name !== '\u200b')).toEqual([
    'How games are doing',
    'For those who manage the server',
    'About Headcount',
  ])
  const text = fields.map(({ value }) => value).join('\n')
  const idOf = (name: string) => scene.double.commands.find((command) => command.name === name)?.id
  for (const [name, { data }] of await loadCommands()) {
    const { description, options = [] } = data.toJSON()
    const subcommands = options.filter(({ type }) => type === 1)
    if (subcommands.length === 0) expect(text).toContain(`</${name}:${idOf(name)}> ${description}`)
    for (const option of subcommands)
      expect(text).toContain(`</${name} ${option.name}:${idOf(name)}> ${option.description}`)
  }
})

test('the commands in help can still be clicked after a restart that registers nothing; without ids they are plain', async () => {
  const scene = await openScene()
  await scene.restart()
  await scene.restart()
  const shown = async () => {
    const { message } = await scene.double.slash({ command: 'help' }).done()
    return JSON.stringify(message.embeds[0]?.fields)
  }
  expect(await shown()).toMatch(/<\/rank:\d+>.*<\/track add:\d+>/)
  expect(scene.double.registry.puts).toBe(1)
  const { settings } = scene.app.services
  const key = `discord.command-ids.${scene.double.applicationId}`
  await settings.set(key, '{}')
  expect(await shown()).toMatch(/`\/rank`.*`\/track add`/)
  // An older version stored no ids, so the bot requests them.
  await scene.restart()
  await expect.poll(() => settings.get(key)).toContain('rank')
  expect(scene.double.registry.puts).toBe(1)
})

test('both answer everywhere: in a direct message, user-installed, in a server of strangers', async () => {
  const scene = await openScene()
  await scene.restart()
  for (const command of ['help', 'privacy']) {
    for (const place of [
      { guildId: null },
      { guildId: '299000000000000000', integrationOwners: 'user' as const },
      { guildId: STRANGE_GUILD },
    ]) {
      const handle = await scene.double.slash({ command, ...place }).done()
      expect(handle.ephemeral).toBe(true)
      expect(handle.message.embeds).toHaveLength(1)
    }
  }
})

test('privacy says what is kept, for how long, and how to have it deleted [DISCORD-10]', async () => {
  const scene = await openScene()
  await scene.restart()
  const { message } = await scene.double.slash({ command: 'privacy' }).done()
  const text = (message.embeds[0]?.fields ?? []).map(({ name, value }) => `${name} ${value}`).join('\n')
  for (const phrase of ['30 days after the bot has left', 'No messages', 'deleted', 'ask the operator']) {
    expect(text).toContain(phrase)
  }
})

test('privacy names how to reach the operator, where that is configured', async () => {
  const scene = await openScene()
  scene.launch({ operatorContact: 'mailto:ops@stats.example' })
  await expect.poll(() => scene.bot().state().state).toBe('ready')
  const { message } = await scene.double.slash({ command: 'privacy', force: true }).done()
  expect(message.embeds[0]?.fields?.at(-1)).toMatchObject({
    name: 'Who runs this Headcount',
    value: 'mailto:ops@stats.example',
  })
})
