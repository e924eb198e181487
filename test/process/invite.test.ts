// The whole service with a bot: the front page invites the bot with the id that it got from Discord.
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { ApplicationCommandType } from 'discord.js'
import { expect, onTestFinished, test } from 'vitest'
import { openBench } from '../support/cli/run-cli.js'
import { startDiscordDouble } from '../support/discord/double.js'
import { startService } from '../support/start-service.js'

test('the front page invites the bot that runs, whose application nobody named', async () => {
  const double = await startDiscordDouble()
  onTestFinished(() => double.close())
  const service = await startService(await openBench(), { DISCORD_TOKEN: double.token, DISCORD_API_URL: double.apiUrl })
  const url = /serves at (http:[\w.:/]+)/.exec(service.output())?.[1] ?? expect.unreachable(service.output())
  const front = async () => (await fetch(url, { headers: { accept: 'text/html' } })).text()
  await expect.poll(front, { timeout: 60_000 }).toContain(`client_id=${double.applicationId}&`)
  expect(await service.end('SIGTERM')).toBe(0)
})

test('every file in commands/ is a slash command of the service as it was built', async () => {
  const double = await startDiscordDouble()
  onTestFinished(() => double.close())
  await startService(await openBench(), { DISCORD_TOKEN: double.token, DISCORD_API_URL: double.apiUrl })
  const files = await readdir(join(import.meta.dirname, '..', '..', 'commands'))
  // The menu of a message has a command, too, which belongs to `/stats`.
  const isSlash = ({ type = ApplicationCommandType.ChatInput }) => type === ApplicationCommandType.ChatInput
  const offered = () =>
    double.commands
      .filter(isSlash)
      .map(({ name }) => `${name}.ts`)
      .sort()
  await expect.poll(offered, { timeout: 60_000 }).toEqual(files.sort())
})
