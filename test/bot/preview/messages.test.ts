// Every answer that reads, with hostile names and weeks of history: each is valid for Discord (the fixture checks that),
// has its color, and leads on. `SCREENSHOTS=folder` writes them as a page to look at.
import { mkdir, writeFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { DAY_MINUTES, HOUR_MINUTES, msOf } from '../../../src/domain/clock.js'
import { type DoubleMessage, SOMEBODY } from '../../support/discord/double.js'
import { SOME_FACTS } from '../notifications/posting.js'
import { MINUTE_NOW, MODERATOR, minutesBetween, write } from '../people.js'
import { type BotFixture, button, buttons, CHANNEL, GUILD, menus, openScene } from '../scene.js'
import { previewPage } from './message-html.js'

const { SCREENSHOTS } = process.env

const NAMES = [
  'Tower [UPDATE 9] *of* Hell',
  '@everyone `x` ](https://evil.example) \\',
  'ברוכים הבאים | 🎃 x'.repeat(7),
]
const WEEKS = 5

/** Players by the hour of the day, with a little noise; the last hours are higher. */
const playersAt = (base: number) => (minute: number) => {
  const wave = 1 + 0.4 * Math.sin(((minute % DAY_MINUTES) / DAY_MINUTES) * 2 * Math.PI)
  const rise = minute > MINUTE_NOW - 5 * HOUR_MINUTES ? 1.2 : 1
  return Math.round(base * wave * rise * (1 + 0.03 * Math.sin(minute / 37)))
}

async function openMonth(): Promise<BotFixture> {
  const scene = await openScene()
  const minutes = minutesBetween(MINUTE_NOW - WEEKS * 7 * DAY_MINUTES, MINUTE_NOW + 1, 10)
  for (const [index, name] of NAMES.entries()) {
    const game = await scene.track({ name }, index === 0 ? CHANNEL : undefined)
    const players = playersAt(12_000 / 15 ** index)
    await write(scene, game, minutes, (minute) => {
      const age = minute - MINUTE_NOW + WEEKS * 7 * DAY_MINUTES
      return {
        ccu: players(minute),
        visits: 900_000_000 + age * 310,
        favorites: 2_000_000 + age,
        likes: 900_000 + age,
        dislikes: 70_000,
      }
    })
  }
  scene.launch({ publicUrl: 'https://stats.example' })
  await expect.poll(() => scene.bot().state().state, { timeout: 60_000 }).toBe('ready')
  // The double knows the types of options from the registered commands.
  await expect.poll(() => scene.double.commands.length, { timeout: 60_000 }).toBeGreaterThan(0)
  return scene
}

const writePage = async (name: string, messages: ReadonlyMap<string, DoubleMessage>): Promise<void> => {
  if (SCREENSHOTS === undefined) return
  await mkdir(SCREENSHOTS, { recursive: true })
  await writeFile(`${SCREENSHOTS}/${name}.html`, previewPage(messages))
}

const snapshot = (message: DoubleMessage): DoubleMessage => ({ ...message, attachments: [...message.attachments] })

test('every answer about games is valid for Discord, has a color and a link, and leads on in place [DISCORD-15, DISCORD-17]', async () => {
  const scene = await openMonth()
  const shown = new Map<string, DoubleMessage>()
  const ask = async (name: string, command: string, options = {}) => {
    const { message } = await scene.double.slash({ command, channelId: CHANNEL, options }).done()
    shown.set(name, snapshot(message))
    return message
  }
  for (const command of ['stats', 'chart', 'summary', 'goal', 'rank', 'games']) await ask(`/${command}`, command)
  await ask('/chart range:24h', 'chart', { range: '24h' })
  await ask('/chart range:30d', 'chart', { range: '30d' })
  await ask('/chart visits', 'chart', { metric: 'visits', range: '30d' })
  await ask('/chart visits range:24h', 'chart', { metric: 'visits', range: '24h' })
  await ask('/compare', 'compare', { first: '1', second: '2', third: '3' })
  await ask('/rank by:growth', 'rank', { by: 'growth' })
  await ask('/rank by:visits', 'rank', { by: 'visits' })
  await ask('/compare visits', 'compare', { first: '1', second: '2', metric: 'visits' })
  const target = { content: 'https://stats.example/games/77002 and https://stats.example/games/77001' }
  const linked = await scene.double.messageCommand({ command: 'Stats of the game in this link', target }).done()
  shown.set('Stats of the game in this link', snapshot(linked.message))
  for (const [name, message] of shown) {
    expect(message.embeds[0]?.color, name).toEqual(expect.any(Number))
    expect([...buttons(message), ...menus(message)].length, name).toBeGreaterThan(1)
    expect(JSON.stringify(message.embeds), name).not.toMatch(/undefined|NaN|\[object|@everyone/)
  }
  const stats = await ask('/stats', 'stats')
  expect(stats.embeds[0]?.url).toBe('https://stats.example/accounts/1/games/1')
  expect(stats.attachments.map(({ filename }) => filename)).toContain('day.png')
  for (const label of ['Chart', '7 days', 'Compare', 'Updates', 'Alert me']) {
    const page = await ask('/stats', 'stats')
    const pressed = await scene.double.button({ customId: button(page, label).custom_id ?? '', message: page }).done()
    shown.set(`/stats, ${label}`, snapshot(pressed.message))
    const isText = label === 'Updates' || label === 'Alert me'
    expect(pressed.ephemeral, label).toBe(isText)
    if (!isText) expect(pressed.message.id, label).toBe(page.id)
  }
  await ask('/help', 'help')
  const foreign = { guildId: '200000000000000099', integrationOwners: 'user' as const }
  const stranger = await scene.double.slash({ command: 'rank', ...foreign }).done()
  shown.set('/rank of a stranger, where the bot is not a member', snapshot(stranger.message))
  await writePage('answers', shown)
})

test('alerts of one person are made, listed and sent with a picture', async () => {
  const scene = await openMonth()
  const { app, double } = scene
  const guild = double.world.guilds.get(GUILD)
  if (guild) double.world.guilds.set(GUILD, { ...guild, members: [{ user: SOMEBODY }] })
  const shown = new Map<string, DoubleMessage>()
  const press = (message: DoubleMessage, label: string) =>
    double.button({ customId: button(message, label).custom_id ?? '', message: snapshot(message) })
  const options = { game: '1' }
  const offered = (await double.slash({ command: 'alerts', options, channelId: CHANNEL }).done()).message
  shown.set('/alerts game', snapshot(offered))
  const form = await press(offered, 'At a number').answered()
  const customId = String(form.modal?.custom_id)
  await double.modal({ customId, lastResult: form, fields: { players: '1000' } }).done()
  for (const label of ['Next milestone', 'Each update'] as const) await press(offered, label).done()
  const [game] = await app.services.guildView.games(scene.account)
  const alerts = await app.services.personAlerts.list(SOMEBODY.id)
  if (game === undefined) throw new Error('There is no game.')
  const news = [
    { on: 'number', players: 1_000, direction: 'up', ccu: 1_234 },
    { on: 'update', ccu: 12_000 },
    { on: 'daily', ccu: 12_000, peak: 19_500, low: 6_800, visits: 446_400 },
    { on: 'milestone', reached: [{ counter: 'visits', number: 1_000_000_000, count: 1_000_000_100 }] },
  ] as const
  for (const one of news) {
    const facts = { kind: 'person_alert', locale: 'en-US', news: one } as const
    const about = { gameId: game.id, accountId: game.accountId, kind: 'person_alert', subject: one.on } as const
    const personAlertId = alerts[0]?.alert.id ?? null
    await app.store.outbox.add({ ...about, occurredAt: MINUTE_NOW, facts, personAlertId }, app.clock.now())
  }
  const direct = () => double.world.messagesIn(double.world.openDirect(SOMEBODY.id).id)
  await expect.poll(() => direct().length, { timeout: 60_000 }).toBe(news.length)
  for (const [index, message] of direct().entries()) shown.set(`Direct message ${index + 1}`, snapshot(message))
  for (const { alert } of alerts.slice(0, 1)) await app.store.personAlerts.end(alert.id, 'closed', app.clock.now())
  const { message } = await double.slash({ command: 'alerts', channelId: CHANNEL }).done()
  shown.set('/alerts', snapshot(message))
  for (const [name, { content, embeds }] of shown)
    expect(JSON.stringify([content, embeds]), name).not.toMatch(/undefined|NaN|\[object|@everyone/)
  await writePage('alerts', shown)
})

test('two games are compared by the menu of the button, in place', async () => {
  const scene = await openMonth()
  const { message } = await scene.double.slash({ command: 'stats', channelId: CHANNEL }).done()
  await scene.double.button({ customId: button(message, 'Compare').custom_id ?? '', message }).done()
  const customId = menus(message)[0]?.custom_id ?? ''
  const chosen = await scene.double.select({ customId, values: ['2', '3'], message }).done()
  expect(chosen.message.id).toBe(message.id)
  expect(chosen.message.embeds[0]?.title).toBe('3 games compared')
})

test('the preview of a rule and its sample show the game’s own past, and what the rule compares with [DISCORD-21]', async () => {
  const scene = await openMonth()
  const shown = new Map<string, DoubleMessage>()
  const options = { game: '1', condition: 'above', value: 19_000, minutes: 10 }
  const { message } = await scene.double.slash({ command: 'notify preview', options, member: MODERATOR }).done()
  shown.set('/notify preview', snapshot(message))
  expect(message.content).toBe('')
  expect(message.attachments[0]?.description).toContain('Players of')
  for (const kind of ['alert', 'digest', 'milestones', 'report_card', 'status']) {
    const add = { game: '1', kind, ...(kind === 'alert' ? { condition: 'above', value: 19_000 } : {}) }
    await scene.double.slash({ command: 'notify add', options: add, member: MODERATOR, channelId: CHANNEL }).done()
    await scene.double.slash({ command: 'notify test', options: { game: '1', kind }, member: MODERATOR }).done()
    const posted = scene.double.world.messagesIn(CHANNEL).at(-1)
    if (posted === undefined) throw new Error(`No sample of ${kind} was posted.`)
    shown.set(`Sample: ${kind}`, snapshot(posted))
  }
  const alert = shown.get('Sample: alert')?.embeds[0]
  expect(alert?.title).toContain('above 19,000')
  expect(alert?.description).toMatch(/Now \*\*(19|2\d),\d{3}\*\*/)
  expect(shown.get('Sample: status')?.embeds[0]?.description).toContain('nothing to show yet')
  await writePage('notifications', shown)
})

test('the messages of the setup show a game with its channel, its kinds and a sample, and the posts lead on', async () => {
  const scene = await openMonth()
  const shown = new Map<string, DoubleMessage>()
  const by = { member: MODERATOR, channelId: CHANNEL }
  for (const kind of ['alert', 'status'])
    await scene.double.slash({ command: 'notify add', options: { game: '1', kind }, ...by }).done()
  const start = await scene.double.slash({ command: 'setup', ...by }).done()
  shown.set('/setup', snapshot(start.message))
  const { message } = await scene.double.slash({ command: 'notify edit', options: { game: '1' }, ...by }).done()
  shown.set('/notify edit', snapshot(message))
  const [game] = await scene.app.services.guildView.games(scene.account)
  if (game === undefined) throw new Error('There is no game.')
  const facts = { ...SOME_FACTS.alert, roleId: null }
  const draft = {
    gameId: game.id,
    accountId: game.accountId,
    kind: 'alert',
    subject: 'a',
    occurredAt: MINUTE_NOW,
  } as const
  await scene.app.store.outbox.add({ ...draft, facts }, scene.app.clock.now())
  const posts = () => scene.double.world.messagesIn(CHANNEL).filter(({ nonce }) => nonce?.startsWith('hc-'))
  await expect.poll(() => posts().length, { timeout: 60_000 }).toBe(1)
  const [post] = posts()
  if (post === undefined) throw new Error('Nothing was posted.')
  shown.set('An alert', snapshot(post))
  for (const label of ['Why?', 'Expected', 'Mute 1 h']) {
    const pressed = await scene.double
      .button({ customId: button(post, label).custom_id ?? '', message: post, ...by })
      .done()
    expect(pressed.ephemeral, label).toBe(true)
    shown.set(`An alert, ${label}`, snapshot(pressed.message))
  }
  for (const [name, { content, embeds }] of shown)
    expect(JSON.stringify([content, embeds]), name).not.toMatch(/undefined|NaN|\[object|@everyone/)
  await writePage('setup', shown)
})

test('panels and scheduled posts are valid for Discord and have pictures [DISCORD-46, DISCORD-47, DISCORD-49]', async () => {
  const scene = await openMonth()
  const shown = new Map<string, DoubleMessage>()
  const manage = (command: string, options: Record<string, string | number>) =>
    scene.double.slash({ command, channelId: CHANNEL, options, member: MODERATOR }).done()
  await manage('panel create', { game: '1' })
  await manage('panel create', { game: '*' })
  // Due this morning and not done yet.
  const day = new Date(msOf(MINUTE_NOW)).getUTCDay() || 7
  for (const what of ['leaderboard', 'digest']) await manage('schedule add', { what, day })
  const { scheduledPosts } = scene.app.services
  for (const post of await scheduledPosts.ofGuild(GUILD))
    await scene.app.store.scheduledPosts.finish(post, MINUTE_NOW - DAY_MINUTES, { draft: undefined, at: 0 })
  await scheduledPosts.postDue()
  const posts = () => scene.double.world.messagesIn(CHANNEL)
  await expect.poll(() => posts().length, { timeout: 60_000 }).toBe(4)
  for (const [index, message] of posts().entries()) shown.set(`post ${index}`, snapshot(message))
  for (const message of shown.values()) expect(message.attachments.length).toBeGreaterThan(0)
  await writePage('panels', shown)
})
