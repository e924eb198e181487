// /games lists the tracked games in pages.
import { expect, test } from 'vitest'
import { msOf } from '../../src/domain/clock.js'
import { MINUTE_NOW, write } from '../bot/people.js'
import { buttons, CHANNEL, openScene, slowly, trackMany } from '../bot/scene.js'

test('it lists what is tracked, where it is linked, and since when it is known', async () => {
  const scene = await openScene()
  const linked = await scene.track({ name: 'Obby' }, CHANNEL)
  const elsewhere = await scene.track({ name: 'Away' }, '999000000000000001')
  const paused = await scene.track({ name: 'Zzz' })
  await scene.app.services.games.change(paused, { isActive: false })
  await write(scene, linked, [MINUTE_NOW - 5_000, MINUTE_NOW - 10])
  await scene.restart()
  const { message, ephemeral } = await scene.double.slash({ command: 'games' }).done()
  expect(ephemeral).toBe(false)
  expect(message.embeds[0]?.description?.split('\n')).toEqual([
    `**Away** · ID ${elsewhere.id} · its channel is in another server · not measured yet`,
    `**Obby** · ID ${linked.id} · <#${CHANNEL}> · known since <t:${msOf(MINUTE_NOW - 5_000) / 1000}:D>`,
    `**Zzz** · ID ${paused.id} · no channel · not measured yet · paused`,
  ])
  expect(message.allowedMentions).toMatchObject({ parse: [] })
})

test('it turns pages with buttons that outlive a restart, and a page that is gone shows the last one', async () => {
  const scene = await openScene()
  await trackMany(scene, 23)
  await scene.restart()
  const first = await scene.double.slash({ command: 'games', locale: 'de' }).done()
  expect(first.message.embeds[0]?.description?.split('\n')).toHaveLength(10)
  expect(first.message.embeds[0]?.footer?.text).toBe('Page 1 of 3 · 23 games')
  await scene.restart()
  const next = buttons(first.message)[1]?.custom_id ?? ''
  const second = await scene.double.button({ customId: next, message: first.message }).done()
  expect(second.message.id).toBe(first.message.id)
  expect(second.message.embeds[0]?.description).toContain('**Game 11**')
  const beyond = await scene.double.button({ customId: 'v1:games:page:99' }).done()
  expect(beyond.message.embeds[0]?.footer?.text).toBe('Page 3 of 3 · 23 games')
  const wrong = await scene.double.button({ customId: 'v1:games:page:x' }).done()
  expect(wrong.ephemeral).toBe(true)
})

test('strange names stand in it harmlessly, and a slow store makes it defer', async () => {
  const scene = await openScene()
  for (const name of ['**bold** @everyone', 'x'.repeat(101), 'ברוכים הבאים']) await scene.track({ name })
  const { services } = scene.app
  const guildView = { ...services.guildView, knownSince: slowly(scene, services.guildView.knownSince) }
  await scene.restart({ ...services, guildView })
  const handle = await scene.double.slash({ command: 'games' }).done()
  expect(handle.deferred).toBe(true)
  const lines = handle.message.embeds[0]?.description ?? ''
  expect(lines).toContain('\\*\\*bold\\*\\* @\u200beveryone')
  expect(lines).toContain(`${'x'.repeat(59)}…`)
  expect(lines).toContain('\u2068ברוכים הבאים\u2069')
})

test('without games it says how to add one, privately', async () => {
  const scene = await openScene()
  await scene.restart()
  const handle = await scene.double.slash({ command: 'games' }).done()
  expect(handle.ephemeral).toBe(true)
  expect(handle.message.content).toContain('/track add')
})
