// While a tick hangs and nothing is recorded, the bot informs the operator by direct message.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from '../../src/config.js'
import { openLog } from '../../src/log.js'
import { type Service, startService } from '../../src/service.js'
import { startSimulator } from '../../src/simulator/simulator.js'
import { type DiscordDouble, startDiscordDouble } from '../support/discord/double.js'
import { createMigratedDatabase } from '../support/postgres/database.js'
import { TestClock } from '../support/start-app.js'

const OWNER = '300000000000000042'
/** The owner of the application in the Discord double. */
const DEVELOPER = '1'
const VIEWER = '300000000000000044'
const SOON = { timeout: 60_000 }
const silent = openLog('silent')

interface OverdueFixture {
  readonly clock: TestClock
  readonly double: DiscordDouble
  start(): Promise<Service>
  /** The texts of the bot's direct messages to the person. */
  directMessages(userId: string): string[]
  health(service: Service): Promise<{ readonly status: number; readonly body: unknown }>
}

/** The service with ticks that never end. */
async function openScene(environment: Readonly<Record<string, string>> = {}): Promise<OverdueFixture> {
  const folder = await mkdtemp(join(tmpdir(), 'headcount-overdue-'))
  const clock = new TestClock()
  const double = await startDiscordDouble()
  for (const id of [OWNER, VIEWER]) double.world.users.set(id, { id, username: `person-${id}` })
  const simulator = await startSimulator({ port: 0, seed: 1, games: 3, rateLimits: 'off', clock })
  const running = new Set<Service>()
  onTestFinished(async () => {
    for (const service of running) await service.stop()
    await Promise.all([simulator.close(), double.close()])
    await rm(folder, { recursive: true, force: true })
  })
  const config = readConfig({
    PORT: '0',
    DATABASE_URL: `file:${join(folder, 'headcount.db')}`,
    PLATFORM_URL: simulator.url,
    DISCORD_TOKEN: double.token,
    DISCORD_API_URL: double.apiUrl,
    ...environment,
  })
  return {
    clock,
    double,
    start: async () => {
      simulator.settings.intercept = undefined
      const service = await startService(config, silent, { clock })
      running.add(service)
      const { services } = service
      const [known] = await services.accounts.list()
      const account = known ?? (await services.accounts.create({ name: 'Studio', plan: 'enterprise' }))
      await services.members.add(account, OWNER, 'owner')
      await services.members.add(account, VIEWER, 'viewer')
      await services.games.add(account, { universeId: simulator.world.games[0]?.universeId ?? 0 })
      const state = config.ROLES.includes('bot') ? 'ready' : 'off'
      await expect.poll(() => service.parts.bot().state, SOON).toBe(state)
      simulator.settings.intercept = () => ({ hang: true })
      return { ...service, stop: async () => void (running.delete(service) && (await service.stop())) }
    },
    directMessages: (userId) =>
      double.world.messagesIn(double.world.openDirect(userId).id).map(({ content }) => content),
    health: async ({ services }) => {
      const { ready, poller } = await services.checkHealth()
      return { status: ready ? 200 : 503, body: poller }
    },
  }
}

test('the owners of the accounts are notified once, also over a restart, where the operator is not reached', async () => {
  const scene = await openScene()
  const first = await scene.start()
  scene.clock.advance(1)
  expect((await scene.health(first)).status).toBe(200)
  scene.clock.advance(4)
  expect(await scene.health(first)).toMatchObject({ status: 503, body: { state: 'overdue' } })
  await expect.poll(() => scene.directMessages(OWNER), SOON).toHaveLength(1)
  expect(scene.directMessages(OWNER)[0]).toMatch(
    /has recorded no numbers since <t:\d+:f>[\s\S]*No tick has been stored[\s\S]*doctor/,
  )
  expect(scene.directMessages(VIEWER)).toEqual([])
  await first.stop()
  const second = await scene.start()
  scene.clock.advance(6)
  expect((await scene.health(second)).status).toBe(503)
  await expect.poll(() => second.services.settings.get('poller.overdue_informed_at'), SOON).not.toBe(undefined)
  await second.stop()
  expect(scene.directMessages(OWNER)).toHaveLength(1)
})

test('the owner of the application is notified instead of the owners of accounts, also where anybody can sign up', async () => {
  const scene = await openScene({ SIGNUP: 'open' })
  scene.double.world.users.set(DEVELOPER, { id: DEVELOPER, username: 'developer' })
  await scene.start()
  scene.clock.advance(6)
  await expect.poll(() => scene.directMessages(DEVELOPER), SOON).toHaveLength(1)
  expect(scene.directMessages(OWNER)).toEqual([])
})

test('a process that samples, where another one runs the bot, notifies the operator itself [PROCESS-30]', async () => {
  const database = await createMigratedDatabase()
  onTestFinished(() => database.drop())
  const scene = await openScene({ DATABASE_URL: database.url, ROLES: 'poller' })
  scene.double.world.users.set(DEVELOPER, { id: DEVELOPER, username: 'developer' })
  await scene.start()
  scene.clock.advance(6)
  await expect.poll(() => scene.directMessages(DEVELOPER), SOON).toHaveLength(1)
})
