// Alerts that one person asks for, as the person makes, gets, lists and ends them.
import { expect, test } from 'vitest'
import { DAY_MINUTES, MINUTE_MS } from '../../../src/domain/clock.js'
import type { Game } from '../../../src/domain/game.js'
import { type DoubleMessage, SOMEBODY } from '../../support/discord/double.js'
import { heard, nextDelivery } from '../passes.js'
import { join } from '../people.js'
import { type BotFixture, button, CHANNEL, GUILD, linesOf, menus, openScene } from '../scene.js'

interface Alerts extends BotFixture {
  readonly game: Game
  /** A tick with that many players, a minute later, and its evaluation. */
  at(players: number): Promise<void>
  /** The game is published. */
  update(): void
  /** The direct messages to the person. */
  direct(): readonly DoubleMessage[]
}

const soon = <T>(look: () => T) => expect.poll(look, { timeout: 60_000, interval: 50 })

/** The person is a member of the server. */
async function openAlerts(options: Parameters<typeof openScene>[0] = {}): Promise<Alerts> {
  const scene = await openScene(options)
  const guild = scene.double.world.guilds.get(GUILD)
  if (guild === undefined) throw new Error('The scene has no server.')
  scene.double.world.guilds.set(GUILD, { ...guild, members: [...(guild.members ?? []), { user: SOMEBODY }] })
  const game = await scene.track({ name: 'Obby', ccu: 500, visits: 900 }, CHANNEL)
  await scene.app.tick()
  await scene.restart()
  const evaluate = () => scene.app.services.evaluateTicks({ stop: new AbortController().signal })
  await evaluate()
  return {
    ...scene,
    game,
    at: async (players) => {
      // What was counted in the minute in which an alert was made is no news.
      scene.app.clock.advance(1)
      scene.app.simulator.set(game.universeId, { ccu: players })
      await scene.app.tick()
      const { errors } = await evaluate()
      expect(errors).toEqual([])
    },
    update: () => scene.app.simulator.set(game.universeId, { updatedAt: scene.app.clock.now() }),
    direct: () => scene.double.world.messagesIn(scene.double.world.openDirect(SOMEBODY.id).id),
  }
}

const press = (scene: BotFixture, message: DoubleMessage, label: string) =>
  scene.double.button({ customId: button(message, label).custom_id ?? '', message }).done()

/** Presses “Alert me” below /stats. */
async function alertMe(scene: BotFixture, place: object = {}): Promise<DoubleMessage> {
  const { message } = await scene.double
    .slash({ command: 'stats', options: { game: 'Obby' }, channelId: CHANNEL, ...place })
    .done()
  const offered = await scene.double
    .button({ customId: button(message, 'Alert me').custom_id ?? '', message, ...place })
    .done()
  expect(offered.ephemeral || 'context' in place).toBe(true)
  return { ...offered.message }
}

async function fill(scene: BotFixture, message: DoubleMessage, label: string, fields: Record<string, string>) {
  // A copy, because the answer changes the message that it is given.
  const pressed = { customId: button(message, label).custom_id ?? '', message: { ...message } }
  const shown = await scene.double.button(pressed).answered()
  return scene.double.modal({ customId: String(shown.modal?.custom_id), lastResult: shown, fields }).done()
}

const atNumber = async (scene: BotFixture, players: string): Promise<DoubleMessage> =>
  (await fill(scene, await alertMe(scene), 'At a number', { players })).message

const textOf = ({ content, embeds }: DoubleMessage): string => JSON.stringify([content, embeds])
const list = async (scene: BotFixture) => (await scene.double.slash({ command: 'alerts' }).done()).message

