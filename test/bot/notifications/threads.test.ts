// Posts in forums, in threads for each game, and in announcement channels.
import { ChannelType } from 'discord.js'
import { expect, test } from 'vitest'
import type { Game } from '../../../src/domain/game.js'
import { channelOption, type DoubleMessage } from '../../support/discord/double.js'
import { MINUTE_NOW, MODERATOR } from '../people.js'
import { type BotFixture, CHANNEL, GUILD, openScene } from '../scene.js'
import { SOME_FACTS } from './posting.js'

const [FORUM, NEWS] = ['200000000000000031', '200000000000000032']
const soon = <T>(look: () => T) => expect.poll(look, { timeout: 60_000, interval: 50 })

async function openServer(): Promise<BotFixture & { readonly game: Game; add(subject: string): Promise<void> }> {
  const channels = [
    { id: CHANNEL, name: 'stats' },
    { id: FORUM, name: 'games', type: ChannelType.GuildForum, tags: TAGS },
    { id: NEWS, name: 'news', type: ChannelType.GuildAnnouncement },
  ]
  const botPermissions = ['ViewChannel', 'SendMessages', 'SendMessagesInThreads', 'EmbedLinks', 'AttachFiles'] as const
  const guild = { id: GUILD, name: 'Studio', ownerId: '1', channels }
  const more = ['ReadMessageHistory', 'CreatePublicThreads'] as const
  const scene = await openScene({ guilds: [{ ...guild, botPermissions: [...botPermissions, ...more] }] })
  const game = await scene.track({ name: 'Obby', ccu: 1_234 }, CHANNEL)
  await scene.app.tick()
  await scene.restart()
  const add = (subject: string): Promise<void> => {
    const { id: gameId, accountId } = game
    const draft = {
      gameId,
      accountId,
      kind: 'status',
      subject,
      occurredAt: MINUTE_NOW,
      facts: SOME_FACTS.hidden,
    } as const
    return scene.app.store.outbox.add(draft, scene.app.clock.now())
  }
  return { ...scene, game, add }
}

const TAGS = [
  { id: '400000000000000001', name: 'Staff', moderated: true },
  { id: '400000000000000002', name: 'Numbers', moderated: false },
]

const notify = (scene: BotFixture, channelId: string, more: Record<string, boolean> = {}) =>
  scene.double
    .slash({
      command: 'notify add',
      options: { kind: 'status', channel: channelOption(channelId), ...more },
      member: MODERATOR,
    })
    .done()

const threadsOf = ({ double }: BotFixture, parentId: string) =>
  double.world.guilds.get(GUILD)?.channels.filter((channel) => channel.parentId === parentId) ?? []
const postsIn = ({ double }: BotFixture, channelId = ''): DoubleMessage[] =>
  double.world.messagesIn(channelId).filter(({ embeds }) => embeds[0]?.title?.includes('is hidden'))

test('in a forum a game has one post with a required tag, found again after a restart [DISCORD-36]', async () => {
  const scene = await openServer()
  expect((await notify(scene, FORUM)).message.content).toContain('each game gets a post of its own')
  await scene.add('first')
  await soon(() => threadsOf(scene, FORUM).map(({ name }) => name)).toEqual(['Obby'])
  const created = scene.double.calls.find(({ method, path }) => method === 'POST' && path.endsWith(`${FORUM}/threads`))
  expect(created?.body).toMatchObject({ applied_tags: [TAGS[1]?.id] })
  await scene.restart()
  await scene.add('second')
  const [thread] = threadsOf(scene, FORUM)
  await soon(() => postsIn(scene, thread?.id).length).toBe(2)
  expect(threadsOf(scene, FORUM)).toHaveLength(1)
})

test('in a channel where it was chosen, a game has a thread of its own [DISCORD-36]', async () => {
  const scene = await openServer()
  await notify(scene, CHANNEL, { threads: true })
  await scene.add('first')
  await soon(() => postsIn(scene, threadsOf(scene, CHANNEL)[0]?.id).length).toBe(1)
  await scene.add('second')
  await soon(() => postsIn(scene, threadsOf(scene, CHANNEL)[0]?.id).length).toBe(2)
  expect(postsIn(scene, CHANNEL)).toEqual([])
})

test('posts in an announcement channel are published where it was chosen, at most ten in an hour [CHAT-15, DISCORD-37]', async () => {
  const scene = await openServer()
  await notify(scene, NEWS, { publish: true })
  for (let count = 1; count <= 12; count++) await scene.add(String(count))
  await soon(() => postsIn(scene, NEWS).length).toBe(12)
  const isPublished = ({ flags }: DoubleMessage): boolean => (flags & 1) !== 0
  await soon(() => postsIn(scene, NEWS).filter(isPublished).length).toBe(10)
})

test('threads are not chosen where the bot could not begin or find them, and the missing rights are named [DISCORD-36]', async () => {
  const scene = await openServer()
  scene.double.world.denyInChannel(CHANNEL, ['CreatePublicThreads', 'SendMessagesInThreads'])
  const { message } = await notify(scene, CHANNEL, { threads: true })
  expect(message.content).toContain('Create Public Threads, Send Messages in Threads')
  scene.double.world.denyInChannel(FORUM, ['ReadMessageHistory'])
  expect((await notify(scene, FORUM)).message.content).toContain('Read Message History')
})
