// After the bot has left a server, its settings are deleted after 30 days, unless the bot returns (DISCORD-9).
import { expect, test } from 'vitest'
import { DAY_MINUTES, MINUTE_MS } from '../../src/domain/clock.js'
import type { Game } from '../../src/domain/game.js'
import { heard } from './passes.js'
import { MINUTE_NOW, MODERATOR } from './people.js'
import { type BotFixture, CHANNEL, GUILD, openScene } from './scene.js'

const kept = async ({ app, account }: BotFixture) => ({
  link: (await app.store.guilds.byId(GUILD)) !== undefined,
  zone: (await app.store.guildSettings.of(GUILD)).timeZone,
  channels: (await app.store.games.ofAccount(account.id)).map(({ channelId }) => channelId),
})

const ALL = { link: true, zone: 'Europe/Berlin', channels: [CHANNEL, '999000000000000001'] }

async function livedIn(): Promise<BotFixture> {
  const scene = await openScene()
  const game = await scene.track({ name: 'Obby' })
  await scene.track({ name: 'Elsewhere' }, '999000000000000001')
  await scene.app.services.linkChannel(game, { channelId: CHANNEL, guildId: GUILD })
  await scene.app.services.guildKeeping.change(GUILD, { timeZone: 'Europe/Berlin' })
  // A tick finds the clock correct, without which nothing is deleted.
  await scene.app.tick()
  await scene.restart()
  return scene
}

/** Advances all clocks, runs a tick that finds the clock correct, and restarts the bot, which then deletes what is due. */
async function later(scene: BotFixture, days: number): Promise<void> {
  scene.app.clock.advance(days * DAY_MINUTES)
  await scene.app.tick()
  const bot = await scene.restart()
  await bot.idle()
}

/** Delivers a notification to the game's channel. */
async function postInto({ app, double }: BotFixture, { id, accountId }: Game): Promise<void> {
  const facts = { kind: 'record', ccu: 100, previous: 99 } as const
  const draft = { gameId: id, accountId, kind: 'record', facts, subject: 'ccu:1', occurredAt: MINUTE_NOW } as const
  await app.store.outbox.add(draft, app.clock.now())
  await expect.poll(() => double.world.messagesIn(CHANNEL).length, { timeout: 60_000 }).toBe(1)
}

async function notifyInto({ double }: BotFixture): Promise<void> {
  await double.slash({ command: 'notify add', options: { kind: 'milestones' }, member: MODERATOR }).done()
}

test('a server left 30 days ago is forgotten with its link, settings and channels, and nothing else [DISCORD-9]', async () => {
  const scene = await livedIn()
  const guild = structuredClone(scene.double.world.guilds.get(GUILD))
  scene.double.world.removeGuild(GUILD)
  await heard(scene)
  await later(scene, 29)
  expect(await kept(scene)).toEqual(ALL)
  await later(scene, 1)
  await expect.poll(() => kept(scene)).toEqual({ link: false, zone: null, channels: [null, '999000000000000001'] })
  expect(scene.lines.map(({ message }) => message)).toContain(
    'Deleted what was stored for servers that the bot left 30 days ago.',
  )
  expect(guild?.id).toBe(GUILD)
})

test.each([
  ['a post', postInto],
  ['/notify', notifyInto],
])('a channel set on the command line is forgotten with the server after %s in it [DISCORD-9]', async (_what, use) => {
  const scene = await openScene()
  const game = await scene.track({ name: 'Obby' }, CHANNEL)
  await scene.app.tick()
  await scene.restart()
  await use(scene, game)
  scene.double.world.removeGuild(GUILD)
  await heard(scene)
  await later(scene, 30)
  await expect.poll(async () => (await kept(scene)).channels).toEqual([null])
})

test('a server that takes the bot back in time keeps everything', async () => {
  const scene = await livedIn()
  const guild = structuredClone(scene.double.world.guilds.get(GUILD))
  if (!guild) throw new Error('The scene has no server.')
  scene.double.world.removeGuild(GUILD)
  await heard(scene)
  scene.app.clock.advance(20 * DAY_MINUTES)
  scene.double.world.addGuild(guild)
  await heard(scene)
  await later(scene, 20)
  expect(await kept(scene)).toEqual(ALL)
})

test('a leaving that nobody heard counts from the next start', async () => {
  const scene = await livedIn()
  await scene.bot().stop()
  scene.double.world.removeGuild(GUILD)
  await later(scene, 40)
  expect(await kept(scene)).toEqual(ALL)
  await later(scene, 30)
  await expect.poll(async () => (await kept(scene)).link).toBe(false)
})

test('a clock that runs ahead lets nothing be forgotten, and nothing be noted that would be too early', async () => {
  const scene = await livedIn()
  scene.double.world.removeGuild(GUILD)
  await heard(scene)
  scene.app.simulator.settings.clockSkewMs = -40 * DAY_MINUTES * MINUTE_MS
  await later(scene, 40)
  expect(await kept(scene)).toEqual(ALL)
  scene.app.simulator.settings.clockSkewMs = 0
  await later(scene, 0)
  await expect.poll(async () => (await kept(scene)).link).toBe(false)
})
