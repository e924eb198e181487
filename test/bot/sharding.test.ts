// The bot where Discord asks for several shards.
import { expect, test } from 'vitest'
import { CHANNEL, GUILD, linesOf, openScene } from './scene.js'

const SOON = { timeout: 60_000, interval: 50 }
/** The server of the other one of two shards. */
const OTHER_GUILD = String(BigInt(GUILD) + (1n << 22n))
const OTHER_CHANNEL = '300000000000000010'
const guilds = [
  { id: GUILD, name: 'Studio', ownerId: '1', channels: [{ id: CHANNEL, name: 'stats' }] },
  { id: OTHER_GUILD, name: 'Other', ownerId: '1', channels: [{ id: OTHER_CHANNEL, name: 'stats' }] },
]

async function openSharded(options: { readonly shards: number; readonly maxConcurrency: number }) {
  const scene = await openScene({ guilds, ...options })
  await scene.app.services.guilds.link(scene.account, OTHER_GUILD)
  return scene
}

test('every server is answered and posted to over its shard, and an outage of one shard is one of the bot [DISCORD-51]', async () => {
  const scene = await openSharded({ shards: 2, maxConcurrency: 2 })
  const bot = await scene.restart()
  const { double } = scene
  expect(double.gateway).toMatchObject({ identifies: 2, hurried: 0 })
  await scene.track({ name: 'Obby', ccu: 5 })
  await scene.app.tick()
  const answersIn = async (guildId: string, channelId: string) => {
    const { message } = await double.slash({ command: 'rank', guildId, channelId }).done()
    expect(message.embeds[0]?.description).toContain('Obby')
  }
  await answersIn(GUILD, CHANNEL)
  await answersIn(OTHER_GUILD, OTHER_CHANNEL)
  expect(bot.directory()?.server(GUILD)?.name).toBe('Studio')
  expect(bot.directory()?.server(OTHER_GUILD)?.name).toBe('Other')
  const chosen = { command: 'settings', guildId: OTHER_GUILD, channelId: OTHER_CHANNEL }
  const member = { permissions: ['ManageGuild' as const] }
  const { message } = await double.slash({ ...chosen, options: { timezone: 'Europe/Berlin' }, member }).done()
  expect(message.embeds[0]?.fields?.[0]?.value).toContain('Berlin')

  scene.lines.length = 0
  double.gateway.refusedShards.add(1)
  double.gateway.dropShard(0)
  double.gateway.dropShard(1)
  await expect.poll(() => double.gateway.resumes, SOON).toBe(1)
  await answersIn(GUILD, CHANNEL)
  expect(bot.state().state).toBe('reconnecting')
  double.gateway.refusedShards.clear()
  await expect.poll(() => double.gateway.resumes, SOON).toBe(2)
  await expect.poll(() => bot.state().state, SOON).toBe('ready')
  await answersIn(GUILD, CHANNEL)
  await answersIn(OTHER_GUILD, OTHER_CHANNEL)
  expect(scene.lines.map(({ message: line }) => line)).toEqual([
    'The bot lost its connection to Discord and reconnects.',
    'The bot is connected to Discord again.',
  ])
})

test('shards begin their sessions one after the other where Discord allows no more [DISCORD-51]', async () => {
  const scene = await openSharded({ shards: 2, maxConcurrency: 1 })
  await scene.restart()
  expect(scene.double.gateway).toMatchObject({ identifies: 2, hurried: 0 })
})

test('a bot that Discord asks for more shards while it runs logs in again with them [DISCORD-51]', async () => {
  const scene = await openSharded({ shards: 1, maxConcurrency: 2 })
  const bot = await scene.restart()
  await scene.track({ name: 'Obby', ccu: 5 })
  await scene.app.tick()
  scene.lines.length = 0
  scene.double.gateway.requireShards(2)
  await expect.poll(() => scene.double.gateway.identifies, SOON).toBe(3)
  await expect.poll(() => bot.state().state, SOON).toBe('ready')
  const request = { command: 'rank', guildId: OTHER_GUILD, channelId: OTHER_CHANNEL }
  const { message, rejections } = await scene.double.slash(request).done()
  expect(message.embeds[0]?.description).toContain('Obby')
  expect(rejections).toEqual([])
  expect(linesOf(scene, 'error')).toEqual([])
})