test('“Alert me” below /stats makes an alert at a number, which comes once by direct message [DISCORD-40]', async () => {
  const scene = await openAlerts()
  const made = await atNumber(scene, '1,000')
  expect(textOf(made)).toContain('**Obby**: at 1,000 players or more, once')
  await scene.at(999)
  await scene.at(1_234)
  await soon(() => scene.direct().length).toBe(1)
  const [message] = scene.direct()
  expect(message?.embeds[0]?.title).toBe('🔔 Obby: 1,000 players or more')
  expect(message?.embeds[0]?.description).toContain('**1,234** playing')
  await scene.at(900)
  await scene.at(2_000)
  await nextDelivery(scene)
  expect(scene.direct()).toHaveLength(1)
  expect(textOf(await list(scene))).toContain('It happened')
  expect(scene.double.world.messagesIn(CHANNEL).filter(({ nonce }) => nonce?.startsWith('hc-'))).toEqual([])
  expect(linesOf(scene, 'error')).toEqual([])
})

test('a number below the players now is reached from above, and what is not a number is not taken [DISCORD-40]', async () => {
  const scene = await openAlerts()
  const offered = await alertMe(scene)
  const wrong = await fill(scene, offered, 'At a number', { players: 'many' })
  expect(wrong.message.content).toContain('“many” is not a number of players')
  await fill(scene, offered, 'At a number', { players: '400' })
  await scene.at(401)
  await scene.at(380)
  await soon(() => scene.direct().map(({ embeds }) => embeds[0]?.title)).toEqual(['🔔 Obby: 400 players or fewer'])
})

test('the next milestone comes once, each update comes, and a day at its local time [DISCORD-40]', async () => {
  const scene = await openAlerts()
  await press(scene, await alertMe(scene), 'Next milestone')
  await press(scene, await alertMe(scene), 'Each update')
  const time = new Date(scene.app.clock.now() + 3 * MINUTE_MS).toISOString().slice(11, 16)
  const wrong = await fill(scene, await alertMe(scene), 'Each day', { time, zone: 'Nowhere' })
  expect(wrong.message.content).toContain('“Nowhere” is not a time zone')
  const made = await fill(scene, await alertMe(scene), 'Each day', { time, zone: 'UTC' })
  expect(textOf(made.message)).toContain(`each day at ${time} (UTC)`)
  await scene.at(510)
  scene.app.simulator.set(scene.game.universeId, { visits: 1_050 })
  await scene.at(520)
  scene.update()
  await scene.at(530)
  await scene.at(540)
  const titles = () => scene.direct().map(({ embeds }) => embeds[0]?.title)
  await soon(() => titles().length).toBe(3)
  expect(titles().sort()).toEqual(['🎉 Obby reached 1,000 visits', '📅 Obby today', '🛠️ Obby was updated'])
  const daily = scene.direct().find(({ embeds }) => embeds[0]?.title?.startsWith('📅'))
  expect(daily?.embeds[0]?.description).toContain('lowest 500, peak 530')
  expect(daily?.embeds[0]?.description).toContain('Visits: +150')
  expect(textOf(await list(scene))).toContain('each update')
})

test('a person has at most ten open alerts, lists them, ends one or all, and sees nobody else’s [DISCORD-41]', async () => {
  const scene = await openAlerts()
  const offered = await alertMe(scene)
  for (let players = 1_001; players <= 1_010; players++)
    await fill(scene, offered, 'At a number', { players: String(players) })
  const full = await fill(scene, offered, 'At a number', { players: '1011' })
  expect(full.message.content).toContain('You have 10 alerts, which is the most for one person.')
  const message = await list(scene)
  expect(textOf(message)).toContain('at 1,010 players or more')
  const [first] = await scene.app.services.personAlerts.list(SOMEBODY.id)
  const customId = menus(message)[0]?.custom_id ?? ''
  const ended = await scene.double.select({ customId, values: [String(first?.alert.id)], message }).done()
  expect(textOf(ended.message)).not.toContain('at 1,010 players or more')
  const other = { id: '300000000000000055', username: 'other' }
  const foreign = await scene.double.slash({ command: 'alerts', user: other }).done()
  expect(textOf(foreign.message)).toContain('You have none.')
  const gone = await press(scene, ended.message, 'End all')
  expect(textOf(gone.message)).toContain('You have none.')
  await scene.at(5_000)
  await nextDelivery(scene)
  expect(scene.direct()).toEqual([])
})

