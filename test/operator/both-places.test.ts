// What the operator is warned of stands on the operator's page and comes as a direct message.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { openOperatorMessenger } from '../../src/bot/messaging/message-operator.js'
import { DAY_MS } from '../../src/domain/clock.js'
import { createInformOperator } from '../../src/services/operator/inform-operator.js'
import { type BotFixture, openScene } from '../bot/scene.js'
import { startHttpApp } from '../support/start-http.js'
import { Visitor } from '../web/support/start-web.js'

/** The owner of the application in the Discord double. */
const DEVELOPER = '1'

interface WarnedOperator extends BotFixture {
  /** Starts the bot, without waiting, with another token. */
  relaunch(token: string): Promise<void>
  /** The warnings on the page of the operator. */
  onPage(): Promise<string[]>
  /** The direct messages to the operator, after a review of what to warn of. */
  inDiscord(): Promise<string[]>
}

async function openOperator(environment: Readonly<Record<string, string>> = {}): Promise<WarnedOperator> {
  const scene = await openScene({ environment })
  const { app, double } = scene
  double.world.users.set(DEVELOPER, { id: DEVELOPER, username: 'developer' })
  await scene.restart()
  app.parts.bot = () => scene.bot().state()
  app.parts.poller = () => ({ state: 'running' })
  const web = await startHttpApp({ app })
  onTestFinished(() => web.stop())
  const { secret: code } = await app.services.loginLinks.create(scene.account, 'viewer', true)
  const operator = new Visitor(web.url)
  await operator.post('/sign-in/link', { code })
  let { token } = double
  const messenger = async () => openOperatorMessenger({ apiUrl: double.apiUrl, token })
  const inform = createInformOperator({ signUp: 'closed', services: app.services, messenger })
  return {
    ...scene,
    relaunch: async (newToken) => {
      await scene.bot().stop()
      token = newToken
      scene.launch({ token })
    },
    onPage: async () => {
      const { status, text } = await operator.get('/operator')
      expect(status).toBe(200)
      return [...text.matchAll(/<p class="message danger">([^<]*)<\/p>/g)].map(([, warning = '']) => warning)
    },
    inDiscord: async () => {
      await app.services.warnings.review(inform)
      return double.world.messagesIn(double.world.openDirect(DEVELOPER).id).map(({ content }) => content)
    },
  }
}

/** Each place says it in these words; the times are written differently. */
async function expectBoth(operator: WarnedOperator, words: RegExp): Promise<void> {
  expect(await operator.onPage()).toEqual([expect.stringMatching(words)])
  expect(await operator.inDiscord()).toEqual([expect.stringMatching(words)])
}

it('of nothing there is no warning in either place [PROCESS-30]', async () => {
  const operator = await openOperator()
  expect([await operator.onPage(), await operator.inDiscord()]).toEqual([[], []])
})

it('a disk that is full within 7 days is named in both places [PROCESS-30]', async () => {
  const operator = await openOperator()
  const { services, store, clock } = operator.app
  const { databaseBytes, freeBytes = expect.unreachable() } = await services.diskForecast.read()
  // A day ago the database was smaller by a fifth of what is free now.
  const sizes = [{ at: clock.now() - DAY_MS, bytes: databaseBytes - Math.floor(freeBytes / 5.5) }]
  await store.settings.set('database.sizes', JSON.stringify(sizes))
  await expectBoth(operator, /The disk of the database is full in 5 days at the growth/)
})

it('a backup that is too old is named in both places [PROCESS-30]', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'headcount-backups-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const operator = await openOperator({ BACKUP_DIR: folder, BACKUP_EVERY: '1d' })
  await operator.app.services.backups.run(new AbortController().signal)
  operator.app.clock.advance(3 * 1_440)
  await expectBoth(operator, /A backup has been due since .+ See the log/)
})

it('a clock that is not correct is named in both places [PROCESS-30]', async () => {
  const operator = await openOperator()
  operator.app.clockCheck.compare(600_000)
  await expectBoth(operator, /The clocks of this machine and of Roblox differ by 600 seconds: this one is behind/)
})

it('a bot whose token is invalid is named on the page, because no message can be sent [PROCESS-30]', async () => {
  const operator = await openOperator()
  await operator.relaunch('wrong')
  await expect.poll(() => operator.bot().state().state, { timeout: 60_000 }).toBe('failed')
  expect(await operator.onPage()).toEqual([expect.stringMatching(/The Discord bot is off\. .*token/i)])
  expect(await operator.inDiscord()).toEqual([])
})

it('a poller that is late is named on the page, and in Discord by the poller itself [PROCESS-30]', async () => {
  const operator = await openOperator()
  operator.app.parts.poller = () => ({ state: 'overdue', detail: 'No tick has been stored for 9 minutes.' })
  expect(await operator.onPage()).toEqual([expect.stringContaining('No tick has been stored for 9 minutes.')])
  // test/bot/overdue.test.ts has the message.
  expect(await operator.inDiscord()).toEqual([])
})
