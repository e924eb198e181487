// Panels are messages that the bot keeps up to date, also after restarts and changes of message, bot and channel.
import { expect, test } from 'vitest'
import { minuteOf } from '../../../src/domain/clock.js'
import { MEASURE_NAMES } from '../../../src/domain/measures.js'
import { emptyBlock } from '../../../src/domain/sample.js'
import type { Permission } from '../../support/discord/types.js'
import { heard, nextCheck } from '../passes.js'
import { MODERATOR } from '../people.js'
import { type BotFixture, CHANNEL, GUILD, linesOf, openScene, THREAD } from '../scene.js'

const BOSS = { id: '300000000000000001', username: 'boss' }

const panel = (scene: BotFixture, verb: 'create' | 'remove', options: Record<string, string> = {}) =>
  scene.double.slash({ command: `panel ${verb}`, options, member: MODERATOR }).done()

const messages = (scene: BotFixture, channelId = CHANNEL) => scene.double.world.messagesIn(channelId)
const players = (scene: BotFixture) => messages(scene)[0]?.embeds[0]?.fields?.[0]?.value
const soon = <T>(look: () => T) => expect.poll(look, { timeout: 60_000, interval: 50 })

async function withPanel(ownerId?: string): Promise<BotFixture & { universeId: number }> {
  const scene = await openScene()
  scene.app.clock.set(scene.app.clock.now() + 30_000)
  const { universeId } = await scene.track({ name: 'Obby', ccu: 1_234 }, CHANNEL)
  if (ownerId) await scene.app.services.members.add(scene.account, ownerId, 'owner')
  scene.double.world.users.set(BOSS.id, BOSS)
  await scene.app.tick()
  await scene.restart()
  const handle = await panel(scene, 'create')
  expect(handle.ephemeral).toBe(true)
  expect(handle.message.content).toContain(`The panel of **Obby** is in <#${CHANNEL}>`)
  return { ...scene, universeId }
}

async function goBy(scene: BotFixture, minutes: number, values: { universeId: number; ccu: number }): Promise<void> {
  scene.app.simulator.set(values.universeId, { ccu: values.ccu })
  // The tick is stored before the bot's next update, or else the bot shows the previous value until the update after that.
  scene.app.clock.set(scene.app.clock.now() + minutes * 60_000 - 20_000)
  await scene.app.tick()
  scene.app.clock.set(scene.app.clock.now() + 20_000)
}

test('a panel shows the numbers and edits itself at most once a minute', async () => {
  const scene = await withPanel()
  const [first] = messages(scene)
  expect(first?.embeds[0]).toMatchObject({ title: 'Obby', description: expect.stringMatching(/^As of <t:\d+:R>$/) })
  expect(players(scene)).toBe('**1,234**')
  await nextCheck(scene)
  expect(first?.edits).toBe(0)
  await goBy(scene, 1, { ...scene, ccu: 2_000 })
  await soon(() => players(scene)).toBe('**2,000**')
  await nextCheck(scene)
  await goBy(scene, 59 / 60, { ...scene, ccu: 3_000 })
  await nextCheck(scene)
  expect(messages(scene)).toHaveLength(1)
  expect(messages(scene)[0]).toMatchObject({ id: first?.id, edits: 1 })
  scene.app.clock.set(scene.app.clock.now() + 1_000)
  await soon(() => players(scene)).toBe('**3,000**')
})

test('a panel shows the players against their usual, or from when that is known [INSIGHTS-7]', async () => {
  const scene = await withPanel()
  const against = () =>
    messages(scene)[0]?.embeds[0]?.fields?.find(({ name }) => name === 'Against the usual')?.value ?? ''
  expect(against()).toMatch(/^The usual is known from <t:\d+:f>$/)
  const now = minuteOf(scene.app.clock.now())
  const hours = Array.from({ length: 240 }, (_, index) => (Math.floor(now / 60) - 240 + index) * 60)
  const block = emptyBlock(scene.universeId, hours.length)
  block.minutes.set(hours)
  for (const name of MEASURE_NAMES) block.columns[name].fill(1_000)
  await scene.app.store.series.importBlock(block)
  await goBy(scene, 1, { ...scene, ccu: 1_120 })
  await soon(against).toMatch(/^12.0% above its usual 1,000 \(959 to 1,041\)$/)
})

