// What people do with a posted notification: ask why, mark it as expected, mute its kind.
import { expect, test } from 'vitest'
import { DAY_MINUTES, HOUR_MINUTES, msOf } from '../../../src/domain/clock.js'
import type { Game } from '../../../src/domain/game.js'
import type { Facts } from '../../../src/domain/notifications/facts.js'
import type { NotificationContinuation } from '../../../src/domain/notifications/notification.js'
import { type DoubleMessage, roleOption } from '../../support/discord/double.js'
import { MINUTE_NOW, MODERATOR } from '../people.js'
import { type BotFixture, button, buttons, CHANNEL, GUILD, openScene } from '../scene.js'
import { ROLE, SOME_FACTS } from './posting.js'

interface Posts extends BotFixture {
  readonly game: Game
  /** Adds a notification about the game. */
  add(facts: Facts, subject?: string, follows?: NotificationContinuation): Promise<void>
  /** Adds a notification and returns its message. */
  post(facts: Facts): Promise<DoubleMessage>
  /** The titles of everything that was posted. */
  titles(): (string | undefined)[]
}

const soon = <T>(look: () => T) => expect.poll(look, { timeout: 60_000, interval: 50 })

async function openPosts(): Promise<Posts> {
  const scene = await openScene()
  const game = await scene.track({ name: 'Obby', ccu: 1_234 }, CHANNEL)
  for (const kind of ['alert', 'report_card', 'status'] as const)
    await scene.app.services.notifications.switchOn(game, kind, {})
  await scene.app.tick()
  await scene.restart()
  const posts = () => scene.double.world.messagesIn(CHANNEL).filter(({ nonce }) => nonce?.startsWith('hc-'))
  let count = 0
  const add: Posts['add'] = (facts, subject = `${++count}`, follows = undefined) => {
    const { id: gameId, accountId } = game
    const draft = { gameId, accountId, kind: facts.kind, subject, occurredAt: MINUTE_NOW, facts }
    return scene.app.store.outbox.add({ ...draft, ...(follows ? { follows } : {}) }, scene.app.clock.now())
  }
  const post = async (facts: Facts): Promise<DoubleMessage> => {
    const before = posts().length
    await add(facts)
    await soon(() => posts().length).toBe(before + 1)
    return posts()[before] ?? expect.fail('Nothing was posted.')
  }
  return { ...scene, game, add, post, titles: () => posts().map(({ embeds }) => embeds[0]?.title) }
}

const press = (scene: BotFixture, message: DoubleMessage, label: string, more = {}) =>
  scene.double.button({ customId: button(message, label).custom_id ?? '', message, ...more }).done()

test('everybody can ask why an alert came, and sees what was compared, alone [DISCORD-32]', async () => {
  const scene = await openPosts()
  const line = { from: MINUTE_NOW - 60, step: 60, expected: [1_200, 1_200], low: [1_000, 1_000], high: [1_400, 1_400] }
  const facts = {
    ...SOME_FACTS.alert,
    condition: { is: 'unusual', by: -30 } as const,
    baseline: 1_200,
    threshold: 840,
    line,
  }
  const message = await scene.post(facts)
  const answer = await press(scene, message, 'Why?')
  expect(answer.ephemeral).toBe(true)
  const [embed] = answer.message.embeds
  expect(embed?.title).toBe('Obby: what it was compared with')
  expect(embed?.description).toContain('Measured: **812**')
  expect(embed?.description).toContain('Usual at this time: 1,200 (-32.3%)')
  expect(embed?.description).toContain('Usual range at the beginning: 1,000 – 1,400')
  expect(embed?.description).toContain('Threshold of the rule: 840')
  expect(message.edits).toBe(0)
})

test.each([
  ['reportDay', 'Expected without the update: 1,000'],
  ['reportHour', 'Cannot tell'],
  ['record', 'The record before: 11,800 (545 fewer)'],
  ['recovery', 'Threshold of the rule: 1,000'],
] as const)('a post of the kind %s says what it was compared with [DISCORD-32]', async (name, phrase) => {
  const scene = await openPosts()
  const answer = await press(scene, await scene.post(SOME_FACTS[name]), 'Why?')
  expect(answer.message.embeds[0]?.description).toContain(phrase)
  expect(answer.message.embeds[0]?.description).not.toMatch(/undefined|NaN|null/)
})

test('a manager marks the time of an alert as expected; nobody else can, and a post of another account is not there [DISCORD-33]', async () => {
  const scene = await openPosts()
  const message = await scene.post(SOME_FACTS.alert)
  const rejected = await press(scene, message, 'Expected')
  expect(rejected.message.content).toBe('Only people who may manage the server can do that.')
  expect(await scene.app.store.expectedSpans.ofGame(scene.game.id)).toEqual([])
  const marked = await press(scene, message, 'Expected', { member: MODERATOR })
  expect(marked.ephemeral).toBe(true)
  expect(marked.message.content).toContain('is marked as expected')
  expect(await scene.app.store.expectedSpans.ofGame(scene.game.id)).toMatchObject([{ from: SOME_FACTS.alert.since }])
  const other = await scene.app.services.accounts.create({ name: 'Other', plan: 'enterprise' })
  await scene.app.services.guilds.link(other, GUILD)
  const gone = await press(scene, message, 'Expected', { member: MODERATOR })
  expect(gone.message.content).toContain('no longer known here')
})

