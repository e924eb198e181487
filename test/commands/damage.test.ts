// The answers of commands about a week that is damaged on disk.
import { expect, test } from 'vitest'
import { DAY_MINUTES, isoOfDay, WEEK_MINUTES } from '../../src/domain/clock.js'
import { MINUTE_NOW, minutesBetween, TODAY, write } from '../bot/people.js'
import { type BotFixture, CHANNEL, openScene } from '../bot/scene.js'
import { flipBit } from '../support/store/damage-file.js'

/** Thursday 2026-06-04 to Wednesday 2026-06-10: the week before the running one. */
const WEEK = (Math.floor(MINUTE_NOW / WEEK_MINUTES) - 1) * WEEK_MINUTES
const [FROM, TO] = [WEEK / DAY_MINUTES, WEEK / DAY_MINUTES + 6].map(isoOfDay)

async function openDamaged(from = WEEK - WEEK_MINUTES): Promise<BotFixture> {
  const scene = await openScene()
  const game = await scene.track({ name: 'Obby' }, CHANNEL)
  await write(scene, game, minutesBetween(from, MINUTE_NOW + 1, 60))
  flipBit({ file: scene.app.databaseFile, universeId: game.universeId, minute: WEEK })
  await scene.restart()
  return scene
}

test.each(['csv', 'json', 'xlsx'])(
  '/export as %s names the damaged days, and hands out the days beside them',
  async (format) => {
    const scene = await openDamaged()
    const ask = (from: string, to: string) =>
      scene.double.slash({ command: 'export', options: { from, to, format } }).done()
    const rejected = await ask(isoOfDay(TODAY - 20), isoOfDay(TODAY))
    expect(rejected.ephemeral).toBe(true)
    expect(rejected.message.attachments).toEqual([])
    expect(rejected.message.content).toContain(`damaged on disk and cannot be read: ${FROM} to ${TO} (UTC)`)
    const given = await ask(isoOfDay(TODAY - 6), isoOfDay(TODAY))
    expect(given.message.attachments).toHaveLength(1)
  },
)

test('/summary counts what can be read, and does not call the rest a gap', async () => {
  const scene = await openDamaged()
  const ask = async (range: string) =>
    (await scene.double.slash({ command: 'summary', options: { range } }).done()).message.embeds[0]?.description ?? ''
  const month = await ask('30d')
  expect(month).toContain(`Damaged on disk, so not counted: ${FROM} to ${TO} (UTC).`)
  expect(month).not.toContain('gaps')
  expect(await ask('24h')).not.toContain('Damaged')
})

test('/summary and /chart of damaged days alone do not say that nothing was measured', async () => {
  const scene = await openScene()
  const game = await scene.track({ name: 'Obby' }, CHANNEL)
  await write(scene, game, minutesBetween(WEEK, WEEK + WEEK_MINUTES, 60))
  flipBit({ file: scene.app.databaseFile, universeId: game.universeId, minute: WEEK })
  await scene.restart()
  const { message } = await scene.double.slash({ command: 'summary', options: { range: '30d' } }).done()
  expect(message.embeds[0]?.description).toContain('Nothing of this range can be read.')
  expect(message.embeds[0]?.description).toContain(`${FROM} to ${TO} (UTC)`)
  const chart = await scene.double.slash({ command: 'chart', options: { range: '30d' } }).done()
  expect(chart.message.content).toContain(`${FROM} to ${TO} (UTC)`)
})

test('/chart names the damaged days beside the picture', async () => {
  const scene = await openDamaged()
  const { message } = await scene.double.slash({ command: 'chart', options: { range: '30d' } }).done()
  expect(message.attachments).toHaveLength(1)
  expect(message.embeds[0]?.description).toContain(`Damaged on disk and cannot be read: ${FROM} to ${TO} (UTC).`)
  const day = await scene.double.slash({ command: 'chart', options: { range: '24h' } }).done()
  expect(day.message.embeds[0]?.description).not.toContain('Damaged')
})

test.each([
  ['es-ES', ' a '],
  ['pt-BR', ' a '],
] as const)('names the damaged days to a reader of %s without English words', async (locale, between) => {
  const scene = await openDamaged()
  for (const command of ['summary', 'chart']) {
    const { message } = await scene.double.slash({ command, locale, options: { range: '30d' } }).done()
    expect(message.embeds[0]?.description).toContain(`${FROM}${between}${TO} (UTC)`)
  }
  const options = { from: isoOfDay(TODAY - 20), to: isoOfDay(TODAY), format: 'csv' }
  const rejected = await scene.double.slash({ command: 'export', locale, options }).done()
  expect(rejected.message.content).toContain(`${FROM}${between}${TO} (UTC)`)
})
