// /notify as those use it who manage a server.
import { expect, test } from 'vitest'
import { DAY_MINUTES } from '../../src/domain/clock.js'
import type { Game } from '../../src/domain/game.js'
import { SOME_FACTS } from '../bot/notifications/posting.js'
import { heard } from '../bot/passes.js'
import { MINUTE_NOW, MODERATOR, minutesBetween, write } from '../bot/people.js'
import { type BotFixture, CHANNEL, GUILD, linesOf, openScene, STRANGE_GUILD, THREAD } from '../bot/scene.js'
import { channelOption, roleOption } from '../support/discord/double.js'
import type { OptionValues } from '../support/discord/people/command-options.js'

const ROLE = '200000000000000099'

const notify = (scene: BotFixture, verb: string, options: OptionValues = {}) =>
  scene.double.slash({ command: `notify ${verb}`, options, member: MODERATOR }).done()
const said = async (scene: BotFixture, verb: string, options: OptionValues = {}) =>
  (await notify(scene, verb, options)).message.content
const posts = (scene: BotFixture, channelId = CHANNEL) =>
  scene.double.world.messagesIn(channelId).map(({ embeds }) => embeds[0]?.title ?? '')
const listed = async (scene: BotFixture, options: OptionValues = {}) => {
  const [embed] = (await notify(scene, 'list', options)).message.embeds
  return [embed?.description ?? '', ...(embed?.fields ?? []).map(({ name, value }) => `${name}\n${value}`)].join('\n')
}
const kept = async (scene: BotFixture, { id }: Game) => ({
  routes: await scene.app.store.routes.ofGame(id),
  rules: await scene.app.store.rules.ofGame(id),
})

async function withGame(channelId: string | undefined = CHANNEL): Promise<BotFixture & { game: Game }> {
  const scene = await openScene()
  const game = await scene.track({ name: 'Obby', ccu: 1_234 }, channelId)
  await scene.app.tick()
  await scene.restart()
  return { ...scene, game }
}

test('only who may manage the server is offered it, and strangers see nothing', async () => {
  const scene = await withGame()
  expect(() => scene.double.slash({ command: 'notify list' })).toThrow('without permissions')
  const strange = await scene.double.slash({ command: 'notify list', member: MODERATOR, guildId: STRANGE_GUILD }).done()
  expect(strange.ephemeral).toBe(true)
  expect(strange.message.content).toContain('not linked')
})

test('an alert is added with all it can have, after a test post, and repeated in words', async () => {
  const scene = await withGame()
  await scene.app.services.guildKeeping.change(GUILD, { timeZone: 'Europe/Berlin' })
  const answer = await notify(scene, 'add', {
    kind: 'alert',
    metric: 'ccu',
    condition: 'below',
    value: 1_000,
    readings: 3,
    cooldown: 60,
    quiet_from: '22:00',
    quiet_until: '7 am',
    role: roleOption(ROLE),
    channel: channelOption(THREAD),
  })
  expect(answer.ephemeral).toBe(true)
  expect(answer.message.content).toBe(
    `**Alerts** of **Obby** are now posted in <#${THREAD}>.\nThe rule: Players below 1,000, 3 readings in a row, at most once in 1 hour, quiet 10:00 PM – 7:00 AM (Europe/Berlin), mentions <@&${ROLE}>.`,
  )
  expect(posts(scene, THREAD)).toEqual(['Alerts of Obby come here'])
  expect(await kept(scene, scene.game)).toMatchObject({
    routes: [{ kind: 'alert', channelId: THREAD, enabled: true }],
    rules: [
      {
        metric: 'ccu',
        condition: { is: 'below', value: 1_000 },
        readings: 3,
        cooldownMinutes: 60,
        quietHours: { from: 1_320, until: 420, timeZone: 'Europe/Berlin' },
        roleId: ROLE,
      },
    ],
  })
  expect(await listed(scene)).toContain(`at most once in 1 hour, quiet 10:00 PM – 7:00 AM (Europe/Berlin)`)
  expect(linesOf(scene, 'error')).toEqual([])
})