test('a mute holds what comes until it is over, for managers alone, and can be ended [DISCORD-33]', async () => {
  const scene = await openPosts()
  const message = await scene.post(SOME_FACTS.hidden)
  expect((await press(scene, message, 'Mute 1 h')).message.content).toContain('may manage the server')
  const muted = await press(scene, message, 'Mute 1 h', { member: MODERATOR })
  expect(muted.message.content).toContain(`until <t:${msOf(MINUTE_NOW + HOUR_MINUTES) / 1_000}`)
  await scene.add(SOME_FACTS.gone)
  await scene.post(SOME_FACTS.record)
  const list = await scene.double.slash({ command: 'notify list', member: MODERATOR }).done()
  expect(JSON.stringify(list.message.embeds)).toContain('Status, muted until')
  const ended = await press(scene, muted.message, 'End the mute', { member: MODERATOR })
  expect(ended.message.content).toContain('are posted again')
  await soon(() => scene.titles().at(-1)).toBe('🕳️ Obby is gone')
  expect(scene.titles()).toHaveLength(3)
  const today = await press(scene, message, 'Mute today', { member: MODERATOR })
  const midnight = (Math.floor(MINUTE_NOW / DAY_MINUTES) + 1) * DAY_MINUTES
  expect(today.message.content).toContain(`until <t:${msOf(midnight) / 1_000}`)
})

test('each kind mentions the role that was chosen for it, where something begins [DISCORD-34]', async () => {
  const scene = await openPosts()
  const options = { kind: 'status', role: roleOption(ROLE) }
  await scene.double.slash({ command: 'notify add', options, member: MODERATOR }).done()
  const message = await scene.post(SOME_FACTS.hidden)
  expect(message.content).toBe(`<@&${ROLE}>`)
  expect(message.allowedMentions).toMatchObject({ roles: [ROLE] })
  expect((await scene.post(SOME_FACTS.record)).content).toBe('')
  const list = await scene.double.slash({ command: 'notify list', member: MODERATOR }).done()
  expect(JSON.stringify(list.message.embeds)).toContain(`mentions <@&${ROLE}>`)
})

test('what comes in quiet hours waits for their end, unless it is over by then [DISCORD-35]', async () => {
  const scene = await openPosts()
  const options = { kind: 'status', quiet_from: '11:00', quiet_until: '13:00' }
  await scene.double.slash({ command: 'notify add', options, member: MODERATOR }).done()
  await scene.add(SOME_FACTS.gone, 'over')
  await scene.add(SOME_FACTS.back, 'end', { as: 'reply', subject: 'over' })
  await scene.add(SOME_FACTS.hidden, 'lasting')
  await scene.post(SOME_FACTS.record)
  expect(scene.titles()).toHaveLength(1)
  scene.app.clock.advance(HOUR_MINUTES)
  await soon(() => scene.titles().at(-1)).toBe('🙈 Obby is hidden')
  expect(scene.titles()).toHaveLength(2)
})

test('what comes in the quiet hours of a server is one message afterwards, whatever the names are [DISCORD-35]', async () => {
  const scene = await openPosts()
  const hostile = await scene.track({ name: '@everyone **x** `](https://evil.example)' }, CHANNEL)
  const options = { quiet_from: '11:00', quiet_until: '13:00' }
  await scene.double.slash({ command: 'settings', options, member: MODERATOR }).done()
  const role = { kind: 'status', role: roleOption(ROLE) }
  await scene.double.slash({ command: 'notify add', options: role, member: MODERATOR }).done()
  await scene.add(SOME_FACTS.hidden, 'lasting')
  await scene.add(SOME_FACTS.record)
  await scene.add(SOME_FACTS.milestone)
  const about = { gameId: hostile.id, accountId: hostile.accountId, occurredAt: MINUTE_NOW }
  const facts = SOME_FACTS.record
  await scene.app.store.outbox.add({ ...about, kind: 'record', subject: 'x', facts }, scene.app.clock.now())
  // A digest comes at the time that was chosen for it.
  await scene.app.services.notifications.switchOn(scene.game, 'digest', {})
  await scene.post(SOME_FACTS.digestDay)
  expect(scene.titles()).toHaveLength(1)
  scene.app.clock.advance(HOUR_MINUTES)
  await soon(() => scene.titles().length).toBe(2)
  const batch = scene.double.world.messagesIn(CHANNEL).at(-1)
  expect(batch?.embeds[0]?.title).toBe('🌙 4 messages from the quiet hours')
  expect(batch?.embeds[0]?.description?.split('\n')).toEqual([
    `<t:${msOf(MINUTE_NOW) / 1_000}:f> · 🙈 Obby is hidden`,
    expect.stringContaining('Obby'),
    expect.stringContaining('Obby'),
    expect.stringMatching(/\\\*\\\*x/),
  ])
  expect(batch?.content).toBe(`<@&${ROLE}>`)
  expect(batch?.allowedMentions).toMatchObject({ parse: [], roles: [ROLE] })
  await scene.restart()
  expect(scene.titles()).toHaveLength(2)
})

test('a digest has no button that explains or marks it, and owners read no buttons of managers', async () => {
  const scene = await openPosts()
  await scene.app.services.notifications.switchOn(scene.game, 'digest', {})
  const message = await scene.post(SOME_FACTS.digestDay)
  expect(buttons(message).map(({ label }) => label)).toEqual(['Now', 'Chart', 'Mute 1 h', 'Mute today'])
})
