// /export as people use it.

import { readXlsx } from 'hucre/xlsx'
import { expect, test } from 'vitest'
import { DAY_MINUTES, isoOfDay } from '../../src/domain/clock.js'
import { MINUTE_NOW, minutesBetween, TODAY, write } from '../bot/people.js'
import { type BotFixture, CHANNEL, openScene, slowly } from '../bot/scene.js'
import { CSV_HEADER, csvLine } from '../support/export-files.js'

const today = isoOfDay(TODAY)
const ask = (scene: BotFixture, options: Record<string, string>, more = {}) =>
  scene.double.slash({ command: 'export', options: { from: today, to: today, format: 'csv', ...options }, ...more })

test('it hands out CSV and JSON, for the asker alone, without revenue [DISCORD-11]', async () => {
  const scene = await openScene()
  const game = await scene.track({ name: 'Obby / *one*' }, CHANNEL)
  await write(scene, game, [MINUTE_NOW - 2, MINUTE_NOW - 1])
  await scene.app.store.revenue.put(game.id, [{ day: TODAY, amount: 77 }])
  await scene.restart()
  const csv = await ask(scene, {}).done()
  expect(csv.ephemeral).toBe(true)
  expect(csv.message.content).toBe(`**Obby / \\*one\\***, ${today} to ${today} (UTC).`)
  const [file] = csv.message.attachments
  expect(file?.filename).toMatch(/\.csv$/)
  const lines = file?.bytes.toString().split('\r\n') ?? []
  expect(lines[0]).toBe(CSV_HEADER)
  expect(lines[1]).toBe(csvLine(`${today}T11:58:00.000Z,${game.universeId},10,1000,100,80,20,`))
  expect(lines).toHaveLength(4)
  const json = await ask(scene, { format: 'json', game: 'obby' }).done()
  const document: unknown = JSON.parse(json.message.attachments[0]?.bytes.toString() ?? '')
  expect(document).toMatchObject({ success: true, count: 2, game: { id: game.id } })
  expect(JSON.stringify(document)).not.toContain('revenue')
})

test('it hands out a workbook, which a reader of its own opens', async () => {
  const scene = await openScene()
  const game = await scene.track({ name: 'Obby' }, CHANNEL)
  await write(scene, game, [MINUTE_NOW - 2, MINUTE_NOW - 1])
  await scene.app.store.revenue.put(game.id, [{ day: TODAY, amount: 77 }])
  await scene.restart()
  const { message } = await ask(scene, { format: 'xlsx' }).done()
  const [file] = message.attachments
  expect(file?.filename).toBe(`Obby ${today} to ${today}.xlsx`)
  const { sheets } = await readXlsx(file?.bytes ?? new Uint8Array())
  expect(sheets[0]?.rows).toHaveLength(3)
  expect(JSON.stringify(sheets)).not.toContain('77,')
})

test('a file over the limit is rejected in words, with the call that gives it', async () => {
  const scene = await openScene()
  const game = await scene.track({ name: 'Obby' }, CHANNEL)
  const days = 150
  await write(scene, game, minutesBetween((TODAY - days) * DAY_MINUTES, MINUTE_NOW))
  await scene.restart()
  const from = isoOfDay(TODAY - days)
  const handle = await ask(scene, { from }).done()
  expect(handle.ephemeral).toBe(true)
  expect(handle.firstAnswer?.afterMs).toBeLessThan(1_500)
  expect(handle.message.attachments).toEqual([])
  expect(handle.message.content).toContain('10 MiB')
  expect(handle.message.content).toContain(
    `GET /api/v1/games/${game.id}/export?start_date=${from}&end_date=${today}&format=csv`,
  )
  // A request has at most 25 MiB, even if a boosted server accepts files of 100 MiB.
  const boosted = await ask(scene, { from, format: 'json' }, { attachmentSizeLimit: 100 * 1_048_576 }).done()
  expect(boosted.message.content).toContain('24 MiB')
  await scene.bot().stop()
  const bot = scene.launch({ publicUrl: 'https://stats.example' })
  await expect.poll(() => bot.state().state).toBe('ready')
  const whole = await ask(scene, { from }).done()
  expect(whole.message.content).toContain('`GET https://stats.example/api/v1/games/')
})

test('wrong dates and empty ranges are rejected privately, by name', async () => {
  const scene = await openScene()
  await scene.track({ name: 'Obby' }, CHANNEL)
  await scene.restart()
  const texts = [
    [{ from: '2026-02-30' }, '`from` must be a calendar date'],
    [{ to: 'tomorrow' }, '`to` must be a calendar date'],
    [{ from: '2026-12-01' }, '`from` must not be after `to`'],
    [{ from: '2020-01-01' }, 'at most 732 days'],
    [{}, 'Nothing was measured on these days'],
  ] as const
  for (const [options, words] of texts) {
    const handle = await ask(scene, options).done()
    expect(handle.ephemeral).toBe(true)
    expect(handle.message.content).toContain(words)
  }
})

test('dates and games are offered while somebody types', async () => {
  const scene = await openScene()
  await scene.track({ name: 'Obby' })
  await scene.restart()
  const typing = (name: string, value: string) =>
    scene.double.autocomplete({ command: 'export', focused: { name, value } })
  expect((await typing('from', ''))[0]).toEqual({ name: `${today} · Today`, value: today })
  expect(await typing('to', '2026-01-05')).toEqual([{ name: '2026-01-05', value: '2026-01-05' }])
  expect(await typing('game', 'ob')).toMatchObject([{ name: 'Obby' }])
})

test('a slow store makes it defer, and the file comes privately all the same', async () => {
  const scene = await openScene()
  const game = await scene.track({ name: 'Obby' }, CHANNEL)
  await write(scene, game, [MINUTE_NOW])
  const { services } = scene.app
  await scene.restart({ ...services, exportSamples: slowly(scene, services.exportSamples) })
  const handle = await ask(scene, {}).done()
  expect(handle.deferred).toBe(true)
  expect(handle.ephemeral).toBe(true)
  expect(handle.message.attachments).toHaveLength(1)
})
