// What /chart, /compare, /summary and /goal compare with: the range before, the usual, and each other.
import { expect, test } from 'vitest'
import { THEMES } from '../../src/charts/theme.js'
import { DAY_MINUTES } from '../../src/domain/clock.js'
import { MINUTE_NOW, minutesBetween, TODAY, write } from '../bot/people.js'
import { type BotFixture, CHANNEL, menus, openScene } from '../bot/scene.js'
import { countColor } from '../charts/pictures.js'
import type { DoubleMessage } from '../support/discord/double.js'

const plain = (text: string | undefined): string => (text ?? '').replaceAll(/\s/g, ' ')
const described = (message: DoubleMessage): string => plain(message.embeds[0]?.description)
const pictureOf = (message: DoubleMessage): Buffer => message.attachments[0]?.bytes ?? Buffer.alloc(0)

const WEEK_START = (TODAY - 6) * DAY_MINUTES

/** Five weeks of a game whose players and visits of the last seven days are `factor` times those before. */
async function grown(scene: BotFixture, name: string, { ccu = 1_000, factor = 1.1 }, channelId?: string) {
  const game = await scene.track({ name }, channelId)
  let visits = 1_000_000
  await write(scene, game, minutesBetween(MINUTE_NOW - 35 * DAY_MINUTES, MINUTE_NOW + 1, 10), (minute) => {
    const isNew = minute >= WEEK_START
    visits += isNew ? 20 * factor : 20
    return { ccu: Math.round(isNew ? ccu * factor : ccu), visits: Math.round(visits), likes: 900, dislikes: 100 }
  })
  return game
}

const ask = async (scene: BotFixture, command: string, options: Record<string, string> = {}) =>
  (await scene.double.slash({ command, options, channelId: CHANNEL }).done(20_000)).message

test('/chart and /summary compare with the range before and with the usual of the same hours [DISCORD-24]', async () => {
  const scene = await openScene()
  const game = await grown(scene, 'Obby', { factor: 1.1 }, CHANNEL)
  await scene.restart()
  const chart = described(await ask(scene, 'chart'))
  expect(chart).toContain('Average **1,100** · +10.0% against the previous 7 days')
  expect(chart).toMatch(/ · \d\.\d% above the usual/)
  const summary = await ask(scene, 'summary', { range: '7d' })
  expect(described(summary)).toContain('The second lines compare with the previous 7 days.')
  expect(described(summary)).toMatch(/Players were \d\.\d% above the usual\./)
  const fields = Object.fromEntries((summary.embeds[0]?.fields ?? []).map(({ name, value }) => [name, value]))
  expect(fields).toMatchObject({ 'Average players': '1,100\n+10.0%', 'Like ratio': '90.00%\n0.00 points' })
  expect(fields.Visits).toMatch(/\(\+2\d,\d{3}\)\n\+(9\.9|10\.\d)%$/)
  const goal = await ask(scene, 'goal')
  expect(goal.embeds[0]?.fields?.[0]?.value).toMatch(
    /Last 7 days: \+2\d,\d{3}, \+(9\.9|10\.\d)% against the previous 7 days/,
  )
  expect(described(await ask(scene, 'summary', { range: 'all' }))).not.toContain('compare')
  const young = await scene.track({ name: 'Young' })
  await write(scene, young, minutesBetween(WEEK_START - 60, MINUTE_NOW, 10), () => ({ ccu: 5 }))
  expect(described(await ask(scene, 'chart', { game: 'Young' }))).not.toContain('against')
  expect(game.name).toBe('Obby')
})

test('counters are drawn by their change in each hour or day, and as totals where somebody asks [DISCORD-23]', async () => {
  const scene = await openScene()
  await grown(scene, 'Obby', { factor: 2 }, CHANNEL)
  await scene.restart()
  const week = await ask(scene, 'chart', { metric: 'visits' })
  expect(described(week)).toContain('Visits per hour · Last 7 days')
  expect(described(week)).toMatch(
    /Change \*\*\+3\d,\d{3}\*\* · at most \*\*\+240\*\* in an hour · now \*\*1,\d{3},\d{3}\*\*/,
  )
  expect(described(week)).toMatch(/\+(99\.\d|100\.\d)% against the previous 7 days/)
  const month = await ask(scene, 'chart', { metric: 'visits', range: '30d' })
  expect(described(month)).toContain('Visits per day · Last 30 days')
  expect(described(month)).toContain('at most **+5,760** in a day')
  const total = await ask(scene, 'chart', { metric: 'visits.total' })
  expect(described(total)).toMatch(/Visits · Last 7 days .*Lowest \*\*1,0\d\d,\d{3}\*\*/)
  const customId = menus(week)[1]?.custom_id ?? ''
  const chosen = await scene.double.select({ customId, values: ['visits.total'], message: week }).done()
  expect(described(chosen.message)).toContain('Lowest **1,0')
})