test.each([
  [{ condition: 'changed', value: -30 }, { is: 'changed', by: -30, unit: 'percent' }, 'Players fallen by 30% or more'],
  [{ condition: 'changed', value: 500, unit: 'value' }, { is: 'changed', by: 500, unit: 'value' }, 'changed by 500'],
  [{ metric: 'like_ratio', condition: 'above', value: 90 }, { is: 'above', value: 0.9 }, 'Like ratio above 90%'],
  [{ condition: 'unusual', value: 40 }, { is: 'unusual', by: 40 }, 'Players 40% or more above or below the usual'],
  [{}, { is: 'unusual', by: -30 }, 'Players 30% or more below the usual, for 10 minutes'],
])('a rule %o becomes %o', async (options, condition, phrase) => {
  const scene = await withGame()
  expect(await said(scene, 'add', { kind: 'alert', ...options })).toContain(phrase)
  expect((await kept(scene, scene.game)).rules.map((rule) => rule.condition)).toEqual([condition])
})

test('a rule that has no usual to compare with yet says from when on it can [INSIGHTS-45]', async () => {
  const scene = await withGame()
  expect(await said(scene, 'add', { kind: 'alert' })).toMatch(
    /Too little is measured so far to know what is usual\. It will be known from <t:\d+/,
  )
  expect(await listed(scene)).toMatch(/below the usual, .*; not known before <t:\d+/)
})

test('a manager marks a time as expected, in the time of the server', async () => {
  const scene = await withGame()
  const span = { from: '2026-06-10 18:00', until: '2026-06-10 21:30' }
  expect(await said(scene, 'expected', { ...span, note: 'Anniversary' })).toContain('is marked as expected')
  expect(await scene.app.store.expectedSpans.ofGame(scene.game.id)).toMatchObject([
    { note: 'Anniversary', until: expect.any(Number) },
  ])
  expect(await said(scene, 'expected', { ...span, until: 'tomorrow' })).toContain('is not a time')
  expect(await said(scene, 'expected', { from: span.until, until: span.from })).toContain('after the beginning')
  expect(await said(scene, 'expected')).toContain('Pick an `event`')
})

test('an alert or a report is offered by its game and time, and marks its span as expected [INSIGHTS-44]', async () => {
  const scene = await withGame()
  const { store } = scene.app
  const { id: gameId, accountId } = scene.game
  const [updatedAt, since] = [MINUTE_NOW - 3 * DAY_MINUTES, MINUTE_NOW - 600]
  const about = { gameId, accountId, occurredAt: MINUTE_NOW - 60 }
  const card = { ...SOME_FACTS.reportDay, updatedAt }
  await store.outbox.add({ ...about, kind: 'report_card', subject: 'a', facts: card }, 0)
  await store.outbox.add({ ...about, kind: 'recovery', subject: 'b', facts: { ...SOME_FACTS.recovery, since } }, 0)
  await store.outbox.add({ ...about, kind: 'record', subject: 'c', facts: SOME_FACTS.record }, 0)
  const offered = (value: string) =>
    scene.double.autocomplete({ command: 'notify expected', member: MODERATOR, focused: { name: 'event', value } })
  const choices = await offered('')
  const day = new Date(updatedAt * 60_000).toISOString().slice(0, 10)
  expect(choices.map(({ name }) => name)).toEqual([
    expect.stringMatching(/^Obby · Alerts · .* UTC$/),
    expect.stringContaining(`Obby · Report cards · ${day}`),
  ])
  expect(await offered('report')).toEqual([choices[1]])
  for (const { value } of choices)
    expect(await said(scene, 'expected', { event: String(value), note: 'Fest' })).toContain('is marked as expected')
  expect(await store.expectedSpans.ofGame(gameId)).toMatchObject([
    { from: updatedAt, until: updatedAt + DAY_MINUTES, note: 'Fest' },
    { from: since, until: MINUTE_NOW - 59, note: 'Fest' },
  ])
  for (const event of ['notification:999', 'nonsense'])
    expect(await said(scene, 'expected', { event })).toContain('no longer')
  expect(await store.expectedSpans.ofGame(gameId)).toHaveLength(2)
})

