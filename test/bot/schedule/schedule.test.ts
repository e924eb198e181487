// Scheduled posts come once at their local time, whatever happens to the process, and are made up only for some hours.
import { expect, test } from 'vitest'
import { HOUR_MINUTES, MINUTE_MS } from '../../../src/domain/clock.js'
import { nextDelivery } from '../passes.js'
import { MODERATOR } from '../people.js'
import { type BotFixture, CHANNEL, openScene } from '../scene.js'

const DAY_MS = 86_400_000
const LOG = { info: () => undefined, error: () => undefined }

const schedule = (scene: BotFixture, verb: string, options: Record<string, string | number> = {}) =>
  scene.double.slash({ command: `schedule ${verb}`, options, member: MODERATOR }).done()

const posts = (scene: BotFixture) => scene.double.world.messagesIn(CHANNEL)
const titles = (scene: BotFixture) => posts(scene).map(({ embeds }) => embeds[0]?.title)

/** Two games, of which one tick is known, and a leaderboard an hour from now. */
async function withLeaderboard(): Promise<BotFixture> {
  const scene = await openScene()
  await scene.track({ name: 'Obby', ccu: 1_000 })
  await scene.track({ name: '*Tycoon* @everyone', ccu: 2_000 })
  await scene.app.tick()
  await scene.restart()
  const due = new Date(scene.app.clock.now() + HOUR_MINUTES * MINUTE_MS)
  const time = due.toISOString().slice(11, 16)
  const made = await schedule(scene, 'add', { what: 'leaderboard', time, day: due.getUTCDay() || 7 })
  expect(made.message.content).toMatch(/^\*\*Leaderboard of the week\*\* comes to <#\d+> every \w+ at /)
  return scene
}

async function goBy(scene: BotFixture, minutes: number): Promise<void> {
  scene.app.clock.set(scene.app.clock.now() + minutes * MINUTE_MS)
  await scene.app.tick()
}

test('a post comes at its time, in order with a picture, once for every restart and pass [DISCORD-49, DISCORD-50]', async () => {
  const scene = await withLeaderboard()
  await goBy(scene, 59)
  await scene.app.services.scheduledPosts.postDue()
  await nextDelivery(scene)
  expect(posts(scene)).toEqual([])
  await goBy(scene, 1)
  await Promise.all([1, 2, 3].map(() => scene.app.services.scheduledPosts.postDue()))
  const composed = await scene.app.restart()
  await scene.restart(composed.services, composed)
  await composed.services.scheduledPosts.postDue()
  await expect.poll(() => titles(scene), { timeout: 60_000 }).toEqual(['🏆 Leaderboard of the week'])
  await nextDelivery(scene)
  expect(posts(scene)).toHaveLength(1)
  const [post] = posts(scene)
  expect(post?.embeds[0]?.description).toMatch(/🥇 \*\*.*Tycoon.* · 2,000 players\n🥈 \*\*Obby\*\* · 1,000/)
  expect(post?.attachments).toHaveLength(1)
})

test('one that was missed by five hours is made up [DISCORD-50]', async () => {
  const scene = await withLeaderboard()
  await goBy(scene, 6 * HOUR_MINUTES)
  await scene.app.services.scheduledPosts.postDue()
  await expect.poll(() => titles(scene), { timeout: 60_000 }).toEqual(['🏆 Leaderboard of the week'])
})

test('one that was missed by more is left out and said so in the log, and the next one comes [DISCORD-50]', async () => {
  const scene = await withLeaderboard()
  const warnings: string[] = []
  const composed = await scene.app.restart(scene.app.clock, {
    ...LOG,
    warn: (_details: object, message: string) => void warnings.push(message),
  })
  const { services } = composed
  await scene.restart(services, composed)
  await goBy(scene, 8 * HOUR_MINUTES)
  await services.scheduledPosts.postDue()
  await services.scheduledPosts.postDue()
  await nextDelivery(scene)
  expect(posts(scene)).toEqual([])
  expect(warnings).toEqual([expect.stringContaining('left out')])
  await goBy(scene, 7 * 24 * HOUR_MINUTES - 7 * HOUR_MINUTES)
  await services.scheduledPosts.postDue()
  await expect.poll(() => titles(scene), { timeout: 60_000 }).toEqual(['🏆 Leaderboard of the week'])
})

test('one that cannot be made keeps no other back, and comes once it can [DISCORD-50]', async () => {
  const scene = await withLeaderboard()
  const due = new Date(scene.app.clock.now() + HOUR_MINUTES * MINUTE_MS)
  const options = { what: 'digest', time: due.toISOString().slice(11, 16), day: due.getUTCDay() || 7 }
  await schedule(scene, 'add', options)
  await goBy(scene, HOUR_MINUTES)
  const { finish } = scene.app.store.scheduledPosts
  const failure = new Error('a broken page')
  const failing: typeof finish = (post, ...rest) =>
    post.topic === 'leaderboard' ? Promise.reject(failure) : finish(post, ...rest)
  Object.assign(scene.app.store.scheduledPosts, { finish: failing })
  await expect(scene.app.services.scheduledPosts.postDue()).rejects.toBe(failure)
  await expect.poll(() => titles(scene), { timeout: 60_000 }).toEqual(['📊 The week of all games'])
  Object.assign(scene.app.store.scheduledPosts, { finish })
  await scene.app.services.scheduledPosts.postDue()
  await expect.poll(() => titles(scene), { timeout: 60_000 }).toContain('🏆 Leaderboard of the week')
})

test('a digest names all games with their means and peaks, in a picture too [DISCORD-49]', async () => {
  const scene = await withLeaderboard()
  const due = new Date(scene.app.clock.now() + HOUR_MINUTES * MINUTE_MS)
  const options = { what: 'digest', time: due.toISOString().slice(11, 16), day: due.getUTCDay() || 7 }
  await schedule(scene, 'add', options)
  await goBy(scene, HOUR_MINUTES)
  await scene.app.services.scheduledPosts.postDue()
  await expect.poll(() => titles(scene), { timeout: 60_000 }).toContain('📊 The week of all games')
  const digest = posts(scene).find(({ embeds }) => embeds[0]?.title?.includes('The week of all games'))
  expect(digest?.embeds[0]?.description).toMatch(
    /Tycoon.*\n2,000 players · peak 2,000.*\n\*\*Obby\*\*\n1,000 players · peak 1,000/,
  )
  expect(digest?.attachments).toHaveLength(1)
})

test('records name the month and the peak of each game [DISCORD-49]', async () => {
  const scene = await openScene()
  await scene.track({ name: 'Obby', ccu: 1_000 })
  await scene.app.tick()
  await scene.restart()
  await schedule(scene, 'add', { what: 'records' })
  const monthBefore = new Date(scene.app.clock.now())
  const first = Date.UTC(monthBefore.getUTCFullYear(), monthBefore.getUTCMonth() + 1, 1, 9)
  scene.app.clock.set(first)
  await scene.app.tick()
  await scene.app.services.scheduledPosts.postDue()
  const month = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    first - DAY_MS,
  )
  await expect.poll(() => titles(scene), { timeout: 60_000 }).toContain(`📈 Records of ${month}`)
  expect(posts(scene)[0]?.embeds[0]?.description).toMatch(/\*\*Obby\*\* · 1,000 at once, <t:\d+:f>/)
})

test('it is listed, changed in place and ended, and a bad time is rejected', async () => {
  const scene = await withLeaderboard()
  await schedule(scene, 'add', { what: 'leaderboard', time: '18:30', day: 5 })
  const listed = (await schedule(scene, 'list')).message.content
  expect(listed.match(/Leaderboard of the week/g)).toHaveLength(1)
  expect(listed).toMatch(/every Friday at 6:30\sPM \(UTC\)/)
  expect((await schedule(scene, 'add', { what: 'digest', time: '25:00' })).message.content).toContain('25:00')
  const [post] = await scene.app.services.scheduledPosts.ofGuild('200000000000000001')
  expect((await schedule(scene, 'remove', { post: String(post?.id) })).message.content).toBe('The post has ended.')
  expect((await schedule(scene, 'remove', { post: '77' })).message.content).toContain('no such post')
  expect((await schedule(scene, 'list')).message.content).toContain('No post is scheduled')
})
