// The bot where other processes have open some shards of the gateway.
import { ChannelType } from 'discord.js'
import { expect, onTestFinished, test } from 'vitest'
import { type ShardedBot, startShardedBot } from '../../src/bot/sharding/start-sharded-bot.js'
import type { Content, Destination } from '../../src/domain/notifications/sender.js'
import { sharedPainter } from '../support/start-app.js'
import { type BotFixture, CHANNEL, GUILD, openScene } from './scene.js'

const SOON = { timeout: 60_000, interval: 50 }
/** The server of the other one of two shards. */
const OTHER_GUILD = String(BigInt(GUILD) + (1n << 22n))
const OTHER_CHANNEL = '300000000000000010'
const OTHER_THREAD = '300000000000000011'
const OTHER_FORUM = '300000000000000012'
const ABSENT_GUILD = String(BigInt(GUILD) + (3n << 22n))
const MEMBER = { id: '300000000000000099', username: 'member' }
const guilds = [
  { id: GUILD, name: 'Studio', ownerId: '1', channels: [{ id: CHANNEL, name: 'stats' }] },
  {
    ...{ id: OTHER_GUILD, name: 'Other', ownerId: '1', locale: 'de', members: [{ user: MEMBER }] },
    channels: [
      { id: OTHER_CHANNEL, name: 'stats' },
      { id: OTHER_THREAD, name: 'talk', type: ChannelType.PublicThread, parentId: OTHER_CHANNEL },
      {
        ...{ id: OTHER_FORUM, name: 'games', type: ChannelType.GuildForum },
        tags: [{ id: '300000000000000020', name: 'news', moderated: false }],
      },
    ],
  },
]
const content: Content = {
  kind: 'record',
  text: 'More than ever',
  signature: 'Headcount',
  tone: 'good',
  locale: 'en-US',
}
const never = new AbortController().signal

async function openShards(shards: readonly number[]): Promise<BotFixture & { readonly sharded: ShardedBot }> {
  const scene = await openScene({ guilds, shards: 2, maxConcurrency: 2 })
  await scene.app.services.guilds.link(scene.account, OTHER_GUILD)
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
  const { token, apiUrl } = scene.double
  const shared = { services: scene.app.services, painter: sharedPainter, log, token, apiUrl }
  const gateway = { count: 2, beginSession: async () => undefined, onOutgrown: () => undefined }
  const sharded = startShardedBot({ ...shared, ...gateway, shards })
  onTestFinished(() => sharded.stop())
  await expect.poll(() => sharded.state().state, SOON).toBe('ready')
  return { ...scene, sharded }
}

async function destinationOf({ sender }: ShardedBot, channelId: string, threadName?: string): Promise<Destination> {
  const form = threadName === undefined ? undefined : { threadName, inThreads: false, isPublished: false }
  const opened = await sender.open({ channelId }, form)
  return 'result' in opened ? expect.unreachable(opened.reason) : opened
}

test('posts to servers of other shards as to its own, in channels, threads and forums [PROCESS-70]', async () => {
  const { sharded, double } = await openShards([0])
  for (const channelId of [CHANNEL, OTHER_CHANNEL, OTHER_THREAD]) {
    const destination = await destinationOf(sharded, channelId)
    expect(await destination.post(content, `key ${channelId}`, never)).toMatchObject({ result: 'sent' })
    expect(await destination.find(`key ${channelId}`, 0)).toMatchObject({ result: 'found' })
    expect(double.world.messagesIn(channelId)).toHaveLength(1)
  }
  const other = await destinationOf(sharded, OTHER_CHANNEL)
  expect(other).toMatchObject({ guildId: OTHER_GUILD, language: 'de' })
  const [first] = double.world.messagesIn(OTHER_CHANNEL)
  expect(await other.post(content, 'the reply', never, first?.id)).toMatchObject({ result: 'sent' })
  expect(double.world.messagesIn(OTHER_CHANNEL).map(({ replyTo }) => replyTo)).toEqual([undefined, first?.id])

  const begun = await (await destinationOf(sharded, OTHER_FORUM, 'Obby')).post(content, 'begins a thread', never)
  const again = await (await destinationOf(sharded, OTHER_FORUM, 'Obby')).post(content, 'in the thread', never)
  expect([begun.result, again.result]).toEqual(['sent', 'sent'])
  const threadId = begun.result === 'sent' ? (begun.messageId ?? '') : ''
  expect(double.world.messagesIn(threadId)).toHaveLength(2)
})

