// /chart and /compare as people use them: through discord.js over the double, drawn by the real painter.
import { expect, test } from 'vitest'
import { THEMES } from '../../src/charts/theme.js'
import { DAY_MINUTES, msOf } from '../../src/domain/clock.js'
import { join, MEMBER, MINUTE_NOW, minutesBetween, OWNER, TODAY, write } from '../bot/people.js'
import { type BotFixture, CHANNEL, GUILD, openScene, slowly } from '../bot/scene.js'
import { countColor } from '../charts/pictures.js'
import { facts } from '../store/contract/support.js'
import { type DoubleMessage, SOMEBODY } from '../support/discord/double.js'

const LONG_NAME = '🎃 UPDATE *12* Super Mega Tycoon: Legends of 🔥 Roleplay __x__'
const DIRECT = { guildId: null, user: MEMBER }
const WEEK_AGO = (TODAY - 6) * DAY_MINUTES

const plain = (text: string | undefined): string => (text ?? '').replaceAll(/\s/g, ' ')

/** The only picture of a message; expects what every picture must have. */
function picture(message: DoubleMessage) {
  const [file, ...others] = message.attachments
  expect(others).toEqual([])
  expect(file?.bytes.subarray(0, 8).toString('latin1')).toBe('\x89PNG\r\n\x1a\n')
  expect(message.embeds[0]?.image?.url).toMatch(/chart\.png/)
  return { bytes: file?.bytes ?? Buffer.alloc(0), alt: plain(file?.description) }
}

async function measured(scene: BotFixture, name: string, ccu: number, channelId?: string) {
  const game = await scene.track({ name }, channelId)
  await write(scene, game, minutesBetween(WEEK_AGO - 7 * DAY_MINUTES, MINUTE_NOW + 1, 10), (minute) => ({
    ccu: minute === MINUTE_NOW ? ccu + 1 : minute === WEEK_AGO ? 5_000 : ccu,
    visits: 1_000_000 + minute - WEEK_AGO,
    likes: 900,
    dislikes: 100,
  }))
  return game
}