test('closed messages end the alerts, with one word to the person where they were made [DISCORD-42]', async () => {
  const scene = await openAlerts()
  await atNumber(scene, '600')
  await atNumber(scene, '5000')
  scene.double.world.openDirect(SOMEBODY.id)
  scene.double.world.closeDirectMessages(SOMEBODY.id)
  await scene.at(700)
  const words = () => scene.double.world.messagesIn(CHANNEL).filter(({ nonce }) => nonce?.startsWith('hc-'))
  await soon(() => words().length).toBe(1)
  expect(words()[0]?.content).toBe(`<@${SOMEBODY.id}>`)
  expect(words()[0]?.embeds[0]?.description).toBe('I cannot send you direct messages, so your alerts have ended.')
  const shown = textOf(await list(scene))
  expect(shown.match(/direct messages are closed/g)).toHaveLength(2)
  await scene.at(6_000)
  await nextDelivery(scene)
  expect(words()).toHaveLength(1)
})

test.each([
  ['the person left the server', 'you or I left', (scene: Alerts) => leave(scene)],
  [
    'the server was unlinked',
    'no longer sees the game',
    (scene: Alerts) => scene.app.services.guilds.unlink(scene.account, GUILD),
  ],
])('no message comes after %s; the list says why it ended [DISCORD-43]', async (_what, reason, change) => {
  const scene = await openAlerts()
  await atNumber(scene, '600')
  await press(scene, await alertMe(scene), 'Each update')
  await change(scene)
  scene.update()
  await scene.at(500)
  await soon(async () => textOf(await list(scene))).toContain(reason)
  expect(scene.direct()).toEqual([])
  expect(scene.double.world.messagesIn(CHANNEL).filter(({ nonce }) => nonce?.startsWith('hc-'))).toEqual([])
})

function leave({ double: { world } }: Alerts): void {
  const guild = world.guilds.get(GUILD)
  if (guild === undefined) throw new Error('The scene has no server.')
  world.guilds.set(GUILD, { ...guild, members: [] })
}

test('an alert made as a member of the account ends with the membership [DISCORD-43]', async () => {
  const scene = await openAlerts({ linked: false })
  await join(scene, scene.account, SOMEBODY)
  const offered = await alertMe(scene)
  await press(scene, offered, 'Each update')
  scene.update()
  await scene.at(500)
  await soon(() => scene.direct().length).toBe(1)
  await scene.app.store.members.remove(scene.account.id, SOMEBODY.id)
  scene.update()
  await scene.at(510)
  await soon(async () => textOf(await list(scene))).toContain('you or I left')
  expect(scene.direct()).toHaveLength(1)
})

test('a server that the bot left 30 days ago takes the alerts made in it along [DISCORD-9, DISCORD-44]', async () => {
  const scene = await openAlerts()
  await atNumber(scene, '100000')
  const count = async () => (await scene.app.services.personAlerts.list(SOMEBODY.id)).length
  expect(await count()).toBe(1)
  scene.double.world.removeGuild(GUILD)
  await heard(scene)
  scene.app.clock.advance(30 * DAY_MINUTES)
  await scene.app.tick()
  await scene.restart()
  await soon(count).toBe(0)
})

test('what one person is notified of is in no list of the account, and goes with the alert [DISCORD-44]', async () => {
  const scene = await openAlerts()
  await atNumber(scene, '600')
  await scene.at(700)
  await soon(() => scene.direct().length).toBe(1)
  const about = { accountId: scene.account.id, limit: 100 }
  expect(await scene.app.store.outbox.list(about)).toEqual([])
  const delivered = () => scene.app.store.outbox.list({ ...about, kinds: ['person_alert'] })
  expect(await delivered()).toHaveLength(1)
  await scene.app.services.personAlerts.remove(SOMEBODY.id)
  expect(await delivered()).toEqual([])
})