test('treats a channel of another shard as a forum once it was looked up [DISCORD-35]', async () => {
  const { sender } = (await openShards([0])).sharded
  const about = (channelId: string) => sender.isForum?.(channelId)
  expect([about(CHANNEL), about(OTHER_FORUM), about(OTHER_CHANNEL)]).toEqual([false, undefined, undefined])
  for (const channelId of [OTHER_FORUM, OTHER_CHANNEL, '9']) await sender.learn?.(channelId)
  expect([about(OTHER_FORUM), about(OTHER_CHANNEL), about('9')]).toEqual([true, false, false])
})

test('names the right that it lacks in a server of another shard, and replies only where it may read', async () => {
  const { sharded, double } = await openShards([0])
  const destination = await destinationOf(sharded, OTHER_CHANNEL)
  await destination.post(content, 'first', never)
  const [first] = double.world.messagesIn(OTHER_CHANNEL)
  // No event reports the change to it, so Discord rejects the reply.
  double.world.denyInChannel(OTHER_CHANNEL, ['ReadMessageHistory'])
  expect(await destination.post(content, 'second', never, first?.id)).toMatchObject({ result: 'sent' })
  expect(double.world.messagesIn(OTHER_CHANNEL).map(({ replyTo }) => replyTo)).toEqual([undefined, undefined])
  double.world.denyInChannel(OTHER_CHANNEL, ['EmbedLinks'])
  const rejected = await destination.post(content, 'third', never)
  expect(rejected).toEqual({ result: 'channel rejected', reason: expect.stringContaining('Embed Links') })
  double.world.deleteChannel(OTHER_CHANNEL)
  expect(await destination.post(content, 'fourth', never)).toMatchObject({ result: 'channel rejected' })
  expect(await sharded.sender.open({ channelId: '9' })).toMatchObject({ result: 'channel rejected' })
})

test('finds who is in a server of another shard, and who is not', async () => {
  const { sender } = (await openShards([0])).sharded
  expect(await sender.isMember(OTHER_GUILD, MEMBER.id)).toBe(true)
  expect(await sender.isMember(OTHER_GUILD, '300000000000000098')).toBe(false)
  expect(await sender.isMember(ABSENT_GUILD, MEMBER.id)).toBe(false)
  expect(await sender.isMember(GUILD, MEMBER.id)).toBe(false)
})

test('does not take servers of other shards for ones that it has left [DISCORD-9]', async () => {
  const { sharded, app } = await openShards([0])
  await app.services.guildKeeping.change(OTHER_GUILD, { timeZone: 'Europe/Berlin' })
  await app.tick()
  await sharded.setShards([])
  await sharded.setShards([0])
  await expect.poll(() => sharded.state().state, SOON).toBe('ready')
  await sharded.idle()
  app.clock.advance(31 * 24 * 60)
  await app.tick()
  await app.services.guildKeeping.removeDeparted()
  expect((await app.store.guildSettings.of(OTHER_GUILD)).timeZone).toBe('Europe/Berlin')
})

test('names servers on pages only while it sees all of them', async () => {
  const { sharded, double } = await openShards([0])
  expect(sharded.directory()).toBeUndefined()
  await sharded.setShards([0, 1])
  await expect.poll(() => sharded.state().state, SOON).toBe('ready')
  expect(double.gateway.identifies).toBe(2)
  const directory = sharded.directory()
  expect([directory?.server(GUILD)?.name, directory?.server(OTHER_GUILD)?.name]).toEqual(['Studio', 'Other'])
  await sharded.setShards([1])
  expect(double.gateway.connectedShards).toEqual([1])
  expect(sharded.directory()).toBeUndefined()
})
