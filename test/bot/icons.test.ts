// The icon of a game in Discord: beside answers and notifications, and in the head of a chart.
import { createCanvas } from '@napi-rs/canvas'
import { expect, test } from 'vitest'
import { DAY_MINUTES } from '../../src/domain/clock.js'
import { countColor } from '../charts/pictures.js'
import type { DoubleMessage } from '../support/discord/double.js'
import { openSender, SOME_FACTS } from './notifications/posting.js'
import { MINUTE_NOW, minutesBetween, write } from './people.js'
import { type BotFixture, CHANNEL, openScene } from './scene.js'

const GREEN = '#00c000'

/** A game with ten days of samples, whose icon on the platform is a green square. */
async function openGame(): Promise<BotFixture & { readonly game: Awaited<ReturnType<BotFixture['track']>> }> {
  const scene = await openScene()
  const game = await scene.track({ name: 'Obby' }, CHANNEL)
  await write(scene, game, minutesBetween(MINUTE_NOW - 10 * DAY_MINUTES, MINUTE_NOW + 1, 10), () => ({ ccu: 100 }))
  const canvas = createCanvas(256, 256)
  const context = canvas.getContext('2d')
  context.fillStyle = GREEN
  context.fillRect(0, 0, 256, 256)
  const body = await canvas.encode('png')
  scene.app.simulator.settings.intercept = ({ path }) =>
    path.startsWith('/picture/') ? { headers: { 'content-type': 'image/png' }, body } : undefined
  await scene.restart()
  return Object.assign(scene, { game })
}

const refresh = ({ app }: BotFixture) => app.services.refreshIcons({ stop: new AbortController().signal })

/** The icon of a message, as a file of its own. */
function iconOf(message: DoubleMessage): string | undefined {
  const file = message.attachments.find(({ filename }) => filename === 'icon.webp')
  if (file === undefined) return undefined
  expect(message.embeds[0]?.thumbnail?.url).toMatch(/icon\.webp/)
  return file.bytes.toString('latin1', 8, 12)
}

test.each(['stats', 'summary'])(
  '/%s shows the icon of the game, and nothing in its place without one [WEB-32]',
  async (command) => {
    const scene = await openGame()
    const bare = await scene.double.slash({ command, channelId: CHANNEL }).done()
    expect(iconOf(bare.message)).toBeUndefined()
    expect(bare.message.embeds[0]?.thumbnail).toBeUndefined()
    await refresh(scene)
    const { message } = await scene.double.slash({ command, channelId: CHANNEL }).done()
    expect(iconOf(message)).toBe('WEBP')
  },
)

test.each([
  ['rank', {}],
  ['games', {}],
  ['compare', { first: 'Obby', second: 'Tycoon' }],
])(
  '/%s shows the icon of its first game, and nothing in its place without one [DISCORD-17]',
  async (command, options) => {
    const scene = await openGame()
    const other = await scene.track({ name: 'Tycoon' })
    await write(scene, other, minutesBetween(MINUTE_NOW - DAY_MINUTES, MINUTE_NOW + 1, 10), () => ({ ccu: 50 }))
    const ask = async () => (await scene.double.slash({ command, options }).done()).message
    expect(iconOf(await ask())).toBeUndefined()
    await refresh(scene)
    expect(iconOf(await ask())).toBe('WEBP')
  },
)

test('another range of /summary has the icon once', async () => {
  const scene = await openGame()
  await refresh(scene)
  const { message } = await scene.double.slash({ command: 'summary', channelId: CHANNEL }).done()
  const [row] = message.components
  const customId = `${(row as { components: { custom_id: string }[] }).components[0]?.custom_id}`
  const changed = await scene.double.select({ customId, values: ['7d'], message }).done()
  expect(iconOf(changed.message)).toBe('WEBP')
  expect(changed.message.attachments).toHaveLength(1)
})

test('/chart has the icon in the head of its picture, as soon as there is one', async () => {
  const scene = await openGame()
  const greenOf = async () => {
    const { message } = await scene.double.slash({ command: 'chart', channelId: CHANNEL }).done()
    const [chart] = message.attachments.filter(({ filename }) => filename === 'chart.png')
    return countColor(chart?.bytes ?? Buffer.alloc(0), GREEN)
  }
  expect(await greenOf()).toBe(0)
  await refresh(scene)
  expect(await greenOf()).toBeGreaterThan(5_000)
})

test('a notification about a game has its icon, one about Roblox has none [WEB-32]', async () => {
  const scene = await openGame()
  await refresh(scene)
  const sender = await openSender(scene)
  const posted = async (name: 'record' | 'platformDrop') => {
    const facts = SOME_FACTS[name]
    expect((await sender.post(scene.game, facts, { channelId: CHANNEL })).result).toMatchObject({ result: 'sent' })
    return scene.double.world.messagesIn(CHANNEL).at(-1) as DoubleMessage
  }
  expect(iconOf(await posted('record'))).toBe('WEBP')
  expect(iconOf(await posted('platformDrop'))).toBeUndefined()
})