test('where the bot may not read what it posted, that is said', async () => {
  const scene = await withGame()
  scene.double.world.denyInChannel(CHANNEL, ['ReadMessageHistory'])
  await expect.poll(() => said(scene, 'add', { kind: 'status' })).toContain('I lack Read Message History')
})

test('a digest comes at its time and day; other kinds need nothing', async () => {
  const scene = await withGame()
  expect(await said(scene, 'add', { kind: 'digest' })).toContain('every day at 9:00 AM (UTC)')
  expect(await said(scene, 'add', { kind: 'digest', every: 'week', day: 7, time: '21.30' })).toContain(
    'every Sunday at 9:30 PM (UTC)',
  )
  for (const kind of ['status', 'report_card', 'milestones'])
    expect(await said(scene, 'add', { kind })).toContain('are now posted in')
  const { routes } = await kept(scene, scene.game)
  expect(routes.map(({ kind, enabled, channelId }) => [kind, enabled, channelId])).toEqual(
    ['digest', 'milestone', 'record', 'report_card', 'status'].map((kind) => [kind, true, null]),
  )
  expect(routes[0]?.digest).toEqual({ every: 'week', weekday: 7, at: 1_290, timeZone: 'UTC' })
})

test('what cannot be meant is rejected, and nothing is saved or posted', async () => {
  const scene = await withGame()
  for (const [options, words] of [
    [{ kind: 'alert', condition: 'below' }, 'needs its value'],
    [{ kind: 'alert', value: 5 }, 'say the condition too: away from the usual, above'],
    [{ kind: 'alert', quiet_from: '22:00' }, 'both times'],
    [{ kind: 'alert', quiet_from: '22:00', quiet_until: 'noon' }, '“noon” is not a time of day'],
    [{ kind: 'alert', quiet_from: '22:00', quiet_until: '22:00' }, 'at different times'],
    [{ kind: 'digest', time: '25:00' }, '“25:00” is not a time of day'],
    [{ kind: 'digest', value: 5 }, 'for alerts alone'],
    [{ kind: 'alert', time: '9' }, 'for digests alone'],
    [{ kind: 'status', game: 'Nowhere' }, 'is called “Nowhere”'],
  ] as const) {
    const answer = await notify(scene, 'add', options)
    expect(answer.ephemeral).toBe(true)
    expect(answer.message.content).toContain(words)
  }
  scene.double.world.denyInChannel(CHANNEL, ['SendMessages'])
  await expect.poll(() => said(scene, 'add', { kind: 'status' })).toContain('Send Messages')
  expect(await kept(scene, scene.game)).toEqual({ routes: [], rules: [] })
  expect(posts(scene)).toEqual([])
})

test('what is removed is offered by name, and gone', async () => {
  const scene = await withGame()
  await said(scene, 'add', { kind: 'alert', condition: 'above', value: 5 })
  await said(scene, 'add', { kind: 'status' })
  const offered = () =>
    scene.double.autocomplete({ command: 'notify remove', member: MODERATOR, focused: { name: 'what', value: '' } })
  const choices = await offered()
  expect(choices.map(({ name }) => name)).toEqual([
    'Obby · Alerts',
    'Obby · Milestones and records',
    'Obby · Players above 5',
    'Obby · Status changes (hidden, gone, no data)',
  ])
  for (const { value } of choices) expect(await said(scene, 'remove', { what: String(value) })).toContain('Removed: ')
  expect(await offered()).toEqual([])
  const { routes, rules } = await kept(scene, scene.game)
  expect([routes.some(({ enabled }) => enabled), rules]).toEqual([false, []])
  for (const what of ['rule:1', 'kind:99:status', 'nonsense']) {
    expect(await said(scene, 'remove', { what })).toContain('no longer there')
  }
})