test('/chart draws the channel’s game, and says the same in words [DISCORD-6]', async () => {
  const scene = await openScene()
  const game = await measured(scene, LONG_NAME, 1_000, CHANNEL)
  await scene.restart()
  const { message, ephemeral } = await scene.double.slash({ command: 'chart', user: OWNER, channelId: CHANNEL }).done()
  expect(ephemeral).toBe(false)
  const { alt } = picture(message)
  expect(alt).toMatch(
    /^Players of 🎃 UPDATE \*12\* .*, Jun 11 – 17, 2026\. Lowest 1,000, highest 5,000 \(Jun 11.*last 1,001\.$/,
  )
  const [embed] = message.embeds
  expect(embed?.title).toContain('\\*12\\*')
  expect(embed?.description).toContain(`Players · Last 7 days · <t:${msOf(WEEK_AGO) / 1000}:f>`)
  expect(embed?.description).toMatch(/Lowest \*\*1,000\*\* · highest \*\*5,000\*\* · last \*\*1,001\*\* · measured \d/)
  const ratio = await scene.double
    .slash({ command: 'chart', options: { metric: 'like_ratio', range: '24h' } })
    .done(9_000)
  expect(picture(ratio.message).alt).toContain('Like ratio of')
  expect(ratio.message.embeds[0]?.description).toContain('last **90.00%**')
  await scene.app.services.guildKeeping.change(GUILD, { timeZone: 'Asia/Tokyo' })
  const german = await scene.double
    .slash({ command: 'chart', options: { game: String(game.id) }, locale: 'de' })
    .done(9_000)
  expect(german.message.embeds[0]?.description).toContain('last **1,001**')
  expect(picture(german.message).alt).toContain('(Jun 11, 9:00')
})

test('its menu draws another range after a restart, in the place of the old picture', async () => {
  const scene = await openScene()
  const game = await measured(scene, 'Obby', 100, CHANNEL)
  await scene.restart()
  const first = await scene.double.slash({ command: 'chart', options: { metric: 'visits' } }).done()
  const before = picture(first.message).bytes
  await scene.restart()
  const menu = { customId: `v1:chart:range:${game.id}:visits@${SOMEBODY.id}`, message: first.message }
  const second = await scene.double.select({ ...menu, values: ['24h'] }).done()
  expect(second.message.id).toBe(first.message.id)
  expect(picture(second.message).bytes.equals(before)).toBe(false)
  expect(second.message.embeds[0]?.description).toContain('Visits per hour · Last 24 hours')
  for (const customId of [`v1:chart:range:${game.id}:money`, 'v1:chart:gone:1']) {
    const old = await scene.double.select({ customId, values: ['7d'] }).done()
    expect(old.ephemeral).toBe(true)
    expect(old.message.content).toContain('too old')
  }
})

test('the same chart is drawn once, until there is a new sample', async () => {
  const scene = await openScene()
  const game = await measured(scene, 'Obby', 100, CHANNEL)
  const { services } = scene.app
  let reads = 0
  const read: typeof services.chartSeries.read = (...given) => {
    reads++
    return services.chartSeries.read(...given)
  }
  await scene.restart({ ...services, chartSeries: { ...services.chartSeries, read } })
  const ask = () => scene.double.slash({ command: 'chart' }).done()
  const [one, other] = await Promise.all([ask(), ask()])
  expect(picture(one.message).bytes.equals(picture(other.message).bytes)).toBe(true)
  await ask()
  expect(reads).toBe(1)
  scene.app.clock.advance(1)
  await write(scene, game, [MINUTE_NOW + 1], () => ({ ccu: 7 }))
  expect((await ask()).message.embeds[0]?.description).toContain('last **7**')
})

test('nothing measured is said in words, for the asker alone', async () => {
  const scene = await openScene()
  const game = await scene.track({ name: 'Obby' }, CHANNEL)
  await scene.restart()
  const never = await scene.double.slash({ command: 'chart' }).done()
  expect([never.ephemeral, never.message.content]).toEqual([true, expect.stringContaining('not been measured yet')])
  await write(scene, game, [MINUTE_NOW - 40 * DAY_MINUTES])
  const empty = await scene.double.slash({ command: 'chart' }).done()
  expect([empty.ephemeral, empty.message.content]).toEqual([true, expect.stringContaining('Try a longer one')])
  await write(scene, game, [MINUTE_NOW], () => ({ likes: null, dislikes: null }))
  const votes = await scene.double.slash({ command: 'chart', options: { metric: 'like_ratio' } }).done()
  expect([votes.ephemeral, votes.message.content]).toEqual([true, expect.stringContaining('another metric')])
})

test('a slow store makes it defer; a member sees it in a direct message', async () => {
  const scene = await openScene()
  await measured(scene, 'Obby', 100)
  await join(scene, scene.account)
  const { services } = scene.app
  const outline = slowly(scene, services.chartSeries.outline)
  await scene.restart({ ...services, chartSeries: { ...services.chartSeries, outline } })
  const handle = await scene.double.slash({ command: 'chart', options: { game: 'obby' }, ...DIRECT }).done()
  expect(handle.deferred).toBe(true)
  expect(picture(handle.message).alt).toContain('Players of Obby')
})

test('/compare draws two to five games, and its menu outlives a restart', async () => {
  const scene = await openScene()
  const games = [await measured(scene, LONG_NAME, 100), await measured(scene, 'Obby', 200)]
  const empty = await scene.track({ name: 'Empty' })
  await scene.restart()
  const options = { first: 'obby', second: String(games[0]?.id), third: 'Empty', fourth: 'Obby', range: '24h' }
  const { message, ephemeral } = await scene.double.slash({ command: 'compare', options }).done()
  expect(ephemeral).toBe(false)
  expect(message.embeds[0]?.title).toBe('3 games compared')
  expect(message.embeds[0]?.description).toMatch(
    /\*\*Obby\*\*\nLowest \*\*200\*\*.*\nAverage .*\n\*\*🎃 UPDATE \\\*12.*\n.*\n.*\n\*\*Empty\*\*\nNo data/,
  )
  expect(picture(message).alt).toMatch(/^Players of 3 games compared, .*Obby: Lowest 200/)
  await scene.restart()
  const customId = `v1:compare:range:ccu:${games[1]?.id}:${games[0]?.id}:${empty.id}@${SOMEBODY.id}`
  expect(JSON.stringify(message.components)).toContain(customId)
  const second = await scene.double.select({ customId, values: ['7d'], message }).done()
  expect(second.message.id).toBe(message.id)
  expect(picture(second.message).alt).toContain('highest 5,000')
  const same = await scene.double.slash({ command: 'compare', options: { first: 'obby', second: 'Obby' } }).done()
  expect([same.ephemeral, same.message.content]).toEqual([true, expect.stringContaining('two different games')])
  const typed = { command: 'compare', focused: { name: 'second', value: 'ob' } }
  expect(await scene.double.autocomplete(typed)).toMatchObject([{ name: 'Obby' }])
  await scene.app.services.games.remove(empty)
  const gone = await scene.double.select({ customId, values: ['7d'] }).done()
  expect([gone.ephemeral, gone.message.content]).toEqual([true, expect.stringContaining('no longer tracked')])
})

test('what is read: the plan’s resolution, thinned for a picture without losing a peak; gaps; the time before', async () => {
  const scene = await openScene()
  const { services, store } = scene.app
  const account = await services.accounts.create({ name: 'Free', plan: 'free' })
  const universeId = 88_001
  scene.app.simulator.addUniverse({ universeId, name: 'Thin' })
  const { game } = await services.games.add(account, { universeId })
  await write(scene, game, minutesBetween(MINUTE_NOW - 20 * DAY_MINUTES, MINUTE_NOW + 1))
  const updatedAt = msOf(MINUTE_NOW - 90)
  await store.series.recordTick({
    minute: MINUTE_NOW,
    samples: [],
    gaps: [],
    facts: [facts(universeId, { name: 'Thin', updatedAt })],
    schedules: [],
    cursor: { minute: MINUTE_NOW, clockWasWrong: false },
  })
  const { outline, read, readPrevious } = services.chartSeries
  const day = await outline([{ account, game, isOwn: true }], '24h')
  expect(day.games[0]?.events).toMatchObject([{ kind: 'update', start: MINUTE_NOW - 90 }])
  const [line] = await read(day, 'ccu')
  expect([line?.interval, line?.minutes.length]).toEqual([10, 144])
  expect((await readPrevious(day, 'ccu'))?.shift).toBe(DAY_MINUTES)
  const month = await outline([{ account, game, isOwn: true }], '30d')
  const [slower] = await read(month, 'ccu')
  expect(slower?.schedule.map(({ interval }) => interval)).toEqual([60, 10])
  expect(await readPrevious(month, 'ccu')).toBeUndefined()
  const own = await scene.track({ name: 'Full' })
  const peak = MINUTE_NOW - 5 * DAY_MINUTES + 3
  const written = minutesBetween(MINUTE_NOW - 20 * DAY_MINUTES, MINUTE_NOW + 1).filter(
    (minute) => minute % 1_440 !== 77,
  )
  await write(scene, own, written, (minute) => ({ ccu: minute === peak ? 9_999 : minute % 7 }))
  const [full] = await read(await outline([{ account: scene.account, game: own, isOwn: true }], '30d'), 'ccu')
  expect(full?.minutes.length).toBeLessThan(10_000)
  expect([...(full?.minutes ?? [])]).toContain(peak)
  expect([...(full?.minutes ?? [])].every((minute, row, all) => row === 0 || minute > (all[row - 1] ?? 0))).toBe(true)
})

test('a year still shows two hours without samples, and not of minutes, nor of the time before the first', async () => {
  const scene = await openScene()
  const game = await scene.track({ name: 'Obby' })
  const start = (TODAY - 9) * DAY_MINUTES + 300
  const hole = { from: start + DAY_MINUTES, until: start + DAY_MINUTES + 120 }
  const short = { from: hole.until + 600, until: hole.until + 650 }
  const isMeasured = (minute: number) =>
    [hole, short].every(({ from, until }) => minute < from || minute >= until) && minute < MINUTE_NOW - 90
  await write(scene, game, minutesBetween(start, MINUTE_NOW).filter(isMeasured))
  const { chartSeries } = scene.app.services
  const [line] = await chartSeries.read(
    await chartSeries.outline([{ account: scene.account, game, isOwn: true }], '1y'),
    'ccu',
  )
  expect(line?.gaps).toEqual([hole, { from: MINUTE_NOW - 90, until: MINUTE_NOW + 1 }])
  const lone = await scene.track({ name: 'Lone' })
  await write(scene, lone, [MINUTE_NOW - 5])
  await scene.restart()
  const { message } = await scene.double.slash({ command: 'chart', options: { game: 'Lone', range: '1y' } }).done()
  expect(plain(message.embeds[0]?.description)).toContain('measured <0.1% of the time')
})

test('the updates of the game stand in its picture as markers', async () => {
  const scene = await openScene()
  const game = await scene.track({ name: 'Obby' }, CHANNEL)
  await write(scene, game, minutesBetween(MINUTE_NOW - DAY_MINUTES, MINUTE_NOW + 1))
  await scene.restart()
  const markerPixels = async (range: string) => {
    const { message } = await scene.double.slash({ command: 'chart', options: { range } }).done()
    return countColor(picture(message).bytes, THEMES.dark.marker)
  }
  let minute = MINUTE_NOW - 10
  const publish = (updatedAt: number) => {
    minute++
    const tick = { minute, samples: [], gaps: [], schedules: [], cursor: { minute, clockWasWrong: false } }
    return scene.app.store.series.recordTick({ ...tick, facts: [facts(game.universeId, { name: 'Obby', updatedAt })] })
  }
  await publish(msOf(MINUTE_NOW - 3 * DAY_MINUTES))
  expect(await markerPixels('24h')).toBe(0)
  await publish(msOf(MINUTE_NOW - 300))
  const one = await markerPixels('24h')
  expect(one).toBeGreaterThan(300)
  await publish(msOf(MINUTE_NOW - 900))
  expect(await markerPixels('24h')).toBeGreaterThan(1.5 * one)
})
