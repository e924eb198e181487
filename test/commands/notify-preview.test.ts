// /notify preview shows the notifications that a rule would have sent in the past.
import { writeFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { DAY_MINUTES } from '../../src/domain/clock.js'
import { MINUTE_NOW, MODERATOR, minutesBetween, write } from '../bot/people.js'
import { type BotFixture, CHANNEL, openScene } from '../bot/scene.js'
import type { OptionValues } from '../support/discord/people/command-options.js'

const { DUMP } = process.env

const preview = (scene: BotFixture, options: OptionValues) =>
  scene.double.slash({ command: 'notify preview', options, member: MODERATOR }).done()

async function withPast(): Promise<BotFixture> {
  const scene = await openScene()
  const game = await scene.track({ name: 'Obby' }, CHANNEL)
  const dips = [3, 9, 20].map((days) => MINUTE_NOW - days * DAY_MINUTES)
  const isLow = (minute: number) => dips.some((from) => minute >= from && minute < from + 180)
  await write(scene, game, minutesBetween(MINUTE_NOW - 25 * DAY_MINUTES, MINUTE_NOW, 1), (minute) => ({
    ccu: isLow(minute) ? 400 : 1_000 + (minute % 50),
  }))
  await scene.restart()
  return scene
}

test('it says how often the rule would have fired, with a chart of when', async () => {
  const scene = await withPast()
  const handle = await preview(scene, { condition: 'below', value: 500, readings: 3, cooldown: 30 })
  expect(handle.ephemeral).toBe(true)
  const [embed] = handle.message.embeds
  expect(embed?.title).toBe('Obby: what the rule would have done')
  expect(embed?.description).toContain('Players below 500, 3 readings in a row, at most once in 30 minutes.')
  expect(embed?.description).toContain('It would have fired 3 times in 25 days.')
  expect(embed?.description?.match(/<t:\d+:f>: 400, until <t:\d+:f>/g)).toHaveLength(3)
  const [chart] = handle.message.attachments
  expect(chart?.description).toContain('Players of Obby')
  if (DUMP && chart) await writeFile(`${DUMP}/preview.png`, chart.bytes)
  const never = await preview(scene, { condition: 'above', value: 5_000, days: 7 })
  expect(never.message.embeds[0]?.description).toContain('It would not have fired in 7 days.')
  expect(await scene.app.store.rules.all()).toEqual([])
})

test('a rule that is there is named by the list, and another account’s is not there', async () => {
  const scene = await withPast()
  await scene.double
    .slash({ command: 'notify add', options: { kind: 'alert', condition: 'below', value: 500 }, member: MODERATOR })
    .done()
  const [choice, ...others] = await scene.double.autocomplete({
    command: 'notify preview',
    member: MODERATOR,
    focused: { name: 'rule', value: '' },
  })
  expect([choice?.name, others]).toEqual(['Obby · Players below 500', []])
  const handle = await preview(scene, { rule: String(choice?.value) })
  expect(handle.message.embeds[0]?.description).toContain('3 times')
  expect((await preview(scene, { rule: 'rule:99' })).message.content).toContain('no longer there')
})

test('where nothing was measured, it says so', async () => {
  const scene = await openScene()
  await scene.track({ name: 'New' }, CHANNEL)
  await scene.restart()
  const handle = await preview(scene, {})
  expect(handle.message.embeds[0]?.description).toContain('Nothing was measured in this time')
  expect(handle.message.attachments).toEqual([])
})

test('a preview of more days than there may be is rejected, and one of fewer measured days says so', async () => {
  const scene = await openScene()
  const game = await scene.track({ name: 'Obby' }, CHANNEL)
  await write(scene, game, minutesBetween(MINUTE_NOW - 3 * DAY_MINUTES, MINUTE_NOW + 1, 10))
  await scene.restart()
  const rejected = await preview(scene, { condition: 'below', value: 500, days: 400 })
  expect(rejected.message.content).toBe('A preview goes back 1 to 90 days.')
  const short = await preview(scene, { condition: 'below', value: 500, days: 7 })
  expect(short.message.embeds[0]?.description).toContain('Measured for 3 days so far')
})