test("another account's rules and games are not there", async () => {
  const scene = await withGame()
  const other = await scene.app.services.accounts.create({ name: 'Other', plan: 'enterprise' })
  const { game } = await scene.app.services.games.add(other, { universeId: scene.game.universeId }, null)
  await scene.app.services.notifications.addRule({
    ...{ gameId: game.id, metric: 'ccu', condition: { is: 'above', value: 1 }, readings: 1, cooldownMinutes: 0 },
    ...{ quietHours: null, roleId: null },
  })
  expect(await said(scene, 'remove', { what: 'rule:1' })).toContain('no longer there')
  expect(await said(scene, 'remove', { what: `kind:${game.id}:status` })).toContain('no longer there')
  expect(await scene.app.store.rules.ofGame(game.id)).toHaveLength(1)
})

test('the list names routes, paused channels with the reason, and what did not arrive', async () => {
  const scene = await withGame()
  await scene.track({ name: 'Silent' })
  expect(await listed(scene)).toContain(`Obby\nMilestones → <#${CHANNEL}>\nRecords → <#${CHANNEL}>`)
  scene.double.world.denyInChannel(CHANNEL, ['EmbedLinks'])
  await heard(scene)
  await scene.app.store.outbox.add(
    {
      ...{ gameId: scene.game.id, accountId: scene.account.id, kind: 'record', subject: 'a', occurredAt: MINUTE_NOW },
      facts: { kind: 'record', ccu: 2, previous: 1 },
    },
    scene.app.clock.now(),
  )
  await expect.poll(() => listed(scene), { timeout: 60_000 }).toContain('Paused channels')
  const text = await listed(scene)
  expect(text).toMatch(
    new RegExp(`⏸ <#${CHANNEL}>, paused <t:\\d+:R>: These permissions are missing there: Embed Links`),
  )
  expect(text).toMatch(/Not delivered\nRecord · Obby · waits, <t:\d+:R>: These permissions are missing/)
  expect(text).not.toContain('Silent')
  scene.double.world.denyInChannel(CHANNEL, [])
  await expect.poll(() => said(scene, 'test', { kind: 'status' })).toContain('I can post in')
  await expect.poll(() => posts(scene), { timeout: 60_000 }).toContainEqual(expect.stringContaining('new record'))
  expect(await listed(scene)).not.toContain('Paused')
})

test('a server with many games gets a list that Discord takes [CHAT-7]', async () => {
  const scene = await withGame()
  for (let n = 0; n < 40; n++) await scene.track({ name: `A game of a rather long name ${n}` }, CHANNEL)
  const text = await listed(scene)
  expect(text).toMatch(/… and \d+ more. Name a game/)
  expect(await listed(scene, { game: 'name 39' })).toContain('name 39')
})

test('a sample of each kind can be posted where the real ones go, and calls nobody', async () => {
  const scene = await withGame()
  await said(scene, 'add', { kind: 'alert', condition: 'below', value: 1_000, role: roleOption(ROLE), channel: THREAD })
  await write(scene, scene.game, minutesBetween(MINUTE_NOW - 2 * DAY_MINUTES, MINUTE_NOW, 10), () => ({ ccu: 700 }))
  expect(await said(scene, 'test', { kind: 'alert' })).toContain('was posted in')
  expect(await said(scene, 'test', { kind: 'milestones' })).toContain('was posted in')
  for (const kind of ['report_card', 'status'])
    expect(await said(scene, 'test', { kind })).toContain('Nothing of the kind happened')
  expect(posts(scene)).toHaveLength(3)
  for (const title of posts(scene)) expect(title).toMatch(/^Sample: /u)
  const sample = scene.double.world.messagesIn(THREAD).at(-1)
  expect(sample?.embeds[0]?.title).toBe('Sample: 🔔 Obby: players below 1,000')
  expect([sample?.content, sample?.allowedMentions]).toEqual(['', { parse: [], roles: [] }])
  // It is posted like the real ones, under a key of its own; it is none of them.
  expect(sample?.nonce).toMatch(/^hc-sample-/)
  expect(await scene.app.store.outbox.list({ limit: 10 })).toEqual([])
})
