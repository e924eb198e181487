// The whole service on an empty installation: the address that it prints, and the bot that starts in the running service.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { request } from 'undici'
import { expect, onTestFinished, test } from 'vitest'
import { openBench } from '../support/cli/run-cli.js'
import { startDiscordDouble } from '../support/discord/double.js'
import { startService } from '../support/start-service.js'
import { Visitor } from '../web/support/start-web.js'

const ADDRESS = /open (http:\/\/[\w.:]+)\/setup\?code=([\w-]+)/

test('prints one address, and starts the bot with a token from the browser, also at the next start [PROCESS-25] [PROCESS-26]', async () => {
  const double = await startDiscordDouble()
  onTestFinished(() => double.close())
  const bench = await openBench()
  const environment = { DISCORD_API_URL: double.apiUrl }
  const service = await startService(bench, environment)
  await expect.poll(service.output, { timeout: 30_000 }).toMatch(ADDRESS)
  const [, url = '', code = ''] = ADDRESS.exec(service.output()) ?? []
  // A line of the log is JSON.
  for (const line of service.output().split('\n')) if (line.startsWith('{')) expect(line).not.toContain(code)
  const person = new Visitor(url)
  expect((await person.post('/setup', { code, name: 'My studio' })).location).toBe('/setup/game')
  const botState = async (origin: string) => {
    const { body } = await request(`${origin}/readyz`)
    return ((await body.json()) as { bot: { state: string } }).bot.state
  }
  expect(await botState(url)).toBe('off')
  const connected = await person.post('/setup/discord', { token: double.token })
  expect(connected.status).toBe(303)
  await expect.poll(() => botState(url), { timeout: 60_000 }).toBe('ready')
  await person.post('/setup/discord/remove')
  await expect.poll(() => botState(url), { timeout: 30_000 }).toBe('off')
  await person.post('/setup/discord', { token: double.token })
  await expect.poll(() => botState(url), { timeout: 60_000 }).toBe('ready')
  expect(await service.end('SIGTERM')).toBe(0)

  const next = await startService(bench, environment)
  const [, origin = ''] = /serves at (http:\/\/[\w.:]+)/.exec(next.output()) ?? []
  await expect.poll(() => botState(origin), { timeout: 60_000 }).toBe('ready')
  expect(next.output()).not.toContain('/setup?code=')
  const key = await readFile(join(bench.folder, 'headcount.key'), 'utf8')
  for (const secret of [double.token, ...key.split('\n').filter((line) => line !== '' && !line.startsWith('#'))])
    expect(service.output() + next.output()).not.toContain(secret)
  expect(await next.end('SIGTERM')).toBe(0)
})