test('more than three days are the mean of each hour or day between its extremes [DISCORD-25]', async () => {
  const scene = await openScene()
  const game = await scene.track({ name: 'Obby' }, CHANNEL)
  await write(scene, game, minutesBetween(WEEK_START, MINUTE_NOW + 1, 10), (minute) => ({
    ccu: minute % 60 === 30 ? 5_000 : 1_000,
  }))
  await scene.restart()
  const week = await ask(scene, 'chart')
  expect(described(week)).toContain('Lowest **1,000** · highest **5,000**')
  // The mean of an hour is drawn, which no sample has.
  expect(described(week)).toMatch(/Average \*\*1,6\d\d\*\*/)
  const day = await ask(scene, 'chart', { range: '24h' })
  const line = THEMES.dark.lines[0] ?? ''
  const inked = await countColor(pictureOf(week), line)
  expect(inked).toBeGreaterThan(100)
  expect(inked).toBeLessThan(await countColor(pictureOf(day), line))
})

test('an update stands at its mark with what it did to players, and in words [DISCORD-26]', async () => {
  const scene = await openScene()
  const game = await scene.track({ name: 'Obby' }, CHANNEL)
  const update = MINUTE_NOW - 2 * DAY_MINUTES
  await write(scene, game, minutesBetween(MINUTE_NOW - 35 * DAY_MINUTES, MINUTE_NOW + 1, 10), (minute) => {
    const usual = 1_000 + 20 * Math.round(Math.sin(minute / 97) * 2)
    return { ccu: minute < update ? usual : Math.round(usual * 1.33) }
  })
  await scene.app.store.eventLog.put({
    universeId: game.universeId,
    accountId: null,
    kind: 'update',
    subject: `${game.universeId}:${update}`,
    start: update,
    end: update,
    cause: null,
    facts: { kind: 'update', foundAt: update + 1 },
    uncertainty: 0,
  })
  await scene.restart()
  const chart = await ask(scene, 'chart')
  expect(described(chart)).toMatch(/Update of <t:\d+:f>: \*\*\+3\d\.\d% ?\*\* players \(/)
  expect(await countColor(pictureOf(chart), THEMES.dark.marker)).toBeGreaterThan(300)
  expect(described(await ask(scene, 'chart', { metric: 'visits' }))).not.toContain('Update of')
})

test('games that differ by more than ten share a logarithm, and one sentence says which grew most [DISCORD-27]', async () => {
  const scene = await openScene()
  await grown(scene, 'Large', { ccu: 10_000, factor: 1.05 })
  await grown(scene, 'Small', { ccu: 100, factor: 1.5 })
  await grown(scene, 'Middle', { ccu: 5_000, factor: 0.9 })
  await scene.restart()
  const much = await ask(scene, 'compare', { first: 'Large', second: 'Small' })
  expect(described(much)).toContain('**Small** grew most: +50.0% against the previous 7 days.')
  expect(described(much)).toContain('logarithm')
  const before = pictureOf(much)
  const scale = menus(much)[2]?.custom_id ?? ''
  const index = await scene.double.select({ customId: scale, values: ['relative'], message: much }).done()
  expect(described(index.message)).toContain('change since the beginning')
  expect(pictureOf(index.message).equals(before)).toBe(false)
  const again = menus(index.message)[2]?.custom_id ?? ''
  const values = await scene.double.select({ customId: again, values: ['absolute'], message: index.message }).done()
  expect(described(values.message)).not.toContain('logarithm')
  expect(described(await ask(scene, 'compare', { first: 'Large', second: 'Middle' }))).not.toContain('logarithm')
})

test('of twelve charts asked at once, each has its first response within a second', async () => {
  const scene = await openScene()
  for (let index = 0; index < 12; index++) await grown(scene, `Game ${index}`, { ccu: 1_000 + index })
  await scene.restart()
  const handles = Array.from({ length: 12 }, (_, index) =>
    scene.double.slash({ command: 'chart', options: { game: `Game ${index}` } }),
  )
  const done = await Promise.all(handles.map((handle) => handle.done(60_000)))
  for (const { firstAnswer, message } of done) {
    expect(firstAnswer?.afterMs).toBeLessThan(1_000)
    expect(message.attachments).toHaveLength(1)
  }
})