test('a panel goes on when the clock is set back', async () => {
  const scene = await withPanel()
  scene.app.clock.set(scene.app.clock.now() - 3 * 3_600_000)
  scene.double.world.removeMessage(CHANNEL, messages(scene)[0]?.id ?? '')
  await soon(() => messages(scene)).toHaveLength(1)
})

test('a deleted panel is posted again, and goes on after a restart', async () => {
  const scene = await withPanel()
  const [first] = messages(scene)
  scene.double.world.removeMessage(CHANNEL, first?.id ?? '')
  // The answer to the new post is lost, and the bot must not post a second time.
  scene.double.faults.next('POST /channels/*/messages', { status: 502, afterCommit: true })
  await goBy(scene, 1, { ...scene, ccu: 7 })
  await soon(() => players(scene)).toBe('**7**')
  await soon(async () => (await scene.app.store.panels.running())[0]?.messageId).toBe(messages(scene)[0]?.id)
  await scene.restart()
  await goBy(scene, 1, { ...scene, ccu: 8 })
  await nextCheck(scene)
  await goBy(scene, 1, { ...scene, ccu: 9 })
  await soon(() => players(scene)).toBe('**9**')
  expect(messages(scene)).toHaveLength(1)
})

test('where nothing changes, a deletion is found within five minutes', async () => {
  const scene = await withPanel()
  scene.double.world.removeMessage(CHANNEL, messages(scene)[0]?.id ?? '')
  await nextCheck(scene)
  scene.app.clock.advance(1)
  await soon(() => messages(scene)).toHaveLength(1)
  // The five minutes begin when the new message is stored, not when it is posted.
  await nextCheck(scene)
  scene.double.world.removeMessage(CHANNEL, messages(scene)[0]?.id ?? '')
  scene.app.clock.advance(5)
  await soon(() => messages(scene)).toHaveLength(1)
})

test.each([
  ['the channel is gone', (scene: BotFixture) => scene.double.world.deleteChannel(CHANNEL)],
  [
    'no longer have the permissions',
    (scene: BotFixture) => scene.double.world.denyInChannel(CHANNEL, ['ViewChannel'] as Permission[]),
  ],
] as const)('it stops when %s, and notifies the owner once', async (phrase, happen) => {
  const scene = await withPanel(BOSS.id)
  happen(scene)
  await goBy(scene, 1, { ...scene, ccu: 7 })
  const direct = () => messages(scene, scene.double.world.openDirect(BOSS.id).id)
  await soon(() => direct().map(({ content }) => content)).toEqual([expect.stringContaining(phrase)])
  await goBy(scene, 10, { ...scene, ccu: 8 })
  await scene.restart()
  await goBy(scene, 10, { ...scene, ccu: 9 })
  await nextCheck(scene)
  expect(direct()).toHaveLength(1)
  expect(await scene.app.store.panels.running()).toEqual([])
  expect(linesOf(scene, 'warn')).toEqual(['Stopped updating a panel.'])
})

test('a kicked bot says nothing, and goes on when it is back', async () => {
  const scene = await withPanel()
  const guild = structuredClone(scene.double.world.guilds.get(GUILD))
  if (!guild) throw new Error('The scene has no server.')
  scene.double.world.removeGuild(GUILD)
  await heard(scene)
  await goBy(scene, 1, { ...scene, ccu: 7 })
  await nextCheck(scene)
  expect(linesOf(scene, 'warn')).toEqual([])
  scene.double.world.addGuild(guild)
  await heard(scene)
  await goBy(scene, 1, { ...scene, ccu: 8 })
  await soon(() => players(scene)).toBe('**8**')
})

test('it is taken away with its message; the same game has one panel a channel; a thread may have one', async () => {
  const scene = await withPanel()
  await panel(scene, 'create')
  expect(messages(scene)).toHaveLength(1)
  const inThread = await panel(scene, 'create', { game: 'Obby', channel: THREAD })
  expect(inThread.message.content).toContain(`<#${THREAD}>`)
  expect((await panel(scene, 'remove')).message.content).toContain(`<#${CHANNEL}> is gone`)
  expect(messages(scene)).toEqual([])
  expect((await panel(scene, 'remove')).message.content).toContain('no such panel')
  expect((await scene.app.store.panels.running()).map(({ channelId }) => channelId)).toEqual([THREAD])
})

