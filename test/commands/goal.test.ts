// /goal as people use it.
import { expect, test } from 'vitest'
import { DAY_MINUTES, msOf } from '../../src/domain/clock.js'
import { evenings, MINUTE_NOW, TODAY, write } from '../bot/people.js'
import { CHANNEL, openScene } from '../bot/scene.js'

const dayOfMinute = (minute: number) => Math.floor(minute / DAY_MINUTES) - (TODAY - 29)

test('it names the next milestones, and when they may be reached: beyond a year only the year [INSIGHTS-61]', async () => {
  const scene = await openScene()
  const game = await scene.track({ name: 'Obby *one*' }, CHANNEL)
  // 1,000 visits a day, twice that at weekends' end; favorites stand still; likes are new.
  await write(scene, game, [...evenings(29), MINUTE_NOW], (minute) => {
    const day = dayOfMinute(minute)
    return {
      visits: 1_000_000 + day * 1_000 + Math.floor(day / 7) * 1_000,
      favorites: 340,
      likes: minute > MINUTE_NOW - 3 * DAY_MINUTES ? 90 + day : null,
      dislikes: null,
    }
  })
  await scene.restart()
  const { message, ephemeral } = await scene.double.slash({ command: 'goal', channelId: CHANNEL }).done()
  expect(ephemeral).toBe(false)
  expect(message.embeds[0]?.title).toBe('Next milestones of Obby \\*one\\*')
  const [visits, favorites, likes] = message.embeds[0]?.fields ?? []
  expect(visits?.name).toBe('Visits')
  expect(visits?.value).toMatch(
    /^1,033,000 → \*\*2,000,000\*\* · 967,000 to go\n(between|in) 202\d( and 20\d\d)?\nLast 7 days: \+8,000/,
  )
  expect(favorites?.value).toBe('340 → **500** · 160 to go\nnot growing at the moment\nLast 7 days: 0')
  expect(likes?.value).toBe('119 → **200** · 81 to go\nnot enough data yet')
})

test('a game that has only begun has not enough data yet, and one without votes says so', async () => {
  const scene = await openScene()
  const game = await scene.track({ name: 'New' }, CHANNEL)
  await write(scene, game, [MINUTE_NOW - DAY_MINUTES, MINUTE_NOW], () => ({ visits: 99, likes: null, dislikes: null }))
  await scene.restart()
  const { message } = await scene.double.slash({ command: 'goal', locale: 'fr' }).done()
  const [visits, , likes] = message.embeds[0]?.fields ?? []
  expect(visits?.value).toBe('99 → **100** · 1 to go\nnot enough data yet')
  expect(likes?.value).toBe('not shown by Roblox yet')
  expect(message.embeds[0]?.description).toContain(`As of <t:${msOf(MINUTE_NOW) / 1000}:R>`)
})

test('what is near has days, and what is too far away is said to be', async () => {
  const scene = await openScene()
  const slow = await scene.track({ name: 'Slow' })
  await write(scene, slow, [...evenings(29), MINUTE_NOW], (minute) => ({
    visits: 1_000_000_100 + dayOfMinute(minute),
    favorites: 100 + 2 * Math.max(0, dayOfMinute(minute) - 10) + (dayOfMinute(minute) % 2),
  }))
  await scene.restart()
  const { message } = await scene.double.slash({ command: 'goal', options: { game: 'Slow' } }).done()
  const [visits, favorites] = message.embeds[0]?.fields ?? []
  expect(visits?.value).toContain('not within 10 years at this pace')
  expect(favorites?.value).toMatch(/between <t:\d+:D> and <t:\d+:D>/)
})

test('without a sample it says so privately', async () => {
  const scene = await openScene()
  await scene.track({ name: 'Obby' }, CHANNEL)
  await scene.restart()
  const handle = await scene.double.slash({ command: 'goal' }).done()
  expect(handle.ephemeral).toBe(true)
  expect(handle.message.content).toContain('has no sample yet')
})
