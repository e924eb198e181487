// The setup of an empty installation of several processes: each API prints a code, and any of them takes it.
import { expect, it, onTestFinished } from 'vitest'
import { openBench } from '../../support/cli/run-cli.js'
import { createDatabase } from '../../support/postgres/database.js'
import { launchService, startService } from '../../support/start-service.js'
import { Visitor } from '../../web/support/start-web.js'

const ADDRESS = /open \S+\/setup\?code=([\w-]+)/
const START_TIMEOUT_MS = 60_000

it('takes the code that one process printed at another one, once and until there is an account [PROCESS-25]', async () => {
  const database = await createDatabase()
  onTestFinished(() => database.drop())
  const bench = await openBench()
  const environment = { DATABASE_URL: database.url, SECRET_KEY: 'a'.repeat(64) }
  const startApi = async () => {
    const service = await startService(bench, { ...environment, ROLES: 'api' })
    await expect.poll(service.output, { timeout: START_TIMEOUT_MS }).toMatch(ADDRESS)
    const url = /serves at (http:\/\/[\w.:]+)/.exec(service.output())?.[1] ?? ''
    return { url, code: ADDRESS.exec(service.output())?.[1] ?? '' }
  }
  const [one, other] = [await startApi(), await startApi()]
  expect(one.code).not.toBe(other.code)
  for (const { url } of [one, other])
    for (const { code } of [one, other])
      expect((await new Visitor(url).get(`/setup?code=${code}`)).text).toContain('Name your studio')
  expect((await new Visitor(one.url).get(`/setup?code=${one.code}x`)).status).toBe(404)
  const names = ['A', 'B', 'C', 'D']
  const answers = await Promise.all(
    names.map((name, index) => {
      const { url } = index % 2 === 0 ? one : other
      return new Visitor(url).post('/setup', { code: index < 2 ? one.code : other.code, name })
    }),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([303, 404, 404, 404])
  for (const { url } of [one, other])
    for (const { code } of [one, other]) expect((await new Visitor(url).get(`/setup?code=${code}`)).status).toBe(404)
})

it('is offered by no process that serves no pages [PROCESS-25] [PROCESS-43]', async () => {
  const database = await createDatabase()
  onTestFinished(() => database.drop())
  const bench = await openBench()
  const environment = { DATABASE_URL: database.url, SECRET_KEY: 'a'.repeat(64), ROLES: 'bot,poller' }
  const service = launchService(bench, environment)
  await expect
    .poll(service.output, { timeout: START_TIMEOUT_MS })
    .toContain('The roles of this process are bot, poller')
  await expect.poll(service.output, { timeout: START_TIMEOUT_MS }).toContain('The Discord bot is off.')
  expect(service.output()).not.toMatch(/setup\?code=|serves at/)
  expect(await service.end('SIGTERM')).toBe(0)
})