test('what is not the own account’s is shown no more once the server is linked to another account [DISCORD-13]', async () => {
  const scene = await withPanel()
  const other = await scene.app.services.accounts.create({ name: 'Other', plan: 'enterprise' })
  await scene.app.services.guilds.link(other, GUILD)
  await goBy(scene, 1, { ...scene, ccu: 7 })
  await soon(async () => await scene.app.store.panels.running()).toEqual([])
  expect(players(scene)).toBe('**1,234**')
})

test('without the permission to post, nothing is saved', async () => {
  const scene = await openScene()
  await scene.track({ name: 'Obby' }, CHANNEL)
  await scene.restart()
  scene.double.world.denyInChannel(CHANNEL, ['SendMessages'])
  await soon(async () => (await panel(scene, 'create')).message.content).toContain('Send Messages')
  expect(await scene.app.store.panels.ofGuild(GUILD)).toEqual([])
})

test('a panel has one picture, which is replaced at most every ten minutes [DISCORD-46]', async () => {
  const scene = await withPanel()
  await nextCheck(scene)
  const pictures = () => (messages(scene)[0]?.attachments ?? []).map(({ id, filename }) => ({ id, filename }))
  await goBy(scene, 1, { ...scene, ccu: 2_000 })
  await soon(() => players(scene)).toMatch(/^\*\*2,000/)
  // The picture counts from the time at which its update ends, so the clock must not go on before.
  await nextCheck(scene)
  const first = pictures()
  expect(first).toEqual([{ id: expect.any(String), filename: 'day.png' }])
  await goBy(scene, 5, { ...scene, ccu: 3_000 })
  await soon(() => players(scene)).toMatch(/^\*\*3,000/)
  expect(pictures()).toEqual(first)
  await goBy(scene, 6, { ...scene, ccu: 4_000 })
  await soon(() => players(scene)).toMatch(/^\*\*4,000/)
  // An update that began before the clock went on still keeps the picture; the next one cannot.
  await goBy(scene, 1, { ...scene, ccu: 5_000 })
  await soon(() => players(scene)).toMatch(/^\*\*5,000/)
  expect(pictures()).toEqual([{ id: expect.not.stringMatching(first[0]?.id ?? ''), filename: 'day.png' }])
})

test('a panel goes on without a picture where files may not be attached any more [DISCORD-46]', async () => {
  const scene = await withPanel()
  scene.double.world.denyInChannel(CHANNEL, ['AttachFiles'])
  await heard(scene)
  await goBy(scene, 1, { ...scene, ccu: 2_000 })
  await soon(() => players(scene)).toMatch(/^\*\*2,000/)
  expect(messages(scene)[0]).toMatchObject({ attachments: [] })
  expect(messages(scene)[0]?.embeds[0]?.image).toBeUndefined()
})

test('one panel shows all games of the server with a picture, and follows them [DISCORD-47]', async () => {
  const scene = await openScene()
  scene.app.clock.set(scene.app.clock.now() + 30_000)
  const big = await scene.track({ name: 'Obby', ccu: 1_000 })
  await scene.track({ name: '@everyone [x](https://evil.example)', ccu: 10 })
  await scene.app.tick()
  await scene.restart()
  const made = await panel(scene, 'create')
  expect(made.message.content).toContain(`The panel of all games is in <#${CHANNEL}>`)
  const shown = () => messages(scene)[0]?.embeds[0]?.description ?? ''
  expect(shown()).toMatch(/^\*\*1,010\*\* playing in 2 games\n/)
  expect(shown()).toMatch(/`1\.` \*\*Obby\*\* · 1,000 playing/)
  expect(messages(scene)[0]?.attachments.map(({ filename }) => filename)).toEqual(['ranking.png'])
  await goBy(scene, 1, { universeId: big.universeId, ccu: 5 })
  await soon(shown).toMatch(/^\*\*15\*\* playing in 2 games\n/)
  await panel(scene, 'create', { game: '*' })
  expect(messages(scene)).toHaveLength(1)
  expect((await panel(scene, 'remove', { game: 'Obby' })).message.content).toContain('no such panel')
  expect((await panel(scene, 'remove', { game: 'All games' })).message.content).toContain('is gone')
  expect(messages(scene)).toEqual([])
})
