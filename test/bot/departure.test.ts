// When the bot leaves a server: what is kept of it goes after 30 days, and not while the bot is there (contract §9).
import { expect, test } from 'vitest'
import { DAY_MINUTES } from '../../src/domain/clock.js'
import { CHANNEL, GUILD, openScene, type Scene } from './scene.js'

const kept = async ({ app, account }: Scene) => ({
  link: (await app.store.guilds.byId(GUILD)) !== undefined,
  zone: (await app.store.guildSettings.of(GUILD)).timeZone,
  channels: (await app.store.games.ofAccount(account.id)).map(({ channelId }) => channelId),
})

const ALL = { link: true, zone: 'Europe/Berlin', channels: [CHANNEL, '999000000000000001'] }

async function livedIn(): Promise<Scene> {
  const scene = await openScene()
  const game = await scene.track({ name: 'Obby' })
  await scene.track({ name: 'Elsewhere' }, '999000000000000001')
  await scene.app.operations.linkChannel(game, { channelId: CHANNEL, guildId: GUILD })
  await scene.app.operations.guildKeeping.change(GUILD, { timeZone: 'Europe/Berlin' })
  await scene.restart()
  return scene
}

test('a server left 30 days ago is forgotten with its link, settings and channels, and nothing else', async () => {
  const scene = await livedIn()
  const guild = structuredClone(scene.double.world.guilds.get(GUILD))
  scene.double.world.removeGuild(GUILD)
  await new Promise((resolve) => setTimeout(resolve, 300))
  scene.app.clock.advance(29 * DAY_MINUTES)
  await scene.restart()
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(await kept(scene)).toEqual(ALL)
  scene.app.clock.advance(DAY_MINUTES)
  await scene.restart()
  await expect.poll(() => kept(scene)).toEqual({ link: false, zone: null, channels: [null, '999000000000000001'] })
  expect(scene.lines.map(({ message }) => message)).toContain('What was kept of servers left 30 days ago is deleted')
  expect(guild?.id).toBe(GUILD)
})

test('a server that takes the bot back in time keeps everything', async () => {
  const scene = await livedIn()
  const guild = structuredClone(scene.double.world.guilds.get(GUILD))
  if (!guild) throw new Error('The scene has no server.')
  scene.double.world.removeGuild(GUILD)
  await new Promise((resolve) => setTimeout(resolve, 300))
  scene.app.clock.advance(20 * DAY_MINUTES)
  scene.double.world.addGuild(guild)
  await new Promise((resolve) => setTimeout(resolve, 300))
  scene.app.clock.advance(20 * DAY_MINUTES)
  await scene.restart()
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(await kept(scene)).toEqual(ALL)
})

test('a leaving that nobody heard counts from the next start', async () => {
  const scene = await livedIn()
  await scene.bot().stop()
  scene.double.world.removeGuild(GUILD)
  scene.app.clock.advance(40 * DAY_MINUTES)
  await scene.restart()
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(await kept(scene)).toEqual(ALL)
  scene.app.clock.advance(30 * DAY_MINUTES)
  await scene.restart()
  await expect.poll(async () => (await kept(scene)).link).toBe(false)
})
