// /summary as people use it.
import { expect, test } from 'vitest'
import { DAY_MINUTES, msOf } from '../../src/domain/clock.js'
import { MINUTE_NOW, minutesBetween, TODAY, write } from '../bot/people.js'
import { CHANNEL, openScene, slowly } from '../bot/scene.js'
import { type DoubleMessage, SOMEBODY } from '../support/discord/double.js'

const fields = (message: DoubleMessage): Record<string, string> =>
  Object.fromEntries((message.embeds[0]?.fields ?? []).map(({ name, value }) => [name, value]))

const at = (minute: number, style: string) => `<t:${msOf(minute) / 1000}:${style}>`

test('it sums up the last 24 hours to the minute', async () => {
  const scene = await openScene()
  const game = await scene.track({ name: 'Obby' }, CHANNEL)
  const from = MINUTE_NOW + 1 - DAY_MINUTES
  await write(scene, game, minutesBetween(from - 100, MINUTE_NOW + 1), (minute) => ({
    ccu: minute < from ? 999_999 : minute === from + 60 ? 3_000 : minute < from + 720 ? 1_000 : 2_000,
    visits: 1_000_000 + (minute - from) * 10,
    likes: 900,
    dislikes: 100 + (minute === MINUTE_NOW ? -10 : 0),
  }))
  await scene.restart()
  const { message, ephemeral } = await scene.double
    .slash({ command: 'summary', options: { range: '24h' }, channelId: CHANNEL })
    .done()
  expect(ephemeral).toBe(false)
  expect(message.embeds[0]?.title).toBe('Obby')
  expect(message.embeds[0]?.description).toBe(
    `Last 24 hours · ${at(from, 'f')} to ${at(MINUTE_NOW, 'f')}\nMeasured all the time.`,
  )
  expect(fields(message)).toMatchObject({
    'Fewest players': '1,000',
    'Average players': '1,501',
    Peak: `3,000 · ${at(from + 60, 'f')}`,
    'Player hours': '36,033',
    Visits: '1,014,390 (+14,400)',
    Favorites: '100 (0)',
    Likes: '900 (0)',
    Dislikes: '90 (-10)',
    'Like ratio': '90.91%',
  })
})

test('whole ranges are days in UTC, the same as in the API, and coverage is stated in plain words [DISCORD-5]', async () => {
  const scene = await openScene()
  const game = await scene.track({ name: 'Obby' }, CHANNEL)
  const first = (TODAY - 9) * DAY_MINUTES
  await write(scene, game, minutesBetween(first, MINUTE_NOW + 1, 10))
  await scene.app.store.series.recordTick({
    minute: first,
    samples: [],
    gaps: [],
    facts: [],
    schedules: [{ universeId: game.universeId, since: first, interval: 10 }],
    cursor: { minute: first, clockWasWrong: false },
  })
  await scene.restart()
  const ask = async (range?: string) => {
    const handle = await scene.double.slash({ command: 'summary', ...(range ? { options: { range } } : {}) }).done()
    return handle.message.embeds[0]?.description ?? ''
  }
  const usual = await ask()
  expect(usual).toContain(`Last 30 days · ${at((TODAY - 29) * DAY_MINUTES, 'f')}`)
  const api = await scene.app.services.summarizeGames.one(scene.account, game, {})
  expect(usual).toContain(`Measured ${(api.summary.coverage * 100).toFixed(1)}% of the time: the game is known since`)
  expect(usual).toContain(at(first, 'D'))
  expect(await ask('7d')).toContain('Measured all the time.')
  expect(await ask('all')).toContain(`All time · ${at(first, 'f')}`)
  expect(await ask('1y')).toContain(`Last year · ${at((TODAY - 364) * DAY_MINUTES, 'f')}`)
})

test('its menu changes the range after a restart, in the same message', async () => {
  const scene = await openScene()
  const game = await scene.track({ name: 'Obby' }, CHANNEL)
  await write(scene, game, minutesBetween(MINUTE_NOW - 500, MINUTE_NOW))
  await scene.restart()
  const first = await scene.double.slash({ command: 'summary' }).done()
  await scene.restart()
  const customId = `v1:summary:range:${game.id}@${SOMEBODY.id}`
  const second = await scene.double.select({ customId, values: ['90d'], message: first.message }).done()
  expect(second.message.id).toBe(first.message.id)
  expect(second.message.embeds[0]?.description).toContain('Last 90 days')
  await scene.app.services.games.remove(game)
  const gone = await scene.double.select({ customId, values: ['7d'] }).done()
  expect(gone.ephemeral).toBe(true)
  expect(gone.message.content).toContain('no longer tracked')
  const strange = await scene.double.select({ customId: 'v1:summary:gone:1', values: ['7d'] }).done()
  expect(strange.message.content).toContain('too old')
})

test('a range without samples, a game without any, and gaps are called what they are', async () => {
  const scene = await openScene()
  const game = await scene.track({ name: 'Obby' }, CHANNEL)
  await scene.restart()
  const never = await scene.double.slash({ command: 'summary' }).done()
  expect(never.ephemeral).toBe(true)
  expect(never.message.content).toContain('has not been measured yet')
  await write(scene, game, minutesBetween((TODAY - 40) * DAY_MINUTES, (TODAY - 40) * DAY_MINUTES + 30))
  const empty = await scene.double.slash({ command: 'summary', options: { range: '7d' } }).done()
  expect(empty.message.embeds[0]?.description).toContain('Nothing was measured in this range')
  expect(empty.message.embeds[0]?.fields ?? []).toEqual([])
  await write(scene, game, [MINUTE_NOW])
  const gaps = await scene.double.slash({ command: 'summary', options: { range: '7d' } }).done()
  expect(gaps.message.embeds[0]?.description).toMatch(/Measured <0.1% of the time; the rest are gaps/)
})

test('numbers are in the language of the texts, and a slow store makes it defer [DISCORD-22]', async () => {
  const scene = await openScene()
  const game = await scene.track({ name: 'Obby' }, CHANNEL)
  await write(scene, game, [MINUTE_NOW], () => ({ ccu: 12_345 }))
  const { services } = scene.app
  await scene.restart({ ...services, summarizeSpan: slowly(scene, services.summarizeSpan) })
  const handle = await scene.double.slash({ command: 'summary', options: { game: 'obby' }, locale: 'de' }).done()
  expect(handle.deferred).toBe(true)
  expect(fields(handle.message)['Fewest players']).toBe('12,345')
})
