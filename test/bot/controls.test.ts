// Buttons and menus belong to the person who asked: another person's press does not change the message.
import { expect, test } from 'vitest'
import { MINUTE_NOW, minutesBetween, write } from './people.js'
import { buttons, menus, openScene, rows, slowly, trackMany } from './scene.js'

const STRANGER = { id: '300000000000000055', username: 'stranger' }

test('a page turned by somebody else is theirs alone, and stays so, after a restart too [DISCORD-14]', async () => {
  const scene = await openScene()
  await trackMany(scene, 23)
  await scene.app.tick()
  await scene.restart()
  const { message } = await scene.double.slash({ command: 'rank' }).done()
  const before = rows(message)
  const next = buttons(message)[1]?.custom_id ?? ''
  await scene.restart()
  const pressed = await scene.double.button({ customId: next, message, user: STRANGER }).done()
  expect(pressed.ephemeral).toBe(true)
  expect(rows(pressed.message)[0]).toContain('Game 11')
  expect(rows(message)).toEqual(before)
  const further = buttons(pressed.message)[1]?.custom_id ?? ''
  const own = await scene.double.button({ customId: further, message: pressed.message, user: STRANGER }).done()
  expect(own.message.id).toBe(pressed.message.id)
  expect(rows(own.message)[0]).toContain('Game 21')
  const asker = await scene.double.button({ customId: next, message }).done()
  expect(asker.message.id).toBe(message.id)
  expect(rows(message)[0]).toContain('Game 11')
})

test('a range chosen by somebody else, from a slow store, leaves the picture as it was', async () => {
  const scene = await openScene()
  const game = await scene.track({ name: 'Obby' })
  await write(scene, game, minutesBetween(MINUTE_NOW - 600, MINUTE_NOW, 5))
  const { services } = scene.app
  const { chartSeries } = services
  await scene.restart({ ...services, chartSeries: { ...chartSeries, outline: slowly(scene, chartSeries.outline) } })
  const { message } = await scene.double.slash({ command: 'chart', options: { game: 'Obby' } }).done()
  const [file] = message.attachments
  const customId = menus(message)[0]?.custom_id ?? ''
  const chosen = await scene.double.select({ customId, message, values: ['24h'], user: STRANGER }).answered()
  const followUp = () => scene.double.calls.find(({ path, method }) => method === 'POST' && path.includes('/webhooks/'))
  await expect.poll(followUp, { timeout: 60_000 }).toMatchObject({ body: { flags: 64 } })
  expect(chosen.deferred).toBe(true)
  expect(message.attachments).toEqual([file])
})

test('a control from before askers were written down is its asker’s still, as Discord remembers', async () => {
  const scene = await openScene()
  await trackMany(scene, 12)
  await scene.app.tick()
  await scene.restart()
  const { message } = await scene.double.slash({ command: 'rank' }).done()
  const [, next] = buttons(message)
  const customId = (next?.custom_id ?? '').split('@')[0] ?? ''
  Object.assign(next ?? {}, { custom_id: customId })
  const strange = await scene.double.button({ customId, message, user: STRANGER }).done()
  expect(strange.ephemeral).toBe(true)
  const own = await scene.double.button({ customId, message }).done()
  expect(own.message.id).toBe(message.id)
})

test('a control on what the bot posted by itself answers whoever presses, and leaves the post alone', async () => {
  const scene = await openScene()
  await trackMany(scene, 12)
  await scene.app.tick()
  await scene.restart()
  const pressed = await scene.double.button({ customId: 'v1:rank:page:players:2' }).done()
  expect(pressed.ephemeral).toBe(true)
  expect(rows(pressed.message)[0]).toContain('Game 11')
})
