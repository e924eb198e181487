// The picture of /rank, its other orders, and the order at a past time.
import { expect, test } from 'vitest'
import { DAY_MINUTES, isoOfMinute, msOf } from '../../src/domain/clock.js'
import { MINUTE_NOW, minutesBetween, write } from '../bot/people.js'
import { type BotFixture, button, openScene, rows } from '../bot/scene.js'
import type { DoubleMessage } from '../support/discord/double.js'

/** Two days of two games: the small one doubled in the last day, and is liked more. */
async function openTwo(): Promise<BotFixture> {
  const scene = await openScene()
  for (const [name, ccu, likes] of [
    ['Large [x]', 1_000, 50],
    ['@everyone small', 600, 90],
  ] as const) {
    const game = await scene.track({ name })
    await write(scene, game, minutesBetween(MINUTE_NOW - 3 * DAY_MINUTES, MINUTE_NOW + 1, 10), (minute) => ({
      ccu: likes === 90 && minute > MINUTE_NOW - DAY_MINUTES / 2 ? 2 * ccu : ccu,
      likes,
      dislikes: 100 - likes,
    }))
  }
  await scene.restart()
  return scene
}

const rank = async (scene: BotFixture, options: Record<string, string>) =>
  (await scene.double.slash({ command: 'rank', options }).done()).message
const names = (message: DoubleMessage) => rows(message).map((row) => row.replace(/^.*\*\*(.*)\*\*.*$/, '$1'))

test('the picture says what the text says, with icons and the line of a day [DISCORD-28]', async () => {
  const scene = await openTwo()
  const message = await rank(scene, {})
  expect(rows(message)).toEqual([
    '`1.` **@\u200beveryone small** · 1,200 playing · ▲1',
    '`2.` **Large [x]** · 1,000 playing · ▼1',
  ])
  const [picture] = message.attachments
  expect(picture?.filename).toBe('ranking.png')
  expect(picture?.description).toBe('Games by players: 1. @everyone small, 2. Large [x].')
  expect(picture?.bytes.subarray(1, 4).toString('latin1')).toBe('PNG')
  expect(message.embeds[0]?.image?.url).toMatch(/ranking\.png/)
})

test('it ranks by growth and by the like ratio, too [DISCORD-4]', async () => {
  const scene = await openTwo()
  const growth = await rank(scene, { by: 'growth' })
  expect(rows(growth)[0]).toContain('small** · +100.0% players')
  const liked = await rank(scene, { by: 'like_ratio' })
  expect(rows(liked)[0]).toContain('small** · 90.00% liked · =')
  expect(liked.embeds[0]?.title).toBe('Games by like ratio')
})

test('at a past time it shows the order of then, on every page [DISCORD-28]', async () => {
  const scene = await openTwo()
  for (let index = 0; index < 10; index++) await scene.track({ name: `Later ${index}` })
  const minute = MINUTE_NOW - DAY_MINUTES
  const at = isoOfMinute(minute).slice(0, 16).replace('T', ' ')
  const past = await rank(scene, { at })
  expect(names(past).slice(0, 2)).toEqual(['Large [x]', '@\u200beveryone small'])
  expect(past.embeds[0]?.description).toContain(`As it was on <t:${msOf(minute) / 1000}:f>`)
  const next = button(past, 'Next').custom_id ?? ''
  const second = await scene.double.button({ customId: next, message: past }).done()
  expect(second.message.embeds[0]?.description).toContain('As it was on')
  for (const wrong of ['yesterday', '2026-13-01', '2031-01-01 00:00']) {
    const answer = await scene.double.slash({ command: 'rank', options: { at: wrong } }).done()
    expect(answer.ephemeral, wrong).toBe(true)
    expect(answer.message.content, wrong).toMatch(/is not a time|not over yet/)
  }
})
